// SPDX-License-Identifier: GPL-3.0-or-later
// An always-open microphone may pick up people talking to each other. Only speech addressed to the assistant is stored.

import Synchronization

/// Whether an utterance was addressed to the assistant, which may become known later or never. Usable from any thread.
public final class UtteranceConfirmation: Sendable {
    /// Actions to run on confirmation; nil once confirmed.
    private let waiting: Mutex<[@Sendable () -> Void]?>

    /// - Parameter isOpen: False if the assistant is certainly addressed.
    init(isOpen: Bool) { waiting = Mutex(isOpen ? [] : nil) }

    /// Confirms that the utterance was addressed to the assistant, and runs the waiting actions.
    public func confirm() {
        let actions = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        for action in actions ?? [] { action() }
    }

    /// Runs `action` once the utterance is confirmed: at once if it already is, and never if it never is.
    public func whenConfirmed(_ action: @escaping @Sendable () -> Void) {
        let isConfirmed = waiting.withLock { waiting in
            waiting?.append(action)
            return waiting == nil
        }
        if isConfirmed { action() }
    }
}
