// SPDX-License-Identifier: GPL-3.0-or-later
// The result of saying the wake phrase a few times.

/// One person's way of saying one phrase.
public struct WakeCalibration: Hashable, Sendable {
    /// The phrase that it is for; of no use for another one.
    public var phrase: String
    /// The ways that fit this person best, in ARPAbet phones, best first.
    public var pronunciations: [[String]]
    /// Powers of ten by which the threshold moves, 0 or below.
    public var thresholdOffset: Double
    /// What the recognizer wrote for the phrase as this person says it, where that is something else.
    public var hearings: [String]
    /// The scores of the recordings with these ways, in the order of the recordings.
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
