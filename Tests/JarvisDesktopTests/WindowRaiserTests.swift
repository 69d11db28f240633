// SPDX-License-Identifier: GPL-3.0-or-later
// Raising the window when a second instance asks for it.

import Testing

@testable import JarvisDesktop

struct WindowRaiserTests {
    private func step(
        isActive: Bool = false, isDrawn: Bool = true, canMinimize: Bool = false, canAsk: Bool = true
    ) -> WindowRaiser.Step {
        WindowRaiser.step(isActive: isActive, isDrawn: isDrawn, canMinimize: canMinimize, canAsk: canAsk)
    }

    @Test func aWindowInFrontIsLeftAlone() {
        for isDrawn in [true, false] {
            #expect(step(isActive: true, isDrawn: isDrawn, canMinimize: true, canAsk: false) == .nothing)
        }
    }

    @Test func aRefusedRaiseAsksForAttentionOrNotifies() {
        #expect(step() == .askForAttention)
        #expect(step(canAsk: false) == .tell)
        // On another workspace.
        #expect(step(isDrawn: false) == .askForAttention)
    }

    @Test func aMinimizedWindowIsShownAgain() {
        #expect(step(isDrawn: false, canMinimize: true) == .showAnew)
        #expect(step(isDrawn: true, canMinimize: true) == .askForAttention)
    }
}
