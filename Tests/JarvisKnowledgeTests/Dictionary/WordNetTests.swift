// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisKnowledge
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3))) struct WordNetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try SmallWordNet.write(to: folder.path)
    }

    private var words: WordNet { WordNet(folders: ["/nowhere", folder.path]) }

    @Test func mostCommonPartOfSpeechComesFirst() async throws {
        let entry = try #require(try await words.entry(for: "run"))
        #expect(entry.word == "run")
        #expect(entry.senses.map(\.partOfSpeech) == [.verb, .verb, .noun])
        #expect(entry.senses[0].definition == "move fast by using one's feet")
        #expect(entry.senses[1].synonyms == ["operate"])
    }

    @Test func inflectedFormsFindTheirBaseWord() async throws {
        for (form, word) in [
            ("Mice", "mouse"), ("dogs", "dog"), ("running", "run"), ("ran", "run"), ("happier", "happy"),
            ("ice cream", "ice cream"), ("ice-cream", "ice cream"),
        ] {
            #expect(try await words.entry(for: form)?.word == word, "\(form)")
        }
    }

    @Test func adjectivesHaveSimilarWords() async throws {
        let entry = try #require(try await words.entry(for: "happy"))
        #expect(entry.senses[0].similar == ["blissful", "galore"])
        #expect(entry.senses[0].synonyms == [])
    }

    @Test(arguments: ["xyzzy", "", "   ", "aaaa", "zzzz", "dog dog dog", "n", "../../etc/passwd", "ru", "runs_away\n"])
    func unknownWordIsNotFound(word: String) async throws {
        #expect(try await words.entry(for: word) == nil)
    }

    @Test func everyWordOfTheIndexIsFound() async throws {
        for word in SmallWordNet.nouns { #expect(try await words.entry(for: word) != nil, "\(word)") }
    }

    @Test func missingDictionaryIsReported() async throws {
        await #expect(throws: WordReferenceFailure.notInstalled) {
            try await WordNet(folders: ["/nowhere"]).entry(for: "dog")
        }
        #expect(WordReferenceFailure.notInstalled.advice.contains("wordnet-base"))
    }

    @Test(arguments: ["data.noun", "index.noun"]) func damagedDictionaryIsReported(file: String) async throws {
        let path = folder.path + "/" + file
        let bytes = try WholeFile.bytes(path)
        var reports = 0
        for damaged in [bytes.map { _ in UInt8(ascii: "x") }, bytes.map { $0 == 32 ? 45 : $0 }, bytes.reversed()] {
            try AtomicFile.write(path, Array(damaged))
            do {
                let entry = try await words.entry(for: "dog")
                #expect(entry == nil)
            } catch {
                #expect(error == WordReferenceFailure.damaged(path: folder.path + "/index.noun"))
                reports += 1
            }
        }
        // Without its index line, a word is as unknown as any other.
        #expect(reports > 0 || file.hasPrefix("index"))
    }
}

/// A dictionary of a few words in WordNet's format, with correct offsets.
enum SmallWordNet {
    static let nouns = ["aardvark", "dog", "domestic_dog", "ice_cream", "mouse", "run", "serendipity"]

    private struct Meaning {
        var words: [String]
        var gloss: String
        /// The indices of similar meanings.
        var similar: [Int] = []
    }

    static func write(to folder: String) throws {
        try write(
            "noun", "n",
            [
                Meaning(words: ["aardvark"], gloss: "nocturnal burrowing mammal"),
                Meaning(words: ["dog", "domestic_dog"], gloss: "a member of the genus Canis; \"the dog barked\""),
                Meaning(words: ["ice_cream"], gloss: "frozen dessert"),
                Meaning(words: ["mouse"], gloss: "a small rodent"),
                Meaning(words: ["run"], gloss: "a score in baseball"),
                Meaning(words: ["serendipity"], gloss: "good luck"),
            ], tagged: ["dog": 1], to: folder)
        try write(
            "verb", "v",
            [
                Meaning(words: ["run"], gloss: "move fast by using one's feet; \"Don't run\"; \"run home\""),
                Meaning(words: ["operate", "run"], gloss: "direct or control"),
            ], tagged: ["run": 2], to: folder)
        try write(
            "adj", "a",
            [
                Meaning(words: ["happy"], gloss: "enjoying joy", similar: [1, 2]),
                Meaning(words: ["blissful"], gloss: "completely happy"),
                Meaning(words: ["galore(ip)"], gloss: "in great numbers"),
            ], tagged: [:], to: folder)
        try AtomicFile.write(folder + "/noun.exc", Array("geese goose\nmice mouse\n".utf8))
        try AtomicFile.write(folder + "/adj.exc", Array("happier happy\n".utf8))
        try AtomicFile.write(folder + "/verb.exc", Array("ran run\nrunning run\n".utf8))
    }

    private static func write(
        _ file: String, _ part: String, _ meanings: [Meaning], tagged: [String: Int], to folder: String
    ) throws {
        let licence = "  1 This is only a test.  \n  2 It has no licence.  \n"
        func line(_ place: Int, _ meaning: Meaning, _ places: [Int]) -> String {
            let words = meaning.words.map { "\($0) 0" }.joined(separator: " ")
            let count = String(meaning.words.count, radix: 16)
            let pointers = meaning.similar.map { "& \(eight(places[$0])) a 0000" }
            let head = "\(eight(place)) 05 \(part) 0\(count) \(words) 00\(pointers.count)"
            return (([head] + pointers).joined(separator: " ")) + " | \(meaning.gloss)  \n"
        }
        var places: [Int] = []
        var place = licence.utf8.count
        for meaning in meanings {
            places.append(place)
            place += line(0, meaning, Array(repeating: 0, count: meanings.count)).utf8.count
        }
        let data = zip(meanings, places).map { line($1, $0, places) }.joined()
        try AtomicFile.write(folder + "/data." + file, Array((licence + data).utf8))
        var index: [String: [Int]] = [:]
        for (meaning, place) in zip(meanings, places) {
            for word in meaning.words { index[String(word.prefix { $0 != "(" }), default: []].append(place) }
        }
        let lines = index.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }.map {
            word, places in
            let offsets = places.map(eight).joined(separator: " ")
            return "\(word) \(part) \(places.count) 2 @ ~ \(places.count) \(tagged[word] ?? 0) \(offsets)  \n"
        }
        try AtomicFile.write(folder + "/index." + file, Array((licence + lines.joined()).utf8))
    }

    private static func eight(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
