// SPDX-License-Identifier: GPL-3.0-or-later
// The phases of the conversation.

/// The trigger of a recording.
public enum RecordingTrigger: String, Hashable, Sendable, Codable {
    case voice, tap
}

/// The kind of sound that listening waits for.
public enum ListeningTarget: Hashable, Sendable {
    case speech
    /// The wake word; other speech is ignored.
    case wakeWord
}

/// The phase of the conversation.
public enum ConversationPhase: Hashable, Sendable {
    case idle
    /// Voice detection is armed; no speech yet.
    case listening(for: ListeningTarget)
    /// The utterance keeps its trigger, since it may continue after its end was detected.
    case recording
    /// The user holds the microphone open.
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

    /// True while waiting for speech or the wake word.
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
