// SPDX-License-Identifier: GPL-3.0-or-later
// Pauses the conversation while a sound is played as a trial, so JARVIS doesn't mistake it for speech.

import JarvisAssistant
import JarvisConversation

@MainActor
final class PreviewLoan {
    private let assistant: Assistant
    private var isLent = false

    init(_ assistant: Assistant) {
        self.assistant = assistant
    }

    /// Starts the pause. Does nothing if the microphone is already lent: its borrower then ends the pause.
    func begin() {
        guard !isLent, assistant.state.microphone.loan == nil else { return }
        isLent = true
        assistant.send(.microphoneLent(true))
    }

    /// Ends the pause. Idempotent.
    func end() {
        guard isLent else { return }
        isLent = false
        assistant.send(.microphoneLent(false))
    }
}
