// SPDX-License-Identifier: GPL-3.0-or-later
// How people say a wake phrase: the dictionary's ways, or espeak-ng's for words that it lacks, and what speakers of
// other accents make of them. Each way becomes a keyphrase of its own; the best one counts.

import JarvisCore

/// The ways of saying one phrase, each a list of ARPAbet phones.
struct WakePronunciations: Hashable, Sendable {
    /// More would cost more than they find.
    static let limit = 8

    /// Likeliest first, without repetition.
    var ways: [[String]]

    /// - Throws: `RecognitionFailure` when the dictionary is missing.
    init(phrase: String, model: PocketSphinxModel) throws {
        let choices = try Self.choices(phrase, model)
        let ways = Self.joined(choices.map { Self.wellKnown[$0.word] ?? $0.ways })
        self.init(ways: ways + ways.flatMap(Self.variants))
    }

    /// The ways that the dictionary lists, as a text is said; likeliest first.
    /// - Throws: `RecognitionFailure` when the dictionary is missing.
    static func listed(_ phrase: String, model: PocketSphinxModel) throws -> [[String]] {
        joined(try choices(phrase, model).map(\.ways))
    }

    /// The words of the phrase, each with its ways.
    private static func choices(
        _ phrase: String, _ model: PocketSphinxModel
    ) throws -> [(word: String, ways: [[String]])] {
        let words = GrammarVocabulary.spokenForm(phrase).split(separator: " ").map(String.init)
        guard !words.isEmpty else {
            throw RecognitionFailure.engineFailed(reason: "\"\(phrase)\" cannot be said")
        }
        var dictionary = PronunciationDictionary()
        try dictionary.add(Set(words), from: model.dictionary)
        return words.map { word in
            let listed = dictionary.ways(of: word)
            return (word, listed.isEmpty ? [model.pronouncer(word)] : listed)
        }
    }

    /// One word after another: first the likeliest way of each, then one word at a time varied.
    private static func joined(_ choices: [[[String]]]) -> [[String]] {
        var ways = [choices.flatMap { $0.first ?? [] }]
        for (index, choice) in choices.enumerated() {
            for other in choice.dropFirst() {
                ways.append(choices.indices.flatMap { $0 == index ? other : choices[$0].first ?? [] })
            }
        }
        return ways
    }

    init(ways: [[String]]) {
        var seen: Set<[String]> = []
        self.ways = Array(ways.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(Self.limit))
    }

    /// With what people put before a name: "hey", "okay". Said in one breath, they must not count as the sentence in
    /// the middle of which the phrase stands.
    var withGreetings: [[String]] {
        ways + ways.prefix(2).flatMap { [["HH", "EY"] + $0, ["OW", "K", "EY"] + $0] }
    }

    /// The accents' rules, one at a time: no r after a vowel, a reduced or a raised last vowel, a voiceless first
    /// affricate.
    static func variants(of phones: [String]) -> [[String]] {
        var found: [[String]] = []
        let nonRhotic = withoutPostvocalicR(phones)
        if nonRhotic != phones { found.append(nonRhotic) }
        if let last = phones.lastIndex(where: isVowel), phones.firstIndex(where: isVowel) != last {
            for vowel in otherVowels[phones[last]] ?? [] {
                var changed = phones
                changed[last] = vowel
                found.append(changed)
            }
        }
        if let first = phones.first, let devoiced = devoicedOnset[first] {
            found.append([devoiced] + phones.dropFirst())
        }
        return found
    }

    static func withoutPostvocalicR(_ phones: [String]) -> [String] {
        var kept: [String] = []
        for (index, phone) in phones.enumerated() {
            let isBeforeVowel = index + 1 < phones.count && isVowel(phones[index + 1])
            if phone == "R", let before = kept.last, isVowel(before), !isBeforeVowel { continue }
            kept.append(phone == "ER" && index + 1 == phones.count ? "AH" : phone)
        }
        return kept
    }

    static func isVowel(_ phone: String) -> Bool { phone.first.map { "AEIOU".contains($0) } ?? false }

    private static let otherVowels: [String: [String]] = [
        "IH": ["EH", "AH"], "AH": ["IH", "EH"], "EH": ["IH", "AH"], "ER": ["AH"], "IY": ["IH"], "AE": ["AH"],
        "AO": ["AA"], "OW": ["AO"], "UH": ["UW"],
    ]
    private static let devoicedOnset = ["JH": "CH", "ZH": "SH", "Z": "S", "DH": "D"]

    /// Ways that were found by listening to many speakers rather than by rule.
    private static let wellKnown: [String: [[String]]] = [
        "jarvis": [
            ["JH", "AA", "R", "V", "IH", "S"], ["JH", "AA", "V", "IH", "S"], ["JH", "AA", "R", "V", "EH", "S"],
            ["JH", "AA", "R", "V", "AH", "S"], ["CH", "AA", "R", "V", "IH", "S"], ["JH", "AO", "R", "V", "IH", "S"],
            ["JH", "AA", "W", "IH", "S"], ["JH", "AA", "R", "V", "IY", "Z"],
        ],
        "computer": [
            ["K", "AH", "M", "P", "Y", "UW", "T", "ER"], ["K", "AH", "M", "P", "Y", "UW", "T", "AH"],
            ["K", "AA", "M", "P", "Y", "UW", "T", "ER"], ["K", "AH", "M", "P", "Y", "UW", "D", "ER"],
            ["K", "AO", "M", "P", "Y", "UW", "T", "EH", "R"], ["K", "AH", "M", "P", "UW", "T", "ER"],
        ],
    ]
}

extension PronunciationDictionary {
    /// The ways of saying a word, in the order of the dictionary.
    func ways(of word: String) -> [[String]] {
        lines.compactMap { line in
            let parts = line.split(separator: " ").map(String.init)
            guard let label = parts.first, label == word || label.hasPrefix(word + "(") else { return nil }
            return Array(parts.dropFirst())
        }
    }
}
