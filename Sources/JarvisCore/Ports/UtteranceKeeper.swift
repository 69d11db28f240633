// SPDX-License-Identifier: GPL-3.0-or-later
// The port by which the sound of utterances is kept, where the user wants that.

/// One utterance as it was recognized.
public struct UtteranceRecording: Sendable {
    /// Mono samples at `AudioFrame.sampleRateHertz`, pre-roll and closing silence included.
    public var samples: [Int16]
    /// When the recognizer got the first of them.
    public var beganAt: Timestamp
    /// What was understood; nil when nothing was, or recognition failed.
    public var transcript: Transcript?
    /// True when an earlier part of the same utterance, or an earlier try at it, was kept with this `beganAt`: this one
    /// takes its place.
    public var replacesEarlier: Bool

    public init(samples: [Int16], beganAt: Timestamp, transcript: Transcript?, replacesEarlier: Bool = false) {
        self.samples = samples
        self.beganAt = beganAt
        self.transcript = transcript
        self.replacesEarlier = replacesEarlier
    }
}

/// Keeps recordings of utterances. Called from any thread; returns at once.
public protocol UtteranceKeeper: AnyObject, Sendable {
    /// False: nothing is to be recorded now. Asked at the beginning of every utterance.
    var isKeeping: Bool { get }
    /// Keeps one utterance. Failures are the keeper's own affair: the conversation goes on.
    func keep(_ recording: UtteranceRecording)
}
