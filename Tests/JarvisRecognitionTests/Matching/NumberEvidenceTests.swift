// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
@testable import JarvisRecognition
import JarvisSpeechTesting
import JarvisSynthesis
import Testing

struct NumberEvidenceTests {
    private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static func fusion() throws -> CommandFusion {
        let builder = GrammarBuilder(vocabulary: TestCommands.vocabulary)
        let grammar = try #require(builder.grammar(of: try TestCommands.patterns))
        return CommandFusion(
            matcher: try CommandMatcher(grammar, model: .installed),
            reader: CommandReader(patterns: try TestCommands.patterns, vocabulary: TestCommands.vocabulary))
    }

    /// The decision about "what is fourteen plus thirty" if each phrase has this likelihood and score.
    private func decided(_ values: [String: (likelihood: Double, score: Double)]) throws -> String? {
        let phrases = Dictionary(uniqueKeysWithValues: values.map { (Self.split($0.key), $0.value) })
        let decision = try Self.fusion().decide(
            nil, isBelieved: false, noise: 0, heard: Self.split("What is 14 plus 30?"),
            likelihoods: PhraseLikelihoods(written: -2, phrases: phrases.mapValues(\.likelihood)),
            scores: phrases.mapValues(\.score))
        if case .command(let words, _) = decision { return words.joined(separator: " ") }
        return nil
    }

    @Test func numbersThatSoundAlikeAreCompared() throws {
        let rivals = try Self.fusion().rivals(
            nil, isBelieved: false, noise: 0, heard: Self.split("What is 14 plus 30?"))
        #expect(
            rivals.map { $0.joined(separator: " ") } == [
                "what is fourteen plus thirty", "what is forty plus thirty", "what is fourteen plus thirteen",
                "what is forty plus thirteen",
            ])
    }

    @Test func numbersThatNoCommandContainsAreNotCompared() throws {
        let patterns = [try UtterancePattern("i want a (twelve|sixteen) ounce mocha")]
        let vocabulary = GrammarVocabulary()
        let grammar = try #require(GrammarBuilder(vocabulary: vocabulary).grammar(of: patterns))
        let fusion = CommandFusion(
            matcher: try CommandMatcher(grammar, model: .installed),
            reader: CommandReader(patterns: patterns, vocabulary: vocabulary))
        let heard = Self.split("I want a 16 ounce mocha.")
        #expect(fusion.rivals(nil, isBelieved: false, noise: 0, heard: heard).isEmpty, "no mocha has sixty ounces")
    }

    @Test func theNumbersThatBothModelsPreferAreChosen() throws {
        let same = (likelihood: 0.0, score: 0.0)
        #expect(
            try decided(["what is fourteen plus thirty": same, "what is forty plus thirteen": same])
                == "what is fourteen plus thirty", "in doubt, what was written")
        #expect(
            try decided(["what is fourteen plus thirty": (0, 0), "what is forty plus thirteen": (3, 3)])
                == "what is forty plus thirteen")
        #expect(
            try decided(["what is fourteen plus thirty": (0, 0), "what is forty plus thirteen": (-3, -3)])
                == "what is fourteen plus thirty")
    }

    @Test func theSpokenPhraseScoresHigherThanAnother() async throws {
        let grammar = try #require(
            GrammarBuilder().grammar(of: [UtterancePattern("set a timer for (fifteen|fifty) minutes")]))
        let search = try GrammarSearch(model: .installed, commands: grammar, stopPhrases: nil)
        let sound = try await Speaker.say(
            "set a timer for fifty minutes", voice: "slt", synthesizer: ESpeakSynthesizer())
        let phrases = ["fifteen", "fifty"].map { Self.split("set a timer for \($0) minutes") }
        let scores = try search.scores(of: phrases + [Self.split("set a timer for ninety minutes")], in: sound)
        #expect(Set(scores.keys) == Set(phrases), "a word that no grammar has")
        #expect(try #require(scores[phrases[1]]) > #require(scores[phrases[0]]))
    }
}
