// SPDX-License-Identifier: GPL-3.0-or-later
// Where the conversation stands.

/// What started a recording.
public enum RecordingTrigger: String, Hashable, Sendable, Codable {
    case voice, tap
}

/// What ends listening.
public enum ListeningTarget: Hashable, Sendable {
    case speech
    /// The wake word; other speech is ignored.
    case wakeWord
}

/// Where the conversation stands.
public enum ConversationPhase: Hashable, Sendable {
    case idle
    /// Voice detection is armed; there has been no speech yet.
    case listening(for: ListeningTarget)
    /// What started it is in the utterance, which may go on after its end was decided.
    case recording
    /// The user keeps the microphone open.
    case held
    case transcribing
    /// Waiting for the agent.
    case thinking
    case speaking
}

extension ConversationPhase {
    /// The phase in the event log and on the command line.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .listening: "listening"
        case .recording: "recording"
        case .held: "held"
        case .transcribing: "transcribing"
        case .thinking: "thinking"
        case .speaking: "speaking"
        }
    }

    /// True while speech or the wake word is waited for.
    public var isListening: Bool {
        if case .listening = self { true } else { false }
    }

    /// True while an utterance is being recorded.
    public var isRecording: Bool {
        switch self {
        case .recording, .held: true
        default: false
        }
    }
}
