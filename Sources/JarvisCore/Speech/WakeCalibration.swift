// SPDX-License-Identifier: GPL-3.0-or-later
// The result of training the wake phrase.

/// One person's pronunciation of a phrase.
public struct WakeCalibration: Hashable, Sendable {
    /// The phrase; the calibration is useless for any other.
    public var phrase: String
    /// The pronunciations that fit this person best, in ARPAbet phones, best first.
    public var pronunciations: [[String]]
    /// Powers of ten by which the threshold shifts, 0 or below.
    public var thresholdOffset: Double
    /// The recognizer's transcripts of this person's phrase, if they differ from it.
    public var hearings: [String]
    /// The recordings' scores with these pronunciations, in order.
    public var scores: [Double]

    public init(
        phrase: String, pronunciations: [[String]], thresholdOffset: Double, hearings: [String] = [],
        scores: [Double] = []
    ) {
        self.phrase = phrase
        self.hearings = hearings
        self.pronunciations = pronunciations
        self.thresholdOffset = thresholdOffset
        self.scores = scores
    }
}
