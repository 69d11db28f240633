// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting in a check whose main actor runs on the main loop.

import GioKit

@MainActor
final class LoopWaiting {
    private var timer: LoopTimer?

    func pause(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            timer = .once(milliseconds: milliseconds) { continuation.resume() }
        }
    }

    /// Waits until the condition holds, 5 s at most.
    /// - Returns: True if it holds.
    func until(_ isReached: () -> Bool) async -> Bool {
        for _ in 0..<500 {
            if isReached() { return true }
            await pause(milliseconds: 10)
        }
        return isReached()
    }
}
