// SPDX-License-Identifier: GPL-3.0-or-later
// The looks of the face, and their weights during a morph.

public import JarvisConversation
import JarvisCore

/// One look of the visualizer.
public enum ScenePhase: String, Hashable, Sendable, CaseIterable {
    case idle
    /// The microphone is armed, but the user isn't speaking.
    case listening
    case recording
    case held
    case transcribing
    case thinking
    case speaking

    /// The look for a phase of the conversation.
    public init(_ phase: ConversationPhase) {
        switch phase {
        case .idle: self = .idle
        case .listening: self = .listening
        case .recording: self = .recording
        case .held: self = .held
        case .transcribing: self = .transcribing
        case .thinking: self = .thinking
        case .speaking: self = .speaking
        }
    }
}

/// The weight of each look: a single one at rest, several during a morph.
struct LookWeights: Hashable, Sendable {
    /// In order: idle, armed, recording, held, processing, speaking, thought; the last element is unused.
    var vector = SIMD8<Double>()

    var idle: Double {
        get { vector[0] }
        set { vector[0] = newValue }
    }
    var armed: Double {
        get { vector[1] }
        set { vector[1] = newValue }
    }
    var recording: Double {
        get { vector[2] }
        set { vector[2] = newValue }
    }
    var held: Double {
        get { vector[3] }
        set { vector[3] = newValue }
    }
    var processing: Double {
        get { vector[4] }
        set { vector[4] = newValue }
    }
    var speaking: Double {
        get { vector[5] }
        set { vector[5] = newValue }
    }
    /// The share of thinking in the processing look: 0 transcribing … 1 thinking.
    var thought: Double {
        get { vector[6] }
        set { vector[6] = newValue }
    }

    init() {}

    init(_ phase: ScenePhase) {
        switch phase {
        case .idle: idle = 1
        case .listening: armed = 1
        case .recording: recording = 1
        case .held: held = 1
        case .transcribing: processing = 1
        case .thinking:
            processing = 1
            thought = 1
        case .speaking: speaking = 1
        }
    }

    /// Clamps the weights to 0…1 and scales their sum to 1, because an interrupted spring may have overshot.
    init(clamping vector: SIMD8<Double>) {
        self.vector = vector.clamped(lowerBound: SIMD8(), upperBound: SIMD8(repeating: 1))
        let sum = idle + armed + recording + held + processing + speaking
        guard sum > 0, sum != 1 else { return }
        let thought = self.thought
        self.vector /= sum
        self.thought = thought
    }
}
