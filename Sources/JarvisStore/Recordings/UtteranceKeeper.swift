// SPDX-License-Identifier: GPL-3.0-or-later
// The port that stores the audio of utterances if the user allows it.

public import JarvisCore

/// The audio of one utterance and its transcript.
public struct UtteranceRecording: Sendable {
    /// A recording with the ID of an earlier one replaces it: the utterance continued, or was recognized again.
    public var id: UtteranceID
    /// Mono samples at `AudioFrame.sampleRateHertz`, including pre-roll and trailing silence.
    public var samples: [Int16]
    /// When this recognition began.
    public var beganAt: Timestamp
    /// The transcript; nil if no words were recognized or recognition failed.
    public var transcript: Transcript?

    public init(
        id: UtteranceID = UtteranceID(), samples: [Int16], beganAt: Timestamp, transcript: Transcript?
    ) {
        self.id = id
        self.samples = samples
        self.beganAt = beganAt
        self.transcript = transcript
    }
}

/// Stores recordings of utterances. Call it from any thread; all calls return at once.
public protocol UtteranceKeeper: AnyObject, Sendable {
    /// Whether to record at the moment. Read at the beginning of every utterance.
    var isKeeping: Bool { get }
    /// Stores one utterance. The keeper handles any failure itself, so the conversation continues.
    func keep(_ recording: UtteranceRecording)
}
