// SPDX-License-Identifier: GPL-3.0-or-later
// What the face shows, as the conversation's phases seen by the eye.

public import JarvisCore

/// One look of the visualizer.
public enum ScenePhase: String, Hashable, Sendable, CaseIterable {
    case idle
    /// Voice detection is armed, nobody speaks.
    case listening
    case recording
    case held
    case transcribing
    case thinking
    case speaking

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

/// How much of each look is visible; one look when nothing morphs, several during a morph.
struct LookWeights: Hashable, Sendable {
    var idle = 0.0
    var armed = 0.0
    var recording = 0.0
    var held = 0.0
    var processing = 0.0
    var speaking = 0.0
    /// 0 transcribing … 1 thinking.
    var thought = 0.0

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

    func mixed(with other: LookWeights, _ share: Double) -> LookWeights {
        var result = LookWeights()
        for path in Self.all {
            result[keyPath: path] = self[keyPath: path] * (1 - share) + other[keyPath: path] * share
        }
        return result
    }

    private static var all: [WritableKeyPath<LookWeights, Double>] {
        [\.idle, \.armed, \.recording, \.held, \.processing, \.speaking, \.thought]
    }
}
