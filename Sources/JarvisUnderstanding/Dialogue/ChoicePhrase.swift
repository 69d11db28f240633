// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the answer to "Which one?": a position ("the second one") or words of a name ("the pasta one").

/// Reads which of several listed things the user means.
package enum ChoicePhrase {
    /// A choice by position.
    package enum Choice: Hashable, Sendable {
        /// Counted from 1.
        case place(Int)
        case last
        /// The second of two.
        case other
        case all
    }

    private static let fillers: Set<String> = [
        "the", "one", "number", "option", "choice", "that", "please", "down", "i", "meant", "mean", "will", "do", "oh",
        "it", "is", "a", "an", "just", "my", "for", "about", "to", "at", "uh", "um", "thanks", "then", "no", "not",
        "said", "of", "them", "those", "these", "from", "in", "on", "there", "listed", "st", "nd", "rd", "th", "go",
        "with", "take", "pick", "choose", "let", "us", "like", "want", "think", "yeah", "yes", "sorry", "actually",
        "would", "i'd", "i'll", "let's", "cancel", "stop", "delete", "one's", "so", "well", "maybe", "make", "timer",
        "alarm", "reminder", "note", "list", "and", "place", "thing", "say", "i'd", "very", "called", "named", "that'd",
        "be",
        "if", "you", "can", "could", "have", "get", "me", "want", "prefer", "rather",
    ]

    /// The choice by position; nil if the words name none.
    package static func choice(of words: [String]) -> Choice? {
        guard words.count <= 8 else { return nil }
        if ["all", "all of them", "both", "both of them", "every one"].contains(words.joined(separator: " ")) {
            return .all
        }
        let core = core(of: words)
        if core.isEmpty {
            let text = words.joined(separator: " ")
            return ["number one", "option one", "the one"].contains(text) && text != "the one" ? .place(1) : nil
        }
        guard core.count == 1, let word = core.first else { return nil }
        switch word {
        case "last", "latest", "later", "bottom", "final": return .last
        case "earliest", "earlier", "top", "former": return .place(1)
        case "other": return .other
        case "middle": return .place(2)
        default: break
        }
        if let place = CalendarNames.ordinals.firstIndex(of: word) { return .place(place + 1) }
        let marks: Set<String> = ["number", "option", "choice", "st", "nd", "rd", "th"]
        let isNumbered = !marks.isDisjoint(with: words)
        let isPicked = ["go", "take", "pick", "choose"].contains(words[0])
        guard isNumbered || isPicked || words.count == 1, let number = NumberWords.value(of: [word]),
            (1...20).contains(number)
        else { return nil }
        return .place(Int(number))
    }

    /// Finds a thing that a longer request refers to by position: "make the second one ten".
    /// - Parameters:
    ///   - count: How many things there are.
    ///   - other: The index that "the other one" means; nil unless there are exactly two.
    /// - Returns: The range of the words and an index from 0; nil if they refer to none of the things.
    package static func place(in words: [String], of count: Int, other: Int?) -> (range: Range<Int>, index: Int)? {
        for (start, word) in words.enumerated() {
            let index: Int? =
                switch word {
                case "last", "latter": count - 1
                case "former": 0
                case "other": other
                default: CalendarNames.ordinals.firstIndex(of: word)
                }
            guard let index, index < count else { continue }
            let hasArticle = start > 0 && words[start - 1] == "the"
            let behind = start + 1 < words.count ? words[start + 1] : nil
            let isNamed = behind.map { ["one", "timer", "alarm", "reminder"].contains($0) } ?? false
            guard isNamed || hasArticle && (behind == nil || ["latter", "former", "other"].contains(word)) else {
                continue
            }
            return ((hasArticle ? start - 1 : start)..<start + (isNamed ? 2 : 1), index)
        }
        return nil
    }

    /// The words that identify the choice, without those common in any answer.
    package static func core(of words: [String]) -> [String] { words.filter { !fillers.contains($0) } }

    /// Normalizes a word for comparison: number words become digits, and a plural loses its ending.
    private static func plain(_ word: String) -> String {
        if let number = CardinalReader.small(word) { return String(Int(number)) }
        return word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }

    /// The indices of the things the user chose, by name or position; empty if the answer names none or is ambiguous.
    /// - Parameter names: For each thing, the names it goes by.
    package static func indices(of words: [String], names: [[String]]) -> [Int] {
        guard words.count <= 8, !names.isEmpty else { return [] }
        let told = Set(core(of: words).map(plain)).subtracting(["o'clock"])
        let sets = names.map { Set($0.flatMap { Utterance($0).words }.map(plain)).subtracting(fillers) }
        let named = sets.indices.filter { !told.isEmpty && told.isSubset(of: sets[$0]) }
        if named.count == 1 { return named }
        switch choice(of: words) {
        case .place(let place) where place <= names.count: return [place - 1]
        case .last: return [names.count - 1]
        case .all: return Array(names.indices)
        case .other where names.count == 2: return [1]
        default: return []
        }
    }
}
