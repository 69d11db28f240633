// SPDX-License-Identifier: GPL-3.0-or-later
// What was learnt from saying the wake phrase a few times.

/// One person's way of saying one phrase.
public struct WakeCalibration: Hashable, Sendable {
    /// The phrase that it is for; of no use for another one.
    public var phrase: String
    /// The ways that fit this person best, in ARPAbet phones, best first.
    public var pronunciations: [[String]]
    /// Powers of ten by which the threshold moves, 0 or below.
    public var thresholdOffset: Double
    /// The scores of the recordings with these ways, in the order of the recordings.
    public var scores: [Double]

    public init(phrase: String, pronunciations: [[String]], thresholdOffset: Double, scores: [Double] = []) {
        self.phrase = phrase
        self.pronunciations = pronunciations
        self.thresholdOffset = thresholdOffset
        self.scores = scores
    }
}
