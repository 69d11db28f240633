// SPDX-License-Identifier: GPL-3.0-or-later
// How far the beginning of a text is from the wake phrase by its sound: the transcriber writes "Javis" or "The job is"
// for a "Jarvis" that was called. Belongs to one thread, since it remembers how words are said.

import JarvisSpokenText
import JarvisCore

/// Compares texts with one phrase.
final class WakePhraseDistance {
    /// What people say before a name, and what the transcriber writes for a breath or an "h" before it.
    private static let greetings: Set = ["hey", "hi", "hello", "okay", "oh", "a", "the"]
    private static let mostGreetings = 2
    /// Words of the beginning that are compared: as many as the sounds of a phrase can be taken for, and a greeting.
    private static let mostWords = 8

    /// What a text that was learnt is further from the phrase than the phrase itself: others say these words, too.
    private static let learntDistance: Float = 0.15

    /// Everyday words that sound like well-known wake words; where a text begins with one, it counts as further away.
    /// Those like "jarvis" were collected from what woke by mistake, so that figures on the same words prove nothing.
    private static let neighbours: Set = [
        "harvest", "harvests", "george", "charles", "jealous", "jobless", "jars", "just", "service", "services",
        "computers", "commuter", "commuters", "compute",
    ]
    private static let neighbourDistance: Float = 0.25

    private let ways: [ArraySlice<Phone>]
    /// Phones of the greeting that the phrase itself begins with: "hey".
    private var greetingLength = 0
    private var learnt: [[Phone]] = []
    /// Words of the phrase and of what was learnt, which are never held against a text.
    private let ownWords: Set<String>
    private let model: PocketSphinxModel
    /// How words are said: as the dictionary lists them, and by the rules of spelling.
    private var listed: [String: [Phone]] = [:]
    private var spelled: [String: [Phone]] = [:]

    /// - Parameters:
    ///   - phrase: The phrase as people write it.
    ///   - ways: Its pronunciations in ARPAbet phones.
    ///   - hearings: What the transcriber has written when the user said the phrase.
    init(phrase: String, ways: [[String]], hearings: [String] = [], model: PocketSphinxModel) {
        ownWords = Set(([phrase] + hearings).flatMap(SpokenWords.words))
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

    /// The cost of the differences between the beginning of the text and the phrase, per phone of the phrase: 0 for the
    /// phrase itself, above 0.5 for most else; nil where the text has no words.
    func distance(of text: String) -> Double? {
        let words = Array(SpokenWords.words(of: text).prefix(Self.mostWords))
        guard !words.isEmpty else { return nil }
        learn(words)
        var best: Float?
        // As the dictionary says the words, and as they are spelled: the transcriber writes names that it makes up.
        for phones in [words.map { listed[$0] ?? spelled[$0] ?? [] }, words.map { spelled[$0] ?? [] }] {
            for start in 0...min(Self.mostGreetings, words.count - 1) {
                guard words[..<start].allSatisfy(Self.greetings.contains) else { break }
                let rest = phones[start...]
                let name = phones.dropFirst(max(start, greetingCount(of: words)))
                for way in ways {
                    // "Hey" alone is half of "hey Bob": what follows it has to fit by itself as well.
                    let cost = max(Self.perPhone(way, in: rest), Self.perPhone(way.dropFirst(greetingLength), in: name))
                    best = min(best ?? cost, cost)
                }
                for way in learnt {
                    let cost = Self.perPhone(way[...], in: rest) + Self.learntDistance
                    best = min(best ?? cost, cost)
                }
            }
        }
        let first = words.drop(while: Self.greetings.contains).first ?? ""
        let isNeighbour = Self.neighbours.contains(first) && !ownWords.contains(first)
        return best.map { Double($0 + (isNeighbour ? Self.neighbourDistance : 0)) }
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
