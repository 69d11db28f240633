// SPDX-License-Identifier: GPL-3.0-or-later
// The one-line summary of a note.

import JarvisTesting
import Testing

@testable import JarvisStore

struct NoteSummaryTests {
    @Test(arguments: [
        ("", ""), (" … ", ""), ("buy milk", "Buy milk"), ("Buy milk.\nCall the plumber about milk.", "Buy milk."),
        (
            "So I was walking home. The garden wall has a crack and the garden gate is loose. Anyway.",
            "The garden wall has a crack and the garden gate is loose."
        ),
        ("It costs 3.50 at the market. Nothing else.", "It costs 3.50 at the market."),
    ])
    func theMostInformativeSentenceIsChosen(note: String, line: String) {
        #expect(NoteSummary(note).text == line)
    }

    @Test func aLongSentenceIsReducedToOneClause() {
        let note =
            "well you know I was thinking about all sorts of things this morning, the boat needs new paint and the boat "
            + "engine needs oil, and then I had some breakfast with my brother who was there"
        #expect(NoteSummary(note).text == "The boat needs new paint and the boat engine needs oil")
    }

    @Test func aTruncatedLineEndsAtAWord() {
        let line = NoteSummary(String(repeating: "pineapple ", count: 40)).text
        #expect(line.hasSuffix("pineapple…") && line.count <= NoteSummary.longest)
        let word = NoteSummary(String(repeating: "x", count: 500)).text
        #expect(word.count == NoteSummary.longest && word.hasSuffix("…"))
    }

    @Test func summariesAreShortAndUseOnlyWordsOfTheNote() {
        var generator = SeededGenerator(seed: 7)
        let pieces = ["milk", "I", "boat,", "—", ".", "\n", "déjà", "3.5", "'", "’tis", "\u{200B}", "🙂", "not"]
        for _ in 0..<2000 {
            let note = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined(separator: " ")
            let line = NoteSummary(note).text
            #expect(line.count <= NoteSummary.longest && !line.contains("\n"))
            let words = Set(NoteWords.words(note))
            #expect(NoteWords.words(line).allSatisfy(words.contains), "\(line) of \(note)")
        }
    }
}
