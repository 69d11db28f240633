// SPDX-License-Identifier: GPL-3.0-or-later
// Where the conversation stands.

/// What started a recording.
public enum RecordingTrigger: String, Hashable, Sendable, Codable {
    case voice, tap
}

/// Where the conversation stands.
public enum ConversationPhase: Hashable, Sendable {
    case idle
    /// Voice detection is armed, nobody has spoken yet.
    case listening
    case recording(RecordingTrigger)
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

    /// True while an utterance is being taken in.
    public var isRecording: Bool {
        switch self {
        case .recording, .held: true
        default: false
        }
    }
}
