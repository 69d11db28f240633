// SPDX-License-Identifier: GPL-3.0-or-later
// What a microphone hears that listens by itself may be talk among others. Only what was meant for the assistant is kept.

import Synchronization

/// Becomes known, sooner or later or never, for one utterance. Any thread may call at any time.
public final class UtteranceConfirmation: Sendable {
    /// What waits for it; nil once it is known.
    private let waiting: Mutex<[@Sendable () -> Void]?>

    /// - Parameter isOpen: False when there is no doubt that the assistant is meant.
    init(isOpen: Bool) { waiting = Mutex(isOpen ? [] : nil) }

    /// It was meant for the assistant.
    public func confirm() {
        let actions = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        for action in actions ?? [] { action() }
    }

    /// Does this once it is known that the assistant was meant: now, later or never.
    public func whenConfirmed(_ action: @escaping @Sendable () -> Void) {
        let isConfirmed = waiting.withLock { waiting in
            waiting?.append(action)
            return waiting == nil
        }
        if isConfirmed { action() }
    }
}
