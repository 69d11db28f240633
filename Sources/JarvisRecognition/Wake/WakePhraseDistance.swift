// SPDX-License-Identifier: GPL-3.0-or-later
// How far the beginning of a text is from the wake phrase by its sound: the transcriber writes "Javis" or "The job is"
// for a "Jarvis" that was called. Belongs to one thread, since it remembers how words are said.

import JarvisSpokenText
import JarvisCore

/// Compares texts with one phrase.
final class WakePhraseDistance {
    /// How near a text begins to the phrase.
    struct Nearness: Hashable {
        /// The cost of the differences, per phone of the phrase: 0 for the phrase itself, above 0.5 for most else.
        var distance: Double
        /// True where it is nearer to what was learnt of this user.
        var isLearnt: Bool
    }

    /// What people say before a name, and what the transcriber writes for a breath or an "h" before it.
    private static let greetings: Set = ["hey", "hi", "hello", "okay", "oh", "a", "the"]
    private static let mostGreetings = 2
    /// Words of the beginning that are compared: as many as the sounds of a phrase can be taken for, and a greeting.
    private static let mostWords = 8

    /// What a text that was learnt is further from the phrase than the phrase itself: others say these words, too.
    private static let learntDistance: Float = 0.15

    private let ways: [ArraySlice<Phone>]
    /// Phones of the greeting that the phrase itself begins with: "hey".
    private var greetingLength = 0
    private var learnt: [[Phone]] = []
    private let model: PocketSphinxModel
    /// How words are said: as the dictionary lists them, and by the rules of spelling.
    private var listed: [String: [Phone]] = [:]
    private var spelled: [String: [Phone]] = [:]

    /// - Parameters:
    ///   - phrase: The phrase as people write it.
    ///   - ways: Its pronunciations in ARPAbet phones.
    ///   - hearings: What the transcriber has written when the user said the phrase.
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

    /// Samples that the phrase takes when it is called: 100 ms a phone.
    var typicalLength: Int64 { Int64(ways.first?.count ?? 0) * 1_600 }

    /// How near the beginning of the text is to the phrase; nil where the text has no words.
    func nearness(of text: String) -> Nearness? {
        let words = Array(SpokenWords.words(of: text).prefix(Self.mostWords))
        guard !words.isEmpty else { return nil }
        learn(words)
        var best: Nearness?
        func take(_ cost: Float, isLearnt: Bool) {
            guard Double(cost) < best?.distance ?? .infinity else { return }
            best = Nearness(distance: Double(cost), isLearnt: isLearnt)
        }
        // As the dictionary says the words, and as they are spelled: the transcriber writes names that it makes up.
        for phones in [words.map { listed[$0] ?? spelled[$0] ?? [] }, words.map { spelled[$0] ?? [] }] {
            for start in 0...min(Self.mostGreetings, words.count - 1) {
                guard words[..<start].allSatisfy(Self.greetings.contains) else { break }
                let rest = phones[start...]
                let name = phones.dropFirst(max(start, greetingCount(of: words)))
                for way in ways {
                    // "Hey" alone is half of "hey Bob": what follows it has to fit by itself as well.
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

    /// How the transcriber writes the phrase at the beginning of a text: by itself and after the greeting that people say
    /// most, and after the one that it has written.
    static func beginnings(of phrase: String, like text: String) -> [String] {
        let written = phrase.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
        var beginnings = [written, "Hey " + written, "Hey, " + written]
        if let first = text.split(whereSeparator: { !$0.isLetter }).first, first.lowercased() != "hey",
            greetings.contains(first.lowercased())
        {
            beginnings += [first + " " + written, first + ", " + written]
        }
        return beginnings
    }

    /// Greetings at the beginning of the words that the phrase begins with, too.
    private func greetingCount(of words: [String]) -> Int {
        greetingLength == 0 ? 0 : words.prefix(Self.mostGreetings).prefix(while: Self.greetings.contains).count
    }

    private static func perPhone(_ way: ArraySlice<Phone>, in words: ArraySlice<[Phone]>) -> Float {
        cost(of: way, in: words) / Float(max(way.count, 1))
    }

    /// The least cost of hearing the way as the first of the words, however many these are.
    private static func cost(of way: ArraySlice<Phone>, in words: ArraySlice<[Phone]>) -> Float {
        // The costs of having said this many phones of the phrase, after what has been heard.
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
        // Nothing is left to be heard.
        return min(best, column[way.count])
    }

    private func learn(_ words: [String]) {
        let unknown = Set(words.filter { spelled[$0] == nil })
        guard !unknown.isEmpty else { return }
        // What strangers have said all day is not needed any more.
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
