// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window by keyboard alone, and by pointer.

import Testing

@Suite(.serialized)
struct InputTests {
    @Test func theWindowCanBeDrivenByKeyboardAlone() async throws {
        let result = try await WindowHost.run(python: "keyboard-walk.py", ["show", "--log"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    /// Lines, an input method, what was sent before, Tab; what is too long is refused and said.
    @Test func theComposerTakesLinesAndRefusesTooMuch() async throws {
        let result = try await WindowHost.run(python: "composer-walk.py", ["show", "--log", "--state", "idle"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func theComposerLeavesNothingBehind() async throws {
        let result = try await WindowHost.run(["leaks", "--pane", "keyboard", "--cycles", "20"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func aPointerPressIsOneTapOrOneHold() async throws {
        let result = try await WindowHost.run(python: "pointer-walk.py", ["show", "--log"])
        #expect(result.status == 0, "\(result.output)")
    }
}
