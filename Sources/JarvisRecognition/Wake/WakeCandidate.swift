// SPDX-License-Identifier: GPL-3.0-or-later
// A possible wake word that the spotter has examined.

/// A possible wake word, and how it was judged.
public struct WakeCandidate: Hashable, Sendable {
    /// The position in the stream, counted as in `AudioFrame.sampleIndex`.
    public var samples: Range<Int64>
    /// The transcriber's text; nil if only the keyphrase search was used.
    public var text: String?
    /// The text's distance from the phrase by sound, per phone: 0 for the phrase itself, from 0.5 on something else.
    public var distance: Double?
    /// The log probability that the speech begins with the phrase; nil if the transcriber gives none.
    public var likelihood: Double?
    /// The keyphrase search's score, in decades; nil if it found nothing.
    public var searchScore: Double?
    /// The combined score in decades; JARVIS wakes from `threshold` on.
    public var score: Double
    /// The threshold for the score, from the sensitivity.
    public var threshold: Double

    /// True if this candidate wakes JARVIS.
    public var wakes: Bool { score >= threshold }
}
