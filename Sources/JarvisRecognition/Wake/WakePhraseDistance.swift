// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how far the beginning of a text is from the wake phrase by sound: for a called "Jarvis" the transcriber may
// write "Javis" or "The job is". Used on one thread, since it caches pronunciations.

import JarvisSpokenText
import JarvisCore

/// Compares texts with the wake phrase.
final class WakePhraseDistance {
    /// How near the beginning of a text is to the phrase, and to which form of it.
    struct Nearness: Hashable {
        /// The cost of the differences, per phone of the phrase: 0 for the phrase itself, above 0.5 for most other
        /// text.
        var distance: Double
        /// True if the text is nearer to one of this user's learned texts than to the phrase.
        var isLearnt: Bool
    }

    /// Greetings that people say before a name, and words that the transcriber writes for a breath or an "h" before it.
    private static let greetings: Set = ["hey", "hi", "hello", "okay", "oh", "a", "the"]
    private static let mostGreetings = 2
    /// The number of words to compare: the most that the phrase's sounds can be taken for, plus a greeting.
    private static let mostWords = 8

    /// The distance added for a learned text, since other people say these words, too.
    private static let learntDistance: Float = 0.15

    private let ways: [ArraySlice<Phone>]
    /// The number of phones in the greeting at the start of the phrase, such as "hey".
    private var greetingLength = 0
    private var learnt: [[Phone]] = []
    private let model: PocketSphinxModel
    /// Pronunciations from the dictionary; `spelled` has those from spelling rules.
    private var listed: [String: [Phone]] = [:]
    private var spelled: [String: [Phone]] = [:]

    /// - Parameters:
    ///   - phrase: The phrase as people write it.
    ///   - ways: Its pronunciations in ARPAbet phones.
    ///   - hearings: Texts that the transcriber writes when this user says the phrase.
    init(phrase: String, ways: [[String]], hearings: [String] = [], model: PocketSphinxModel) {
        self.ways = ways.map { $0.compactMap { Phone(Substring($0)) }[...] }.filter { !$0.isEmpty }
        self.model = model
        learnt = hearings.map { text in
            let words = SpokenWords.words(of: text)
            learn(words)
            return words.flatMap { listed[$0] ?? spelled[$0] ?? [] }
        }.filter { !$0.isEmpty }
        let words = SpokenWords.words(of: phrase)
        let greetings = words.prefix(while: Self.greetings.contains)
        guard greetings.count < words.count else { return }
        learn(words)
        greetingLength = greetings.reduce(0) { $0 + (listed[$1] ?? spelled[$1] ?? []).count }
    }

    /// The usual length of the phrase as a call, in samples: 100 ms a phone.
    var typicalLength: Int64 { Int64(ways.first?.count ?? 0) * 1_600 }

    /// How near the beginning of the text is to the phrase; nil if the text has no words.
    func nearness(of text: String) -> Nearness? {
        let words = Array(SpokenWords.words(of: text).prefix(Self.mostWords))
        guard !words.isEmpty else { return nil }
        learn(words)
        var best: Nearness?
        func take(_ cost: Float, isLearnt: Bool) {
            guard Double(cost) < best?.distance ?? .infinity else { return }
            best = Nearness(distance: Double(cost), isLearnt: isLearnt)
        }
        // Compare by dictionary and by spelling, since the transcriber also invents names.
        for phones in [words.map { listed[$0] ?? spelled[$0] ?? [] }, words.map { spelled[$0] ?? [] }] {
            for start in 0...min(Self.mostGreetings, words.count - 1) {
                guard words[..<start].allSatisfy(Self.greetings.contains) else { break }
                let rest = phones[start...]
                let name = phones.dropFirst(max(start, greetingCount(of: words)))
                for way in ways {
                    // "Hey" is already half of "hey Bob", so the rest has to match on its own as well.
                    let cost = max(Self.perPhone(way, in: rest), Self.perPhone(way.dropFirst(greetingLength), in: name))
                    take(cost, isLearnt: false)
                }
                for way in learnt {
                    take(Self.perPhone(way[...], in: rest) + Self.learntDistance, isLearnt: true)
                }
            }
        }
        return best
    }

    /// Texts that the transcriber may write for the phrase at the beginning of speech: the phrase alone, after the most
    /// common greeting, and after the greeting in `text`.
    static func beginnings(of phrase: String, like text: String) -> [String] {
        let written = phrase.split(separator: " ").map { $0.capitalizedFirst }
            .joined(separator: " ")
        var beginnings = [written, "Hey " + written, "Hey, " + written]
        if let first = text.split(whereSeparator: { !$0.isLetter }).first, first.lowercased() != "hey",
            greetings.contains(first.lowercased())
        {
            beginnings += [first + " " + written, first + ", " + written]
        }
        return beginnings
    }

    /// The number of greetings at the start of the words; 0 if the phrase itself begins with none.
    private func greetingCount(of words: [String]) -> Int {
        greetingLength == 0 ? 0 : words.prefix(Self.mostGreetings).prefix(while: Self.greetings.contains).count
    }

    private static func perPhone(_ way: ArraySlice<Phone>, in words: ArraySlice<[Phone]>) -> Float {
        cost(of: way, in: words) / Float(max(way.count, 1))
    }

    /// The lowest cost of hearing the pronunciation as the beginning of the words, for any number of words.
    private static func cost(of way: ArraySlice<Phone>, in words: ArraySlice<[Phone]>) -> Float {
        // For each number of phones of the phrase, the lowest cost of matching them to the phones heard so far.
        var column = way.reduce(into: [Float(0)]) { $0.append(($0.last ?? 0) + $1.gapCost) }
        var best = Float.infinity
        for word in words {
            for heard in word {
                var next = [column[0] + heard.gapCost]
                for (index, expected) in way.enumerated() {
                    next.append(
                        min(
                            column[index] + expected.cost(heardAs: heard), column[index + 1] + heard.gapCost,
                            next[index] + expected.gapCost))
                }
                column = next
            }
            best = min(best, column[way.count])
        }
        // Covers an empty list of words.
        return min(best, column[way.count])
    }

    private func learn(_ words: [String]) {
        let unknown = Set(words.filter { spelled[$0] == nil })
        guard !unknown.isEmpty else { return }
        // Other people's words accumulate in the course of the day, so forget them.
        if spelled.count > 2_000 {
            spelled.removeAll()
            listed.removeAll()
        }
        for word in unknown { spelled[word] = model.pronouncer(word).compactMap { Phone(Substring($0)) } }
        var dictionary = PronunciationDictionary()
        try? dictionary.add(unknown, from: model.dictionary)
        for word in unknown {
            listed[word] = dictionary.ways(of: word).first?.compactMap { Phone(Substring($0)) }
        }
    }
}
