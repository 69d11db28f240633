// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisRecognition

struct PhraseSearchTests {
    private static let spoken = [
        "set": "S EH T", "a": "AH", "timer": "T AY M ER", "for": "F AO R", "ten": "T EH N", "two": "T UW",
        "minutes": "M IH N AH T S", "minute": "M IH N AH T", "stop": "S T AA P", "bet": "B EH T", "dimer": "D AY M ER",
        "tin": "T IH N", "the": "DH AH", "weather": "W EH DH ER", "is": "IH Z", "nice": "N AY S", "today": "T AH D EY",
    ]

    private static func phones(_ text: String) -> [Phone] {
        text.split(separator: " ").flatMap { spoken[String($0)]?.split(separator: " ").compactMap(Phone.init) ?? [] }
    }

    private static func nearest(to text: String, of patterns: String...) throws -> PhraseMatch? {
        nearest(to: text, in: try #require(GrammarBuilder().grammar(of: patterns.map { try UtterancePattern($0) })))
    }

    private static func nearest(to text: String, in grammar: Grammar) -> PhraseMatch? {
        let pronunciations = spoken.mapValues { [$0.split(separator: " ").compactMap(Phone.init)] }
        var search = PhraseSearch(PhoneGraph(grammar, pronunciations: pronunciations))
        // A search can be reused.
        _ = search.nearest(to: phones("stop"))
        return search.nearest(to: phones(text))
    }

    private static let timer = "set a timer for (ten|two) minutes"

    @Test(arguments: ["set a timer for two minutes", "stop", "set a timer for ten minutes"])
    func theExactPhraseHasNoDistance(text: String) throws {
        let match = try #require(try Self.nearest(to: text, of: Self.timer, "stop"))
        #expect(match.words.joined(separator: " ") == text && match.distance == 0 && !match.hasUnspokenWord)
    }

    @Test func theNearestCommandsAreSortedByDistance() throws {
        let grammar = try #require(
            GrammarBuilder().grammar(of: [Self.timer, "stop the timer", "stop"].map { try UtterancePattern($0) }))
        let pronunciations = Self.spoken.mapValues { [$0.split(separator: " ").compactMap(Phone.init)] }
        var search = PhraseSearch(PhoneGraph(grammar, pronunciations: pronunciations))
        let found = search.nearest(to: Self.phones("stop the dimer"), most: 3)
        #expect(found.first?.words == ["stop", "the", "timer"], "\(found)")
        #expect(found.map(\.distance) == found.map(\.distance).sorted())
        #expect(search.nearest(to: Self.phones("stop the dimer"), most: 1).count == 1)
        #expect(search.nearest(to: Self.phones("weather is nice today"), most: 3).isEmpty)
    }

    @Test func similarSoundsAreNear() throws {
        let match = try #require(try Self.nearest(to: "bet a dimer for tin minute", of: Self.timer, "stop"))
        #expect(match.words.joined(separator: " ") == "set a timer for ten minutes")
        #expect(match.distance > 0 && match.distance < 0.2)
    }

    @Test func otherSpeechIsFar() throws {
        let match = try Self.nearest(to: "the weather is nice today", of: Self.timer, "stop")
        #expect((match?.distance ?? 1) > 0.4)
        #expect(try Self.nearest(to: "", of: Self.timer) == nil)
    }

    @Test func unspokenWordsAreReported() throws {
        let incomplete = try Self.nearest(to: "set a timer for minutes", of: "set a timer for ten minutes")
        #expect(incomplete?.hasUnspokenWord == true)
        let swallowed = try Self.nearest(to: "set timer for ten minutes", of: "set a timer for ten minutes")
        #expect(swallowed?.hasUnspokenWord == false)
    }

    @Test(arguments: ["stop timer", "stop the timer", "stop the timer timer timer"])
    func optionsAndRepetitionsAreMatched(text: String) {
        let grammar = Grammar(
            jsgf: "#JSGF V1.0;\ngrammar jarvis;\npublic <utterance> = stop [the] (timer)+;\n",
            words: ["stop", "the", "timer"], notices: [])
        let match = Self.nearest(to: text, in: grammar)
        #expect(match?.words.joined(separator: " ") == text && match?.distance == 0)
    }
}
