// SPDX-License-Identifier: GPL-3.0-or-later
// The port by which the sound of utterances is kept, where the user wants that.

public import JarvisCore

/// One utterance as it was recognized.
public struct UtteranceRecording: Sendable {
    /// A recording that comes with the identity of an earlier one takes its place: more of the same utterance, or
    /// another try at it.
    public var id: UtteranceID
    /// Mono samples at `AudioFrame.sampleRateHertz`, pre-roll and closing silence included.
    public var samples: [Int16]
    /// When this recognition of it began.
    public var beganAt: Timestamp
    /// The transcript; nil when nothing was understood or recognition failed.
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

/// Keeps recordings of utterances. Called from any thread; returns at once.
public protocol UtteranceKeeper: AnyObject, Sendable {
    /// False: nothing should be recorded now. Asked at the beginning of every utterance.
    var isKeeping: Bool { get }
    /// Keeps one utterance. Failures are the keeper's own affair: the conversation goes on.
    func keep(_ recording: UtteranceRecording)
}
