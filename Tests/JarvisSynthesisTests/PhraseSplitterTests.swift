// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting spoken text into phrases.

import JarvisTesting
import Testing

@testable import JarvisSynthesis

@Suite struct PhraseSplitterTests {
    private func phrases(_ text: String, upTo letters: Int) -> [SpokenPhrase] {
        var splitter = PhraseSplitter(text)
        var phrases: [SpokenPhrase] = []
        while let phrase = splitter.next(upTo: letters) { phrases.append(phrase) }
        return phrases
    }

    private func texts(_ text: String, upTo letters: Int) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return phrases(text, upTo: letters).map { String(String.UnicodeScalarView(scalars[$0.scalars])) }
    }

    @Test func longTextIsCutAtPunctuationThenBeforeWordGroups() {
        #expect(
            texts("The weather is fine today, with a few clouds in the evening.", upTo: 24)
                == ["The weather is fine today,", "with a few clouds", "in the evening."])
        #expect(texts("It is ten past eight.", upTo: 24) == ["It is ten past eight."])
        #expect(texts("Yes. No! Really? It is so.", upTo: 80) == ["Yes.", "No!", "Really?", "It is so."])
        #expect(
            texts("one, two, three, four, five, six, seven, eight, nine, ten", upTo: 200).count == 1,
            "short parts are said in one go")
    }

    @Test func endingsFollowThePunctuation() {
        #expect(
            phrases("Well, come in: it is open!", upTo: 80).map(\.parts).first?.map(\.ending) == [
                .comma, .colon, .exclamation,
            ])
        #expect(phrases("He said \"no.\" Then he left", upTo: 80).map(\.ending) == [.stop, .none])
        #expect(phrases("3.5 is not 3,5", upTo: 80).map(\.parts.count) == [1])
    }

    @Test func everyWordIsSaidExactlyOnce() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let parts = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                HostileText.parts.randomElement(using: &generator) ?? ""
            }
            let text = parts.joined(separator: Bool.random(using: &generator) ? " " : "")
            let all = phrases(text, upTo: Int.random(in: 0...90, using: &generator))
            var end = 0
            for phrase in all {
                #expect(phrase.scalars.lowerBound >= end && !phrase.scalars.isEmpty)
                end = phrase.scalars.upperBound
                #expect(phrase.letterCount > 0 && phrase.letterCount < 260, "\(phrase)")
            }
            let letters = text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            #expect(all.reduce(0) { $0 + $1.letterCount } == letters)
        }
    }

    @Test func endlessWordsAreSplit() {
        #expect(texts(String(repeating: "a", count: 500), upTo: 30).count > 5)
        #expect(texts("", upTo: 30).isEmpty && texts("… ! ?", upTo: 30).isEmpty)
    }

    @Test func symbolsAndDigitsMakeShorterPhrases() {
        #expect(phrases(String(repeating: "語", count: 60), upTo: 80).allSatisfy { $0.letterCount <= 12 })
        #expect(phrases(String(repeating: "1234567890 ", count: 10), upTo: 80).allSatisfy { $0.letterCount <= 30 })
    }

    @Test func tempoIsDividedBetweenModelAndStretcher() {
        #expect(NaturalTempo(1, .vits).modelSpeed == 1 && NaturalTempo(1, .vits).stretch == 1)
        #expect(abs(NaturalTempo(2, .vits).stretch - 2 / 1.38) < 1e-9)
        #expect(NaturalTempo(0.5, .vits).stretch == 1 && (0.35...0.5).contains(NaturalTempo(0.5, .vits).modelSpeed))
        #expect(NaturalTempo(0.25, .vits).stretch < 1)
        #expect(NaturalTempo(1, .hibari) == NaturalTempo(1, .vits))
        #expect(NaturalTempo(1.8, .hibari).stretch == 1 && NaturalTempo(4, .hibari).stretch > 2)
    }
}
