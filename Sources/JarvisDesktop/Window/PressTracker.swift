// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a tap from a hold, whatever is pressed: pointer, finger or Space.

import GtkKit

/// Follows one press at a time; repeated begins (key repeat, a second pointer) are ignored until the release.
@MainActor
final class PressTracker {
    /// What a press turned out to be.
    enum Outcome { case tap, holdBegan, holdEnded }

    /// Called with each finding.
    var onOutcome: (@MainActor (Outcome) -> Void)?
    /// Called when the look of the press changes.
    var onChange: (@MainActor () -> Void)?

    private(set) var isPressed = false
    private(set) var isHeld = false
    private var timer: LoopTimer?

    func begin() {
        guard !isPressed else { return }
        isPressed = true
        timer = LoopTimer.once(milliseconds: DesignTokens.Motion.holdThreshold) { [weak self] in self?.hold() }
        onChange?()
    }

    /// The press ended where it began, or anywhere else: the microphone must never stay open by accident.
    func end() {
        guard isPressed else { return }
        let outcome: Outcome = isHeld ? .holdEnded : .tap
        reset()
        onOutcome?(outcome)
    }

    /// The press was taken away: a hold ends, a tap does not happen.
    func cancel() {
        guard isPressed else { return }
        let wasHeld = isHeld
        reset()
        if wasHeld { onOutcome?(.holdEnded) }
    }

    private func hold() {
        timer = nil
        guard isPressed else { return }
        isHeld = true
        onOutcome?(.holdBegan)
        onChange?()
    }

    private func reset() {
        isPressed = false
        isHeld = false
        timer = nil
        onChange?()
    }
}
