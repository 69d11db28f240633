// SPDX-License-Identifier: GPL-3.0-or-later
// How a question for consent is asked: said, then answered by voice, by hand or not at all.

public import JarvisCore

/// The question for one consent, from when it is asked until it is answered.
public struct ConsentDialogue: Hashable, Sendable {
    public enum Stage: Hashable, Sendable {
        /// The question is being said: what the microphone hears now is not an answer.
        case spoken
        /// The answer is waited for.
        case listening
    }

    public var id: ConsentID
    public internal(set) var stage = Stage.spoken
    /// It was asked a second time, since what was said was no answer.
    public internal(set) var isRepeated = false
    /// Counts how often the time for the answer has begun.
    public internal(set) var round = 1
    /// What was said, until it is certain that the speaker does not go on.
    var heard: Heard?
    /// The end of what was said stands.
    var isSettled = false
    /// What was heard as an agreement to the first question, too badly to count.
    private var doubted: ConsentAnswer?
    private var doubtedConfidence = 0.0

    enum Heard: Hashable, Sendable {
        /// Nothing intelligible.
        case nothing
        case words(String, confidence: Double)
    }

    /// A yes that was heard worse than this may have been anything.
    private static let leastConfidence = 0.6
    /// The same for one that is said again, now that yes or no was asked for.
    private static let leastConfidenceTwice = 0.4

    init(id: ConsentID) {
        self.id = id
    }

    /// Whether an agreement counts. One that is said again is wrong only where both were misheard.
    /// - Parameter confidence: How sure it is that these were the words, 0…1.
    mutating func isSure(of answer: ConsentAnswer, confidence: Double) -> Bool {
        if answer == doubted, 1 - (1 - doubtedConfidence) * (1 - confidence) >= Self.leastConfidenceTwice {
            return true
        }
        (doubted, doubtedConfidence) = (answer, confidence)
        return confidence >= Self.leastConfidence
    }
}
