// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation rests while something is tried out aloud: what is heard then is not meant for it.

import JarvisAssistant
import JarvisConversation

@MainActor
final class PreviewLoan {
    private let assistant: Assistant
    private var isLent = false

    init(_ assistant: Assistant) {
        self.assistant = assistant
    }

    /// From now on; where the microphone is lent to something else already, that gives it back.
    func begin() {
        guard !isLent, assistant.state.microphone.loan == nil else { return }
        isLent = true
        assistant.send(.microphoneLent(true))
    }

    /// Idempotent.
    func end() {
        guard isLent else { return }
        isLent = false
        assistant.send(.microphoneLent(false))
    }
}
