// SPDX-License-Identifier: GPL-3.0-or-later
// Which prompt belongs to which day.

import JarvisPlatform
import Testing

@testable import JarvisStore

struct PromptTableTests {
    private static let table = PromptTable((1...61).map { "prompt \($0)" }.joined(separator: "\n"))

    @Test func promptsAreTheNonCommentLines() {
        let table = PromptTable("# a comment\n\n  What  now? \r\n#What not?\nAnd then?\n")
        #expect(table.prompts == ["What now?", "And then?"])
        #expect(PromptTable("# nothing").prompt(day: 3, locale: "en") == nil)
    }

    /// The place is worked out by hand from FNV-1a of "en", 61 prompts and steps of 37: every computer has to agree.
    @Test func aDayHasTheSamePromptOnEveryComputer() {
        let days = (20_783...20_786).map { Self.table.prompt(day: $0, locale: "en") }
        #expect(Set(days).count == 4)
        #expect(days.first == "prompt 42")
    }

    @Test(arguments: [1, 2, 3, 6, 7, 10, 61, 64, 100])
    func noPromptRepeatsBeforeAllWereShown(count: Int) {
        let table = PromptTable((1...count).map { "\($0)" }.joined(separator: "\n"))
        let days = (-5..<count - 5).map { table.prompt(day: $0, locale: "de") }
        #expect(Set(days).count == count)
        let steps = (0..<count).map { table.prompt(day: 9, step: $0, locale: "de") }
        #expect(Set(steps).count == count)
    }

    @Test func localesStartAtDifferentPrompts() {
        let firsts = ["de", "en", "fr", "nl", "pl", "pt", "sv"].map { Self.table.prompt(day: 0, locale: $0) }
        #expect(Set(firsts).count > 3)
    }

    @Test func germanHasAsManyPromptsAsEnglish() throws {
        let (english, german) = (try PromptBook.table("en", .standard()), try PromptBook.table("de", .standard()))
        #expect(german != english && german.prompts.count == english.prompts.count)
        #expect(Set(german.prompts).count == german.prompts.count && german.prompts.allSatisfy { $0.count <= 100 })
    }

    @Test func languagesWithoutPromptsUseTheEnglishOnes() throws {
        let english = try PromptBook.table("en", .standard())
        #expect(english.prompts.count > 50 && Set(english.prompts).count == english.prompts.count)
        #expect(english.prompts.allSatisfy { $0.count <= 100 })
        #expect(try PromptBook.table("xx", .standard()) == english)
    }
}
