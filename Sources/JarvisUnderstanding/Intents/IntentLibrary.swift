// SPDX-License-Identifier: GPL-3.0-or-later
// All examples of a language with the weights of their words: what a request is compared with. Pure; read once, shared by
// all threads.

import Glibc
import JarvisCore

/// The examples of what can be asked, by intent.
package struct IntentLibrary: Sendable {
    /// A word that says little counts this share of its weight.
    private static let lightShare: Float = 0.2
    /// The weight of a word that no example has.
    static let unknownWeight: Float = 2.6
    /// The weight of a word that people say who talk about others.
    static let talkWeight: Float = 3.5
    /// The weight of a value, as opposed to a word.
    static let slotWeight: Float = 2

    package let lexicon: Lexicon
    let examples: [PreparedExample]
    private let placesByIntent: [String: [Int]]
    /// For each word of the examples, its place in `weights`.
    private let places: [String: Int]
    private let words: [String]
    /// How much each word of the examples tells.
    private let weights: [Float]
    /// For each word of the examples, the places of its opposites.
    private let opposites: [Set<Int>]

    /// For each intent, what it does, as in "Did you want me to …?"
    package let titles: [String: String]

    /// Intents of which an example says what is not wanted.
    let negated: Set<String>

    /// Lines that cannot be read, as sentences; a test keeps this empty.
    package let faults: [String]

    /// The identities of all intents that have examples.
    package var intents: Set<String> { Set(examples.map(\.example.intent)) }

    /// Reads examples: `= intent: what it does` begins an intent, every other line is a request; `#` begins a comment.
    package init(reading texts: [String], lexicon: Lexicon) {
        var examples: [IntentExample] = []
        var faults: [String] = []
        var titles: [String: String] = [:]
        for text in texts {
            var intent = ""
            for line in text.split(separator: "\n") {
                let content = line.prefix { $0 != "#" }.drop(while: \.isWhitespace)
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
        negated = Set(
            examples.filter { example in lexicon.isNegated(example.words) }.map(\.intent))
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
        self.examples = examples.map { PreparedExample($0, places: places, weights: weights) }
    }

    /// The places of the examples of these intents; of all for nil.
    func places(of intents: Set<String>?) -> [Int] {
        guard let intents else { return Array(examples.indices) }
        return intents.flatMap { placesByIntent[$0] ?? [] }.sorted()
    }

    /// The place of a word among those of the examples; nil when none has it.
    func place(of word: String) -> Int? { places[word] }

    /// The word at this place.
    func word(at place: Int) -> String { words[place] }

    /// How much the word at this place tells.
    func weight(at place: Int) -> Float { weights[place] }

    /// How much a word tells that no example has.
    func weight(ofUnknown word: String) -> Float {
        if lexicon.lightWords.contains(word) { return 0.3 }
        return lexicon.talkWords.contains(word) ? Self.talkWeight : Self.unknownWeight
    }

    /// The places of the words that mean the opposite of the one at this place.
    func opposites(of place: Int) -> Set<Int> { opposites[place] }

    /// How much each word tells: much where few intents have it, little for the small words of the language.
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
