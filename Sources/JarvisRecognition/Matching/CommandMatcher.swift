// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the words of free recognition with the commands, by their sound.

import JarvisCore

/// Finds the command that words sound like. Belongs to one thread.
final class CommandMatcher {
    /// A command does not have more words.
    private static let mostWords = 30

    /// Fewer would leave out what was said in noise; more take too long to be compared by their sound.
    private static let mostShapes = 10

    /// Words of one command that sound less alike than this are not the same word with another accent.
    private static let alikeDistance: Float = 0.34

    /// Shorter words are often heard where a longer one was said.
    private static let fewestPhonesOfWeight = 3

    private let model: PocketSphinxModel
    private let commandWords: Set<String>
    private var commands: PhraseSearch
    private var beginnings: PhraseSearch?
    private var pronunciations: [String: [[Phone]]]
    /// The words that were compared with all commands last, and what they are near to: a decision asks several times.
    private var latest: (words: [String], found: [PhraseMatch])?

    /// - Parameters:
    ///   - commands: Whole commands.
    ///   - beginnings: What comes before the free text of other commands.
    /// - Throws: `RecognitionFailure` when the dictionary is missing.
    init(_ commands: Grammar, beginnings: Grammar? = nil, model: PocketSphinxModel) throws {
        self.model = model
        commandWords = commands.words.subtracting(PhraseMatch.swallowedWords)
        let words = commands.words.union(beginnings?.words ?? [])
        let pronunciations = try Self.pronunciations(of: words, model)
        self.pronunciations = pronunciations
        self.commands = PhraseSearch(PhoneGraph(commands, pronunciations: pronunciations))
        self.beginnings = beginnings.map { PhraseSearch(PhoneGraph($0, pronunciations: pronunciations)) }
    }

    /// The command nearest to the words, which are spoken words (`SpokenWords`); nil when none is near.
    func nearest(to words: [String]) -> PhraseMatch? { nearestShapes(to: words).first }

    /// Some commands of different shapes that the words may sound like, the nearest first.
    func nearestShapes(to words: [String]) -> [PhraseMatch] {
        guard words.count <= Self.mostWords else { return [] }
        if let latest, latest.words == words { return latest.found }
        let found = commands.nearest(to: phones(of: words), most: Self.mostShapes)
        latest = (words, found)
        return found
    }

    /// The beginning of a command with free text that the first words sound like.
    /// - Parameter groups: The spoken words of each word as it is written.
    /// - Returns: The beginning, how many written words it takes, and how many phones; nil when none is near.
    func beginning(of groups: [[String]]) -> (match: PhraseMatch, wordCount: Int, phoneCount: Int)? {
        guard groups.count <= Self.mostWords else { return nil }
        let phones = groups.map { self.phones(of: $0) }
        var ends: [Int] = []
        for group in phones { ends.append((ends.last ?? 0) + group.count) }
        guard let found = beginnings?.nearest(to: phones.flatMap { $0 }, endingAt: ends),
            let last = ends.lastIndex(of: found.end)
        else { return nil }
        return (found.match, last + 1, found.end)
    }

    /// Who commands are not about.
    private static let otherPeople: Set = ["he", "her", "him", "his", "she", "their", "them", "they", "us", "we"]

    /// True when a word of weight was heard that commands have, but not this one, nor any word that sounds like it; or when
    /// other people are spoken of than in the command: "what can we do for you" does not ask what JARVIS can do.
    func contradicts(_ command: [String], heard: [String]) -> Bool {
        heard.contains { Self.otherPeople.contains($0) && !command.contains($0) } || lacksWord(command, heard: heard)
    }

    /// True when a word of weight was heard that commands have, but not this one, nor any word that sounds like it.
    func lacksWord(_ command: [String], heard: [String]) -> Bool {
        heard.contains { word in
            commandWords.contains(word) && !command.contains(word)
                && phones(of: [word]).count >= Self.fewestPhonesOfWeight
                && !command.contains { distance(word, $0) <= Self.alikeDistance }
        }
    }

    /// The cost of one word heard as another, per phone of the longer one.
    private func distance(_ heard: String, _ word: String) -> Float {
        let count = phones(of: [heard]).count
        guard let match = compare([word], with: [heard]) else { return 1 }
        return match.distance * Float(count) / Float(max(count, phones(of: [word]).count))
    }

    /// How far the words of a command are from what was heard; nil: too far.
    func compare(_ command: [String], with heard: [String]) -> PhraseMatch? {
        learn(command)
        var search = PhraseSearch(PhoneGraph(phrase: command, pronunciations: pronunciations))
        return search.nearest(to: phones(of: heard))
    }

    private func phones(of words: [String]) -> [Phone] {
        learn(words)
        return words.flatMap { pronunciations[$0]?.first ?? [] }
    }

    private func learn(_ words: [String]) {
        let unknown = Set(words.filter { pronunciations[$0] == nil })
        guard !unknown.isEmpty, let fresh = try? Self.pronunciations(of: unknown, model) else { return }
        pronunciations.merge(fresh) { old, _ in old }
    }

    private static func pronunciations(
        of words: Set<String>, _ model: PocketSphinxModel
    ) throws -> [String: [[Phone]]] {
        var dictionary = PronunciationDictionary()
        try dictionary.add(words, from: model.dictionary)
        for word in words.subtracting(dictionary.words) { dictionary.add(word, phones: model.pronouncer(word)) }
        var found: [String: [[Phone]]] = [:]
        for line in dictionary.lines {
            let fields = line.split(separator: " ")
            guard let label = fields.first else { continue }
            found[String(label.prefix { $0 != "(" }), default: []].append(fields.dropFirst().compactMap(Phone.init))
        }
        return found
    }
}
