// SPDX-License-Identifier: GPL-3.0-or-later
// What recognition asks of an engine for free speech, so that another one than PocketSphinx can take that place.

/// What dictation made of one utterance.
public struct DictationResult: Sendable, Equatable {
    public var words: [String]
    /// Posterior probability of each word, 0…1.
    public var probabilities: [Double]
    /// What else may have been said; nil where that was not asked for.
    public var alternatives: [[String]]?
    /// How likely the sound makes phrases. Nil where that was not asked, or the engine tells no probabilities.
    public var likelihoods: PhraseLikelihoods?

    public init(words: [String], probabilities: [Double]) {
        self.words = words
        self.probabilities = probabilities
    }

    /// - Parameter confidence: Of every word, where the engine tells no probabilities.
    public init(words: [String], confidence: Double) {
        self.init(words: words, probabilities: words.map { _ in confidence })
    }

    /// How many words they amount to as speech goes: scripts without spaces count by their characters.
    public var spokenWordCount: Int {
        words.reduce(0) { count, word in
            count + max(1, word.unicodeScalars.count { (0xE00...0xFFF).contains($0.value) || $0.value >= 0x3040 })
        }
    }

    /// Their mean.
    public var confidence: Double { probabilities.reduce(0, +) / Double(max(probabilities.count, 1)) }
}

/// How likely an engine finds it that its sound is that of certain words, as logarithms of probabilities.
public struct PhraseLikelihoods: Sendable, Equatable {
    /// Of what it wrote: near 0 where it is sure.
    public var written: Double
    /// Of each phrase that was compared, less that of what it wrote: near 0 for what may have been said as well.
    public var phrases: [[String]: Double]

    public init(written: Double, phrases: [[String]: Double]) {
        self.written = written
        self.phrases = phrases
    }
}

/// What a dictation session reports, on a thread of the recognizer's own.
public enum DictationUpdate: Sendable, Equatable {
    /// The words so far.
    case partial([String])
    /// The result that was asked for with this number; nil when there are no words.
    case result(DictationResult?, number: Int)
    /// Comes at any time; nothing follows.
    case failed(RecognitionFailure)
}

/// Turns free speech into words: for dictation, and where the grammar has no answer that is certain.
public protocol DictationRecognizer: AnyObject, Sendable {
    /// What transcripts call the engine.
    var name: String { get }
    /// True when the words are good enough to be compared with the commands by their sound.
    var hearsCommands: Bool { get }
    /// True when `reconsider` tells how likely phrases are, once the model is loaded; else it tells alternatives, or nothing.
    var comparesPhrases: Bool { get }
    /// Loads what the first utterance would otherwise wait for, unless that is seldom needed. Idempotent.
    func warmUp()
    /// Knows these words too, from the next utterance on.
    func setOwnWords(_ words: Set<String>)
    /// Begins an utterance. A missing model is reported as `failed`, never thrown.
    func begin(
        _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
    ) -> any DictationSession
    /// Gives the model's memory back unless an utterance needs it.
    func trim()
    /// True while the model is in memory; answers after everything that was asked before.
    func isLoaded() async -> Bool
}

extension DictationRecognizer {
    public var comparesPhrases: Bool { false }
}

/// One utterance in dictation. Calls return at once.
public protocol DictationSession: AnyObject, Sendable {
    /// The first `sampleCount` samples of the utterance are to be recognized; a result that was worked out is void.
    func accept(upTo sampleCount: Int)
    /// Works out the result of what was accepted so far, and reports it with this number. More samples may follow.
    func prepare(number: Int)
    /// Reports the result that was prepared last once more, with the likelihoods of phrases, or with alternatives, be it none.
    /// - Parameter phrases: Their words as they are spoken.
    func reconsider(number: Int, phrases: [[String]])
    /// Ends the session, with or without a result.
    func end()
}
