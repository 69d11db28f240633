// SPDX-License-Identifier: GPL-3.0-or-later
// How JARVIS asks for consent: it says the question, and the user answers by voice, by hand or not at all.

public import JarvisCore

/// One consent question, from asking to answer.
public struct ConsentDialogue: Hashable, Sendable {
    public enum Stage: Hashable, Sendable {
        /// The question is playing: sound from the microphone is not an answer.
        case spoken
        /// Waiting for the answer.
        case listening
    }

    public var id: ConsentID
    public internal(set) var stage = Stage.spoken
    /// True if the question was asked a second time, because the first reply was not an answer.
    public internal(set) var isRepeated = false
    /// Numbers the periods in which an answer is expected.
    public internal(set) var round = 1
    /// The reply to the question, until the speaker has certainly finished.
    var heard: Heard?
    /// True if the end of the utterance is final.
    var isSettled = false
    /// An agreement with too little confidence to count, which a repetition may confirm.
    private var doubted: ConsentAnswer?
    private var doubtedConfidence = 0.0

    enum Heard: Hashable, Sendable {
        /// Nothing was intelligible.
        case nothing
        case words(String, confidence: Double)
    }

    /// The confidence below which a yes may have been anything.
    private static let leastConfidence = 0.6
    /// The same threshold for a repeated yes.
    private static let leastConfidenceTwice = 0.4

    init(id: ConsentID) {
        self.id = id
    }

    /// Whether an agreement counts. A repeated one is wrong only if both were misheard.
    /// - Parameter confidence: The recognizer's confidence in the words, 0…1.
    mutating func isSure(of answer: ConsentAnswer, confidence: Double) -> Bool {
        if answer == doubted, 1 - (1 - doubtedConfidence) * (1 - confidence) >= Self.leastConfidenceTwice {
            return true
        }
        (doubted, doubtedConfidence) = (answer, confidence)
        return confidence >= Self.leastConfidence
    }
}
