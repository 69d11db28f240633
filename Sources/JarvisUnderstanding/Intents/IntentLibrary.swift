// SPDX-License-Identifier: GPL-3.0-or-later
// All examples of a language, with a weight for each of their words. Requests are compared with these. Pure; loaded
// once and shared by all threads.

import Glibc
import JarvisCore

/// Example requests by intent.
package struct IntentLibrary: Sendable {
    /// The share of its weight that a light word keeps.
    private static let lightShare: Float = 0.2
    /// The weight of a word found in no example.
    static let unknownWeight: Float = 2.6
    /// The weight of a word typical of talk about others.
    static let talkWeight: Float = 3.5
    /// The weight of a value, compared with that of a word.
    static let slotWeight: Float = 2

    package let lexicon: Lexicon
    let examples: [PreparedExample]
    /// How many intents and how many different lists of blanks the examples have.
    let intentCount: Int
    let slotListCount: Int
    private let placesByIntent: [String: [Int]]
    /// For each word of the examples, its index in `weights`.
    private let places: [String: Int]
    private let words: [String]
    /// How much each word of the examples says about the intent.
    private let weights: [Float]
    /// For each word of the examples, the indices of its opposites.
    private let opposites: [Set<Int>]

    /// For each intent, what it does, to complete "Did you want me to …?"
    package let titles: [String: String]

    /// Intents with an example that negates something: "I don't need the timer anymore".
    let negated: Set<String>

    /// Lines that can't be parsed, as sentences. A test keeps this empty.
    package let faults: [String]

    /// The identifiers of all intents that have examples.
    package var intents: Set<String> { Set(examples.map(\.example.intent)) }

    /// True if an example of the intent contains this word or a likely correction of it.
    func has(_ word: String, in intent: String) -> Bool {
        let word = lexicon.representative(of: word)
        return (placesByIntent[intent] ?? []).contains { place in
            examples[place].example.words.contains { $0 == word || Misspelling.isLikely(word, for: $0) }
        }
    }

    /// Parses examples: `= intent: what it does` begins an intent, every other line is a request, and `#` begins a
    /// comment.
    package init(reading texts: [String], lexicon: Lexicon) {
        var examples: [IntentExample] = []
        var faults: [String] = []
        var titles: [String: String] = [:]
        for text in texts {
            var intent = ""
            for line in text.parts(at: "\n") {
                let content = line.part(before: "#").drop(while: \.isWhitespace)
                if content.allSatisfy(\.isWhitespace) { continue }
                if content.first == "=" {
                    let heading = content.dropFirst().split(separator: ":", maxSplits: 1)
                    intent = String((heading.first ?? "").filter { !$0.isWhitespace })
                    titles[intent] = heading.count > 1 ? String(heading[1]).trimmed : nil
                } else if !intent.isEmpty, let example = IntentExample(content, intent: intent, lexicon: lexicon) {
                    examples.append(example)
                } else {
                    faults.append("\(intent): \(content)")
                }
            }
        }
        self.lexicon = lexicon
        negated = Set(examples.filter { lexicon.isNegated($0.words) }.map(\.intent))
        self.faults = faults
        self.titles = titles
        placesByIntent = Dictionary(grouping: examples.indices) { [examples] in examples[$0].intent }
        let weightByWord = Self.weights(of: examples, lexicon)
        let words = weightByWord.keys.sorted()
        let places = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
        let weights = words.map { weightByWord[$0] ?? 0 }
        self.places = places
        self.words = words
        self.weights = weights
        opposites = words.map { Set((lexicon.opposites[$0] ?? []).compactMap { places[$0] }) }
        let names = placesByIntent.keys.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        var slotNumbers: [[ExampleSlot]: Int] = [:]
        self.examples = examples.map { example in
            PreparedExample(example, places: places, weights: weights, intentNumber: numbers[example.intent] ?? 0) {
                if let known = slotNumbers[$0] { return known }
                slotNumbers[$0] = slotNumbers.count
                return slotNumbers.count - 1
            }
        }
        intentCount = names.count
        slotListCount = slotNumbers.count
    }

    /// The indices of the examples of these intents, ascending; of all examples if nil.
    func places(of intents: Set<String>?) -> [Int] {
        guard let intents else { return Array(examples.indices) }
        return intents.flatMap { placesByIntent[$0] ?? [] }.sorted()
    }

    /// The index of a word among those of the examples; nil if none contains it.
    func place(of word: String) -> Int? { places[word] }

    /// The word at this index.
    func word(at place: Int) -> String { words[place] }

    /// The weight of the word at this index.
    func weight(at place: Int) -> Float { weights[place] }

    /// The weight of a word found in no example.
    func weight(ofUnknown word: String) -> Float {
        if lexicon.lightWords.contains(word) { return 0.3 }
        return lexicon.talkWords.contains(word) ? Self.talkWeight : Self.unknownWeight
    }

    /// The indices of the opposites of the word at this index.
    func opposites(of place: Int) -> Set<Int> { opposites[place] }

    /// Weighs each word: heavy if few intents use it, light for the small words of the language.
    private static func weights(of examples: [IntentExample], _ lexicon: Lexicon) -> [String: Float] {
        var intents: [String: Set<String>] = [:]
        for example in examples {
            for word in example.words { intents[word, default: []].insert(example.intent) }
        }
        let count = Float(Set(examples.map(\.intent)).count)
        var weights: [String: Float] = [:]
        for (word, own) in intents {
            let weight = max(0.6, logf((count + 1) / (Float(own.count) + 0.5)))
            let isLight = lexicon.lightWords.contains(word)
            weights[word] = lexicon.talkWords.contains(word) ? talkWeight : weight * (isLight ? lightShare : 1)
        }
        return weights
    }
}
