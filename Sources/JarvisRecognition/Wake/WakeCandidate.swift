// SPDX-License-Identifier: GPL-3.0-or-later
// What the spotter took into consideration as the wake word.

/// A place that may have been the wake word, and what it was taken for.
public struct WakeCandidate: Hashable, Sendable {
    /// Where it was, counted as in `AudioFrame.sampleIndex`.
    public var samples: Range<Int64>
    /// What the transcriber wrote; nil where only the keyphrase search was asked.
    public var text: String?
    /// How far that is from the phrase, per sound: 0 the same, from 0.5 on something else.
    public var distance: Double?
    /// The logarithm of the probability that what was said begins with the phrase; nil where the transcriber tells none.
    public var likelihood: Double?
    /// The score of the keyphrase search, in decades; nil where it found nothing.
    public var searchScore: Double?
    /// Both together, and what the sensitivity asks for.
    public var score: Double
    /// What the score is compared with.
    public var threshold: Double

    /// True when it woke.
    public var wakes: Bool { score >= threshold }
}
