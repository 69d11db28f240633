// SPDX-License-Identifier: GPL-3.0-or-later
// Splits text into phrases that a voice says without interruption, with the pause after each. Pure.

/// A phrase of the spoken text.
package struct SpokenPhrase: Hashable {
    /// The mark that separates a phrase from the next one.
    package enum Ending: Character, Sendable {
        case comma = ","
        case semicolon = ";"
        case colon = ":"
        case stop = "."
        case question = "?"
        case exclamation = "!"
        /// The sentence continues: the phrase was cut because it is long.
        case none = " "

        /// The seconds of silence after the phrase at normal speed, as long as the voice's own pauses within a
        /// sentence.
        package var pauseSeconds: Double {
            switch self {
            case .none: 0.01
            case .comma: 0.13
            case .semicolon, .colon: 0.2
            case .stop, .question, .exclamation: 0.26
            }
        }

        package init?(_ character: Unicode.Scalar) {
            switch character {
            case ",", "،", "、": self = .comma
            case ";", "–", "—": self = .semicolon
            case ":": self = .colon
            case ".", "…", "。": self = .stop
            case "?", "？": self = .question
            case "!", "！": self = .exclamation
            default: return nil
            }
        }

        var endsSentence: Bool { self == .stop || self == .question || self == .exclamation }
    }

    /// The phrase's Unicode scalars in the spoken text.
    var scalars: Range<Int>
    /// The parts of the phrase; each ends in a punctuation mark, which determines its melody and pause.
    var parts: [Part]
    /// The number of letters and digits.
    var letterCount: Int

    /// A stretch of text without punctuation inside.
    struct Part: Hashable {
        var text: String
        var ending: Ending
    }

    var ending: Ending { parts.last?.ending ?? .none }
}

/// Returns the phrases one after another, each as long as the caller has time for.
struct PhraseSplitter {
    private struct Word {
        var scalars: Range<Int>
        var letterCount: Int
        /// How long the word takes to say, in letters.
        var weight: Int
        var ending: SpokenPhrase.Ending
        /// True if a phrase in the grammatical sense may begin here, as with a preposition.
        var beginsGroup: Bool
    }

    private let scalars: [Unicode.Scalar]
    private var words: ArraySlice<Word>

    /// The fewest letters in a phrase, and in the rest of a sentence after a cut.
    private static let fewest = 9
    /// The greatest weight of real words; anything heavier may be cut anywhere.
    private static let longestWord = 60
    /// The weights of digits, signs and ideographs, which are read by name.
    private static let (figureWeight, signWeight, ideographWeight) = (4, 4, 12)
    private static let groupBeginners: Set = [
        "and", "or", "but", "with", "without", "in", "on", "at", "for", "from", "to", "of", "that", "which", "who",
        "when", "where", "because", "if", "while", "as", "by", "than", "then", "until", "after", "before", "into", "is",
        "are", "was", "were",
    ]

    init(_ spoken: String) {
        scalars = Array(spoken.unicodeScalars)
        words = Self.words(of: scalars)[...]
    }

    private static func words(of scalars: [Unicode.Scalar]) -> [Word] {
        var words: [Word] = []
        var begin: Int?
        var weight = 0
        func add(_ range: Range<Int>) {
            let letters = scalars[range].count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            let marks = scalars[range].reversed().prefix {
                !$0.properties.isAlphabetic && $0.properties.numericType == nil
            }
            let endings = marks.compactMap(SpokenPhrase.Ending.init)
            let ending = endings.first(where: \.endsSentence) ?? endings.first ?? .none
            guard letters > 0 else {
                // A mark without letters belongs to the word before it.
                if let last = words.indices.last, ending != .none {
                    words[last].scalars = words[last].scalars.lowerBound..<range.upperBound
                    words[last].ending = ending
                }
                return
            }
            let text = String(String.UnicodeScalarView(scalars[range])).lowercased()
            words.append(
                Word(
                    scalars: range, letterCount: letters, weight: max(1, weight), ending: ending,
                    beginsGroup: groupBeginners.contains(text)))
        }
        for (place, scalar) in scalars.enumerated() {
            let isSpace = scalar.properties.isWhitespace
            if let first = begin, isSpace || weight >= longestWord {
                add(first..<place)
                begin = nil
            }
            if !isSpace, begin == nil {
                begin = place
                weight = 0
            }
            weight += self.weight(of: scalar)
        }
        if let first = begin { add(first..<scalars.count) }
        return words
    }

    private static func weight(of scalar: Unicode.Scalar) -> Int {
        if scalar.properties.numericType != nil { return figureWeight }
        if scalar.properties.isAlphabetic { return scalar.value < 0x2E80 ? 1 : ideographWeight }
        if scalar.properties.isWhitespace || SpokenPhrase.Ending(scalar) != nil
            || "'’\"()".unicodeScalars.contains(scalar)
        {
            return 0
        }
        return signWeight
    }

    /// The next phrase; nil at the end.
    /// - Parameter letters: The approximate limit on the letters in the phrase.
    mutating func next(upTo letters: Int) -> SpokenPhrase? {
        guard !words.isEmpty else { return nil }
        let limit = max(letters, Self.fewest)
        var count = 0
        var end = words.startIndex
        /// The last place where the phrase may end: after a mark, or else before a word such as a preposition.
        var mark: Int?
        var group: Int?
        while end < words.endIndex {
            let word = words[end]
            if word.beginsGroup, count >= Self.fewest { group = end }
            if count + word.weight > limit, count > 0 { break }
            count += word.weight
            end += 1
            if word.ending.endsSentence { return take(end) }
            if word.ending != .none, count >= Self.fewest { mark = end }
        }
        guard end < words.endIndex else { return take(end) }
        let cut = mark ?? group ?? end
        let sentence = words[cut...].prefix { !$0.ending.endsSentence }
        let last = words[cut...].dropFirst(sentence.count).first
        let rest = sentence.reduce(last?.weight ?? 0) { $0 + $1.weight }
        // Take the rest of the sentence as well if it would be too short for a phrase of its own.
        if rest < Self.fewest { return take(min(words.endIndex, cut + sentence.count + 1)) }
        return take(cut)
    }

    private mutating func take(_ end: Int) -> SpokenPhrase {
        let taken = words[words.startIndex..<end]
        words = words[end...]
        var parts: [SpokenPhrase.Part] = []
        var begin = taken.startIndex
        for place in taken.indices where taken[place].ending != .none || place == taken.indices.last {
            let range = taken[begin].scalars.lowerBound..<taken[place].scalars.upperBound
            parts.append(
                SpokenPhrase.Part(
                    text: String(String.UnicodeScalarView(scalars[range])), ending: taken[place].ending))
            begin = place + 1
        }
        let range = (taken.first?.scalars.lowerBound ?? 0)..<(taken.last?.scalars.upperBound ?? 0)
        return SpokenPhrase(scalars: range, parts: parts, letterCount: taken.reduce(0) { $0 + $1.letterCount })
    }
}
