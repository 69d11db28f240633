// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the words of free recognition with the commands, by their sound.

import JarvisCore

/// Finds the command that words sound like. Belongs to one thread.
final class CommandMatcher {
    /// A command does not have more words.
    private static let mostWords = 30

    /// Words of one command that sound less alike than this are not the same word with another accent.
    private static let alikeDistance: Float = 0.34

    /// Shorter words are often heard where a longer one was said.
    private static let fewestPhonesOfWeight = 3

    /// Words beyond those of the commands whose pronunciation is kept: more than a dozen utterances have.
    static let mostOtherWords = 512

    private let pronouncer: @Sendable (String) -> [String]
    private let index: PronunciationIndex
    private let commandWords: Set<String>
    private var commands: PhraseSearch
    private var beginnings: PhraseSearch?
    /// Of the words of the commands.
    private let pronunciations: [String: [[Phone]]]
    /// Of other words that were heard lately.
    private(set) var otherPronunciations: [String: [[Phone]]] = [:]

    /// - Parameters:
    ///   - commands: Whole commands.
    ///   - beginnings: What comes before the free text of other commands.
    /// - Throws: `RecognitionFailure` when the dictionary is missing.
    init(_ commands: Grammar, beginnings: Grammar? = nil, model: PocketSphinxModel) throws {
        let index = try PronunciationIndex(path: model.dictionary)
        (self.index, pronouncer) = (index, model.pronouncer)
        commandWords = commands.words.subtracting(PhraseMatch.swallowedWords)
        let words = commands.words.union(beginnings?.words ?? [])
        let pronunciations = words.reduce(into: [:]) {
            $0[$1] = Self.pronunciations(of: $1, index, model.pronouncer)
        }
        self.pronunciations = pronunciations
        self.commands = PhraseSearch(PhoneGraph(commands, pronunciations: pronunciations))
        self.beginnings = beginnings.map { PhraseSearch(PhoneGraph($0, pronunciations: pronunciations)) }
    }

    /// The command nearest to the words, which are spoken words (`SpokenWords`); nil when none is near.
    func nearest(to words: [String]) -> PhraseMatch? {
        guard words.count <= Self.mostWords else { return nil }
        return commands.nearest(to: phones(of: words))
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

    /// True when a word of weight was heard that commands have, but not this one, nor any word that sounds like it.
    func contradicts(_ command: [String], heard: [String]) -> Bool {
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
        let pronunciations = command.reduce(into: [:]) { $0[$1] = spoken($1) }
        var search = PhraseSearch(PhoneGraph(phrase: command, pronunciations: pronunciations))
        return search.nearest(to: phones(of: heard))
    }

    private func phones(of words: [String]) -> [Phone] { words.flatMap { spoken($0).first ?? [] } }

    private func spoken(_ word: String) -> [[Phone]] {
        if let known = pronunciations[word] ?? otherPronunciations[word] { return known }
        if otherPronunciations.count >= Self.mostOtherWords { otherPronunciations.removeAll(keepingCapacity: true) }
        let fresh = Self.pronunciations(of: word, index, pronouncer)
        otherPronunciations[word] = fresh
        return fresh
    }

    private static func pronunciations(
        of word: String, _ index: PronunciationIndex, _ pronouncer: (String) -> [String]
    ) -> [[Phone]] {
        let known = index.phones(of: word)
        guard known.isEmpty else { return known.map { $0.compactMap(Phone.init) } }
        return [pronouncer(word).compactMap { Phone($0[...]) }]
    }
}
