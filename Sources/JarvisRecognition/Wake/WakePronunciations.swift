// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the pronunciations of a wake phrase in the dictionary, or with espeak-ng for words that it lacks, and adds
// variants for other accents. Each becomes a separate keyphrase; the best match counts.

import JarvisCore

/// The pronunciations of one phrase, each a list of ARPAbet phones.
struct WakePronunciations: Hashable, Sendable {
    /// The most pronunciations: further ones cost more than they find.
    static let limit = 8

    /// The pronunciations, likeliest first, without duplicates.
    var ways: [[String]]

    /// - Throws: `RecognitionFailure` if the dictionary is missing.
    init(phrase: String, model: PocketSphinxModel) throws {
        let choices = try Self.choices(phrase, model)
        let ways = Self.joined(choices.map { Self.wellKnown[$0.word] ?? $0.ways })
        self.init(ways: ways + ways.flatMap(Self.variants))
    }

    /// The pronunciations of a text by the dictionary, likeliest first.
    /// - Throws: `RecognitionFailure` if the dictionary is missing.
    static func listed(_ phrase: String, model: PocketSphinxModel) throws -> [[String]] {
        joined(try choices(phrase, model).map(\.ways))
    }

    /// The words of the phrase, each with its pronunciations.
    private static func choices(
        _ phrase: String, _ model: PocketSphinxModel
    ) throws -> [(word: String, ways: [[String]])] {
        let words = GrammarVocabulary.spokenForm(phrase).split(separator: " ").map(String.init)
        guard !words.isEmpty else {
            throw RecognitionFailure.engineFailed(reason: "\"\(phrase)\" can't be pronounced")
        }
        var dictionary = PronunciationDictionary()
        try dictionary.add(Set(words), from: model.dictionary)
        return words.map { word in
            let listed = dictionary.ways(of: word)
            return (word, listed.isEmpty ? [model.pronouncer(word)] : listed)
        }
    }

    /// Joins the words: first the likeliest pronunciation of each, then varying one word at a time.
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

    /// The pronunciations with words before them that people say before a name: "hey", "okay". Said in one breath,
    /// these must not look like a sentence with the phrase in its middle.
    var withGreetings: [[String]] {
        ways + ways.prefix(2).flatMap { [["HH", "EY"] + $0, ["OW", "K", "EY"] + $0] }
    }

    /// Variants for accents, one change at a time: no r after a vowel, a reduced or raised last vowel, a voiceless
    /// first affricate.
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

    /// Pronunciations found by listening to many speakers instead of by rule.
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
    /// The pronunciations of a word, in the order of the dictionary.
    func ways(of word: String) -> [[String]] {
        lines.compactMap { line in
            let parts = line.split(separator: " ").map(String.init)
            guard let label = parts.first, label == word || label.hasPrefix(word + "(") else { return nil }
            return Array(parts.dropFirst())
        }
    }
}
