// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisUnderstanding

struct UtteranceTests {
    @Test func lineBreaksSeparateClauses() {
        #expect(Utterance("set a timer\nwhat time is it").clauses.map(\.words.count) == [3, 4])
        #expect(Utterance("set a timer,\n\n what time is it\n").clauses.count == 2)
        #expect(Utterance("set a timer\twhat time is it\n").clauses.isEmpty)
    }

    @Test(
        arguments: [
            ("What time is it?", "what time is it"), ("  WHAT’S   up ", "what is up"), ("5min", "5 min"),
            ("12*4", "12 times 4"),
            ("7:30pm", "7:30 pm"), ("20%", "20 percent"), ("Jarvis, please stop", "stop"), ("hey jarvis", "jarvis"),
            ("could you open it for me please", "open it"), ("x-ray", "x ray"), ("twenty-five", "twenty five"),
            ("rock & roll", "rock and roll"), ("🎉 hello 🎉", "hello"), ("", ""), ("9 a.m.", "9 am"),
            ("To-morrow, or to-night.", "tomorrow or tonight"),
            ("5-3", "5 minus 3"),
            ("please", "please"), ("Ünïcode wörds", "ünïcode wörds"), ("8 o'clock", "8 o'clock"), ("1,234.5", "1234.5"),
        ] as [(String, String)])
    func normalizesText(text: String, words: String) {
        #expect(Utterance(text).words.joined(separator: " ") == words)
    }

    @Test func freeTextKeepsItsOriginalSpelling() {
        let utterance = Utterance("Jarvis, take a note: Buy 3D-glasses (cheap), at O'Neill's!")
        #expect(utterance.words.starts(with: ["take", "a", "note", "buy"]))
        #expect(utterance.original(3..<utterance.words.count) == "Buy 3D-glasses (cheap), at O'Neill's")
        #expect(utterance.original(0..<0) == "")
        #expect(utterance.original(0..<9999) == "")
    }

    @Test func theMatchWithFewerFreeWordsWins() throws {
        let utterance = Utterance("remind me to check in at the hotel at 7 pm")
        let matcher = PatternMatcher(utterance: utterance, applications: ApplicationIndex([]))
        let loose = try #require(matcher.match(try UtterancePattern("remind me to {label:text}").root))
        let tight = try #require(matcher.match(try UtterancePattern("remind me to {label:text} at {time}").root))
        #expect(tight.isBetter(than: loose) && !loose.isBetter(than: tight))
        #expect(tight.slots["label"] == .text("check in at the hotel"))
        #expect(tight.slots["time"] == .time(ClockTime(hour: 19, minute: 0)))
        #expect(matcher.match(try UtterancePattern("remind me").root) == nil)
    }

    @Test func aTimeAfterAVeryLongTextIsFound() throws {
        let text = Array(repeating: "word", count: 3_000).joined(separator: " ")
        let matcher = PatternMatcher(
            utterance: Utterance("remind me to \(text) at 7 pm"), applications: ApplicationIndex([]))
        let match = try #require(matcher.match(try UtterancePattern("remind me to {label:text} at {time}").root))
        #expect(match.slots["label"] == .text(text))
        #expect(match.slots["time"] == .time(ClockTime(hour: 19, minute: 0)))
    }

    private static let applications = [
        InstalledApplication(id: "firefox-esr.desktop", name: "Firefox ESR"),
        InstalledApplication(id: "org.gnome.Calculator.desktop", name: "Calculator"),
        InstalledApplication(id: "org.gnome.Terminal.desktop", name: "GNOME Terminal"),
    ]

    @Test func applicationsAreFoundByShortAndSimilarNames() {
        let index = ApplicationIndex(Self.applications)
        #expect(index.application(named: "Firefox")?.id == "firefox-esr.desktop")
        #expect(index.application(named: "terminal")?.id == "org.gnome.Terminal.desktop")
        #expect(index.application(named: "emacs") == nil)
        #expect(index.names(like: "calculater", limit: 3) == ["Calculator"])
        #expect(index.names(like: "", limit: 3) == [])
        #expect(index.vocabulary.contains("gnome terminal") && index.vocabulary.contains("firefox"))
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "example", "a b.org", "-", "ftp://x.org", "x.o1", "a..org",
        "evil.org\u{0}",
    ])
    func otherAddressesAreNotWebsites(address: String) {
        #expect(WebsitePhrase.website(of: Utterance(address).words, original: address) == nil)
    }

    @Test func everyWebsiteAndVoiceOfTheVocabularyIsUnderstood() {
        for site in WebsitePhrase.vocabulary {
            #expect(WebsitePhrase.website(of: Utterance(site).words, original: site) != nil)
        }
        for voice in VoicePhrase.vocabulary { #expect(VoicePhrase.wish(of: Utterance(voice).words) != nil) }
    }
}
