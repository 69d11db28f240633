// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a voice note with one press, in every mode. It requests the note in words as the user would, and opens the
// microphone once JARVIS has asked for it. Lives on the main actor.

import JarvisConversation
import JarvisCore

/// Starts voice notes with one press.
@MainActor
public final class VoiceNoteStart {
    private let assistant: Assistant
    private var observation: Observation?

    public init(_ assistant: Assistant) {
        self.assistant = assistant
    }

    /// Starts a voice note. Does nothing while the user is speaking or away, or if the microphone is muted or lent.
    public func begin() {
        observation = nil
        // A tap during speech would only interrupt, so do that first.
        if assistant.state.phase == .speaking { assistant.send(.microphoneTapped) }
        let state = assistant.state
        switch state.phase {
        case .idle, .listening, .speaking: break
        case .recording, .held, .transcribing, .thinking: return
        }
        guard state.mayHear, state.microphone.loan == nil, state.microphone.muting == .none else { return }
        assistant.send(.textSubmitted("take a voice note", .typed))
        observation = assistant.observe { [weak self] in self?.follow($0) }
    }

    private func follow(_ state: AssistantState) {
        switch state.phase {
        // JARVIS has yet to ask for the note.
        case .transcribing, .thinking, .speaking: return
        // It already listens, or the user was faster.
        case .listening, .recording, .held: observation = nil
        case .idle:
            observation = nil
            // Any follow-up other than dictation means that the request was stopped or failed.
            guard state.expectedFollowUp == .dictation, state.mayHear, state.microphone.muting == .none else { return }
            assistant.send(.microphoneTapped)
        }
    }
}
