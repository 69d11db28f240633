// SPDX-License-Identifier: GPL-3.0-or-later
// Port to an engine for free speech: PocketSphinx, or another one in its place.

/// The result of dictation for one utterance.
public struct DictationResult: Sendable, Equatable {
    public var words: [String]
    /// Posterior probability of each word, 0…1.
    public var probabilities: [Double]
    /// Other possible wordings; nil if not requested.
    public var alternatives: [[String]]?
    /// How well certain phrases match the sound. Nil if not requested, or if the engine gives no probabilities.
    public var likelihoods: PhraseLikelihoods?

    public init(words: [String], probabilities: [Double]) {
        self.words = words
        self.probabilities = probabilities
    }

    /// - Parameter confidence: Applies to every word if the engine gives no probabilities.
    public init(words: [String], confidence: Double) {
        self.init(words: words, probabilities: words.map { _ in confidence })
    }

    /// The number of words as spoken. In scripts without spaces, each character counts as a word.
    public var spokenWordCount: Int {
        words.reduce(0) { count, word in
            count + max(1, word.unicodeScalars.count { (0xE00...0xFFF).contains($0.value) || $0.value >= 0x3040 })
        }
    }

    /// The mean probability of the words.
    public var confidence: Double { probabilities.reduce(0, +) / Double(max(probabilities.count, 1)) }
}

/// How likely an engine finds certain wordings for the sound, as log probabilities.
public struct PhraseLikelihoods: Sendable, Equatable {
    /// The transcript itself: near 0 if the engine is certain.
    public var written: Double
    /// Each compared phrase, relative to the transcript: near 0 if it is as likely.
    public var phrases: [[String]: Double]
    /// Phrases among them that were not asked for: with a number that the engine finds likelier in its place.
    public var proposals: Set<[String]> = []

    public init(written: Double, phrases: [[String]: Double]) {
        self.written = written
        self.phrases = phrases
    }
}

/// Reports of a dictation session, on one of the recognizer's threads.
public enum DictationUpdate: Sendable, Equatable {
    /// The words so far.
    case partial([String])
    /// The result requested with this number; nil if there are no words.
    case result(DictationResult?, number: Int)
    /// The engine failed; may come at any time, and nothing follows.
    case failed(RecognitionFailure)
}

/// Turns free speech into words: for dictation, and when the grammar has no certain answer.
public protocol DictationRecognizer: AnyObject, Sendable {
    /// The engine's name in transcripts.
    var name: String { get }
    /// True if the words are accurate enough to be compared with commands by sound.
    var hearsCommands: Bool { get }
    /// True if `reconsider` reports phrase likelihoods once the model is loaded; otherwise it reports alternatives or nothing.
    var comparesPhrases: Bool { get }
    /// Loads whatever would delay the first utterance, except what is rarely needed. Idempotent.
    func warmUp()
    /// Replaces the user's own words; they count from the next utterance on.
    func setOwnWords(_ words: Set<String>)
    /// Starts an utterance. A missing model is reported as `failed`, never thrown.
    func begin(
        _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
    ) -> any DictationSession
    /// Frees the model's memory unless an utterance is using it.
    func trim()
    /// True while the model is in memory; waits for all earlier calls.
    func isLoaded() async -> Bool
}

extension DictationRecognizer {
    public var comparesPhrases: Bool { false }
}

/// One utterance in dictation. Calls return at once.
public protocol DictationSession: AnyObject, Sendable {
    /// Extends the session to the utterance's first `sampleCount` samples; this invalidates a prepared result.
    func accept(upTo sampleCount: Int)
    /// Computes the result for the samples so far and reports it with this number. More samples may follow.
    func prepare(number: Int)
    /// Reports the last prepared result again, with the likelihoods of `phrases`, or with alternatives (possibly none).
    /// - Parameter phrases: Each as a list of words, written as they are spoken.
    func reconsider(number: Int, phrases: [[String]])
    /// Ends the session, with or without a result.
    func end()
}
