// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the commands that a free transcript sounds like.

import JarvisCore

/// Finds the command that sounds most like given words. Used on one thread.
final class CommandMatcher {
    /// The most words in a command.
    private static let mostWords = 30

    /// The most shapes to return: fewer would miss the spoken command in noise, and more take too long to compare by
    /// sound.
    private static let mostShapes = 10

    /// Words of one command that differ by more than this aren't the same word in another accent.
    private static let alikeDistance: Float = 0.34

    /// Words with fewer phones don't count: they are often recognized in place of longer ones.
    private static let fewestPhonesOfWeight = 3

    private let model: PocketSphinxModel
    private let commandWords: Set<String>
    private var commands: PhraseSearch
    private var beginnings: PhraseSearch?
    private var pronunciations: [String: [[Phone]]]
    /// The last words compared with all commands, and the result, since one decision asks several times.
    private var latest: (words: [String], found: [PhraseMatch])?

    /// - Parameters:
    ///   - commands: Whole commands.
    ///   - beginnings: The words before the free text of other commands.
    /// - Throws: `RecognitionFailure` if the dictionary is missing.
    init(_ commands: Grammar, beginnings: Grammar? = nil, model: PocketSphinxModel) throws {
        self.model = model
        commandWords = commands.words.subtracting(PhraseMatch.swallowedWords)
        let words = commands.words.union(beginnings?.words ?? [])
        let pronunciations = try Self.pronunciations(of: words, model)
        self.pronunciations = pronunciations
        self.commands = PhraseSearch(PhoneGraph(commands, pronunciations: pronunciations))
        self.beginnings = beginnings.map { PhraseSearch(PhoneGraph($0, pronunciations: pronunciations)) }
    }

    /// The command nearest to the spoken words (`SpokenWords`); nil if none is near enough.
    func nearest(to words: [String]) -> PhraseMatch? { nearestShapes(to: words).first }

    /// Commands of different shapes that the words may sound like, nearest first.
    func nearestShapes(to words: [String]) -> [PhraseMatch] {
        guard words.count <= Self.mostWords else { return [] }
        if let latest, latest.words == words { return latest.found }
        let found = commands.nearest(to: phones(of: words), most: Self.mostShapes)
        latest = (words, found)
        return found
    }

    /// The distance of spoken words from the nearest beginning of a command.
    func distanceOfBeginning(_ words: [String]) -> Float {
        guard words.count <= Self.mostWords else { return 1 }
        return commands.distanceOfBeginning(phones(of: words))
    }

    /// Finds the beginning of a command with free text that the first words sound like.
    /// - Parameter groups: The spoken words for each written word.
    /// - Returns: The beginning, and how many written words and how many phones it takes; nil if none is near enough.
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

    /// Words for people that commands are never about.
    private static let otherPeople: Set = ["he", "her", "him", "his", "she", "their", "them", "they", "us", "we"]

    /// True if the transcript has a significant word that commands use, and this command has neither it nor a similar
    /// one; or if the transcript is about other people than the command: "what can we do for you" doesn't ask what
    /// JARVIS can do.
    func contradicts(_ command: [String], heard: [String]) -> Bool {
        heard.contains { Self.otherPeople.contains($0) && !command.contains($0) } || lacksWord(command, heard: heard)
    }

    /// True if the transcript has a significant word that commands use, and this command has neither it nor a similar
    /// one.
    func lacksWord(_ command: [String], heard: [String]) -> Bool {
        heard.contains { word in
            commandWords.contains(word) && !command.contains(word)
                && phones(of: [word]).count >= Self.fewestPhonesOfWeight
                && !command.contains { distance(word, $0) <= Self.alikeDistance }
        }
    }

    /// The cost of hearing one word as another, per phone of the longer one.
    private func distance(_ heard: String, _ word: String) -> Float {
        let count = phones(of: [heard]).count
        guard let match = compare([word], with: [heard]) else { return 1 }
        return match.distance * Float(count) / Float(max(count, phones(of: [word]).count))
    }

    /// The distance of a command from the transcript; nil if it is too far away.
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
