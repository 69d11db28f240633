// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisRecognition
@testable import JarvisSynthesis

struct GrammarBuilderTests {
    private func grammar(_ sources: String..., applications: [String] = []) throws -> Grammar? {
        try GrammarBuilder(vocabulary: GrammarVocabulary(applications: applications))
            .grammar(of: sources.map { try UtterancePattern($0) })
    }

    @Test func choicesOptionsAndSlotsBecomeJSGF() throws {
        let grammar = try #require(try grammar("(set|start) [a] timer for {length:duration}"))
        #expect(grammar.jsgf.contains("<command> = (set | start) [a] timer for <duration>;"))
        #expect(grammar.jsgf.contains("\n<duration> ="))
        #expect(grammar.jsgf.contains("\n<upto99> ="))
        #expect(!grammar.jsgf.contains("<expression>"))
        #expect(grammar.words.isSuperset(of: ["set", "start", "timer", "jarvis", "please", "minutes", "twenty"]))
        #expect(!grammar.words.contains("digit"))
    }

    @Test func everyReferenceHasARule() throws {
        let grammar = try #require(
            try GrammarBuilder(vocabulary: TestCommands.vocabulary).grammar(of: TestCommands.patterns))
        let parts = grammar.jsgf.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
        for name in Set(parts.map { $0.prefix { $0 != ">" } }) {
            #expect(grammar.jsgf.contains("<\(name)> ="), "no rule for <\(name)>")
        }
    }

    /// Otherwise the name alone would be recognized as the most similar command after a name.
    @Test func theNameAloneIsAccepted() throws {
        #expect(try grammar("help")?.jsgf.contains("| <name>;") == true)
    }

    @Test func patternsWithFreeTextAreLeftOut() throws {
        #expect(try grammar("take a note {text}") == nil)
        #expect(try grammar("take a note {text}", "help")?.jsgf.contains("note") == false)
    }

    @Test func aSlotWithoutNamesIsReported() throws {
        let grammar = try #require(try grammar("open {application}", "help"))
        #expect(!grammar.words.contains("open"))
        #expect(grammar.notices.count == 1)
    }

    @Test(arguments: [
        ("LibreOffice Writer", "libreoffice writer"), ("7-Zip", "seven zip"), ("Text Editor…", "text editor"),
        ("Notepad++", "notepad plus plus"), ("Café", "cafe"), ("日本", ""), ("<evil> | *", "evil"),
    ])
    func namesAreConvertedToTheirSpokenForm(name: String, spoken: String) {
        #expect(GrammarVocabulary.spokenForm(name) == spoken)
    }

    @Test(arguments: ["libreoffice", "inkscape", "gnome", "zzyzx", "qwrt", "xkcd"])
    func unknownWordsGetPhonesThatTheModelKnows(word: String) {
        let known = Set(
            "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"
                .split(separator: " ").map(String.init))
        let phones = ESpeakPronouncer.phones(of: word)
        #expect(!phones.isEmpty && known.isSuperset(of: phones))
    }

    @Test func theUsersPhrasesFillFreeTextSlots() throws {
        let pattern = try UtterancePattern("take a note {text}")
        #expect(GrammarBuilder().grammar(of: [pattern]) == nil)
        let phrases = GrammarVocabulary.entries(of: "buy oat milk, Zoë ;\n 42, ,")
        #expect(phrases == ["buy oat milk", "Zoë ", "42"])
        let grammar = try #require(
            GrammarBuilder(vocabulary: GrammarVocabulary(phrases: phrases)).grammar(of: [pattern]))
        #expect(grammar.jsgf.contains("take a note <text>"))
        #expect(grammar.jsgf.contains("<text> = buy oat milk | four two | zoe;"))
    }
}
