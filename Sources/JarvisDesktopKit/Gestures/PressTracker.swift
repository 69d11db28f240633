// SPDX-License-Identifier: GPL-3.0-or-later
// Tells taps from holds, for the pointer, fingers and Space; on the main area, also recognizes double taps and swipes.

import GioKit
import GtkKit

/// Passes events and the time to the press recognizer.
@MainActor
package final class PressTracker {
    package typealias Outcome = PressRecognizer.Outcome

    /// Called with each recognized press.
    package var onOutcome: (@MainActor (Outcome) -> Void)?
    /// Called when the press looks different.
    package var onChange: (@MainActor () -> Void)?

    private var recognizer = PressRecognizer()
    private var timer: LoopTimer?

    var isPressed: Bool { recognizer.isPressed }
    var isHeld: Bool { recognizer.isHeld }

    package init() {}

    /// - Parameter place: the position on the main area; nil for keys and buttons.
    package func begin(at place: PressRecognizer.Point? = nil) {
        recognizer.doubleTapSeconds = Double(ToolkitSettings.doubleClickMilliseconds) / 1000
        apply {
            $0.begin(at: FramePacer.now, place)
            return nil
        }
    }

    package func move(to place: PressRecognizer.Point) {
        apply {
            $0.move(to: place)
            return nil
        }
    }

    package func end() { apply { $0.end(at: FramePacer.now) } }

    package func cancel() { apply { $0.cancel() } }

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
