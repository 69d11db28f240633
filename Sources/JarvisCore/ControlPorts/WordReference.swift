// SPDX-License-Identifier: GPL-3.0-or-later
// Port to a dictionary.

/// One meaning of a word.
public struct WordSense: Hashable, Sendable {
    public enum PartOfSpeech: String, Sendable, CaseIterable {
        case noun, verb, adjective, adverb
    }

    public var partOfSpeech: PartOfSpeech
    /// Without a full stop, such as "lasting a very short time".
    public var definition: String
    /// Words that mean the same.
    public var synonyms: [String]
    /// Words that mean nearly the same.
    public var similar: [String]

    public init(
        partOfSpeech: PartOfSpeech, definition: String, synonyms: [String] = [], similar: [String] = []
    ) {
        self.partOfSpeech = partOfSpeech
        self.definition = definition
        self.synonyms = synonyms
        self.similar = similar
    }
}

/// A dictionary entry.
public struct WordEntry: Hashable, Sendable {
    /// The headword: "mouse" for "mice".
    public var word: String
    /// Most common first.
    public var senses: [WordSense]

    public init(word: String, senses: [WordSense]) {
        self.word = word
        self.senses = senses
    }
}

/// A dictionary on this computer.
public protocol WordReference: Sendable {
    /// - Returns: nil if the word is not in it.
    func entry(for word: String) async throws(WordReferenceFailure) -> WordEntry?
}

/// A dictionary that cannot be used.
public enum WordReferenceFailure: ExplainedFailure, Hashable {
    case notInstalled
    /// The file at `path` is corrupt.
    case damaged(path: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .notInstalled:
            FailureText(
                reader.say("I don't have a dictionary."),
                reader.say("Install wordnet-base and ask again."))
        case .damaged(let path):
            FailureText(
                reader.say("I can't read the dictionary (%1).", path),
                reader.say("Reinstall wordnet-base."))
        }
    }
}
