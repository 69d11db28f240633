// SPDX-License-Identifier: GPL-3.0-or-later
// Recording a voice note by one press, in every mode: asks for one as the user would in words, and opens the microphone
// once JARVIS has said that it listens. Lives on the main actor.

import JarvisConversation
import JarvisCore

/// Begins voice notes.
@MainActor
public final class VoiceNoteStart {
    private let assistant: Assistant
    private var observation: Observation?

    public init(_ assistant: Assistant) {
        self.assistant = assistant
    }

    /// Begins one; nothing where the user is being heard, is away, or has muted the microphone.
    public func begin() {
        observation = nil
        // The first tap would only interrupt.
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
        // What it asks is still to come.
        case .transcribing, .thinking, .speaking: return
        // It listens by itself, or the user was faster.
        case .listening, .recording, .held: observation = nil
        case .idle:
            observation = nil
            // Anything else than the question for the note: it was stopped, or it failed.
            guard state.expectedFollowUp == .dictation, state.mayHear, state.microphone.muting == .none else { return }
            assistant.send(.microphoneTapped)
        }
    }
}
