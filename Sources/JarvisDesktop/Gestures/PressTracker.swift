// SPDX-License-Identifier: GPL-3.0-or-later
// Distinguishes a tap from a hold, of pointer, finger or Space; and on the main area, double taps and swipes.

import GioKit
import GtkKit

/// Feeds the recognizer of presses with what happens and with time.
@MainActor
final class PressTracker {
    typealias Outcome = PressRecognizer.Outcome

    /// Called with each finding.
    var onOutcome: (@MainActor (Outcome) -> Void)?
    /// Called when the look of the press changes.
    var onChange: (@MainActor () -> Void)?

    private var recognizer = PressRecognizer()
    private var timer: LoopTimer?

    var isPressed: Bool { recognizer.isPressed }
    var isHeld: Bool { recognizer.isHeld }

    /// - Parameter place: where on the main area; nil for keys and buttons.
    func begin(at place: PressRecognizer.Point? = nil) {
        recognizer.doubleTapSeconds = Double(ToolkitSettings.doubleClickMilliseconds) / 1000
        apply {
            $0.begin(at: FramePacer.now, place)
            return nil
        }
    }

    func move(to place: PressRecognizer.Point) {
        apply {
            $0.move(to: place)
            return nil
        }
    }

    func end() { apply { $0.end(at: FramePacer.now) } }

    func cancel() { apply { $0.cancel() } }

    private func hold() { apply { $0.advance(to: $0.deadline ?? FramePacer.now) } }

    private func apply(_ change: (inout PressRecognizer) -> Outcome?) {
        let (wasPressed, wasHeld, deadline) = (isPressed, isHeld, recognizer.deadline)
        let outcome = change(&recognizer)
        if recognizer.deadline != deadline {
            timer =
                recognizer.deadline == nil
                ? nil : .once(milliseconds: DesignTokens.Motion.holdThreshold) { [weak self] in self?.hold() }
        }
        if isPressed != wasPressed || isHeld != wasHeld { onChange?() }
        if let outcome { onOutcome?(outcome) }
    }
}
