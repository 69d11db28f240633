// SPDX-License-Identifier: GPL-3.0-or-later
// Sound on its way from a synthesizer to the speaker.

/// A word's position in the text and in the sound.
public struct SpokenWord: Hashable, Sendable {
    /// The end of the word in the clause's own text, not in its normalized form: the number of characters spoken once
    /// the word is over, 0…clause.count.
    public var endCharacter: Int
    /// First character of the word in the clause's own text.
    public var startCharacter: Int
    /// The word's start in samples from the start of the clause.
    public var sampleOffset: Int

    public init(startCharacter: Int, endCharacter: Int, sampleOffset: Int) {
        self.startCharacter = startCharacter
        self.endCharacter = endCharacter
        self.sampleOffset = sampleOffset
    }
}

/// A piece of synthesized speech: mono signed 16-bit samples, with the words that begin in it or in earlier pieces.
public struct SynthesizedAudio: Hashable, Sendable {
    public var samples: [Int16]
    public var sampleRateHertz: Int
    /// The words, in order; their offsets count from the start of the clause.
    public var words: [SpokenWord]

    public init(samples: [Int16], sampleRateHertz: Int, words: [SpokenWord]) {
        self.samples = samples
        self.sampleRateHertz = sampleRateHertz
        self.words = words
    }
}

/// How far a reply has been heard: all clauses before `clause`, and `characters` of that clause.
public struct HeardPosition: Hashable, Comparable, Sendable {
    public var clause: Int
    public var characters: Int

    public init(clause: Int, characters: Int) {
        self.clause = clause
        self.characters = characters
    }

    public static func < (lhs: HeardPosition, rhs: HeardPosition) -> Bool {
        (lhs.clause, lhs.characters) < (rhs.clause, rhs.characters)
    }
}
