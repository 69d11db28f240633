// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisTesting
import Testing

@testable import JarvisSpokenText

/// Texts as written and as spoken; the tables are in the extensions.
enum SpeakableTable {
    static let all: [(language: String, source: String, spoken: String)] =
        (english + englishSigns).map { ("en-us", $0.source, $0.spoken) } + german.map { ("de", $0.source, $0.spoken) }
        + french.map { ("fr-fr", $0.source, $0.spoken) } + spanish.map { ("es", $0.source, $0.spoken) }
}

struct SpeakableTextTests {
    @Test(arguments: SpeakableTable.all)
    func textIsConvertedForSpeech(language: String, source: String, spoken: String) {
        #expect(SpeakableText(source, language: language).spoken == spoken)
    }

    @Test func datesFollowTheCountry() {
        #expect(SpeakableText("05/06/2026", language: "en-us").spoken == "May 6th, 20 26")
        #expect(SpeakableText("05/06/2026", language: "en-gb").spoken == "June 5th, 20 26")
    }

    @Test func languageWithoutRulesOnlyLosesMarkup() {
        #expect(
            SpeakableText("# **Ciao** `mondo`, 23,5 °C & 5 €", language: "it").spoken == "Ciao mondo, 23,5 °C & 5 €")
    }

    @Test func everySpokenScalarHasASourceRange() throws {
        let text = SpeakableText("At 20 °C, [go](http://x.org).")
        let scalars = Array(text.spoken.unicodeScalars)
        #expect(text.sourceRange(ofScalars: 0..<scalars.count)?.lowerBound == 0)
        let degrees = try #require(text.spoken.range(of: "degrees"))
        let start = text.spoken.unicodeScalars.distance(
            from: text.spoken.startIndex, to: degrees.lowerBound)
        #expect(text.sourceRange(ofScalars: start..<(start + 7)) == 6..<8)
        #expect(text.sourceRange(ofScalars: scalars.count..<(scalars.count + 3)) == nil)
    }

    /// Captions advance only if the spoken text follows the order of the source.
    @Test(arguments: SpeakableTable.all)
    func sourceRangesAreInOrder(language: String, source: String, spoken: String) {
        let text = SpeakableText(source, language: language)
        let places = text.spoken.unicodeScalars.indices.count
        let ranges = (0..<places).compactMap { text.sourceRange(ofScalars: $0..<($0 + 1)) }
        #expect(ranges.count == places)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound })
        #expect(ranges.allSatisfy { $0.upperBound <= source.count })
    }

    @Test func plainWordsAreNeverLost() {
        var random = SeededGenerator(seed: 5)
        let words = ["apple", "Bridge", "candle", "door's", "élan", "fünf", "green-ish", "house", "Iris", "jam"]
        let marks = ["**", "_", "", "", "", "> ", "# ", "- ", "(", ") ", "\"", "~~", "[", "] ", ", ", ". ", "\n"]
        for _ in 0..<200 {
            let chosen = (0..<12).map { _ in words.randomElement(using: &random) ?? "" }
            let source = chosen.map { (marks.randomElement(using: &random) ?? "") + $0 + " " }.joined()
            let spoken = SpeakableText(source).spoken
            for word in chosen { #expect(spoken.contains(word), "\(word) is lost of \(source)") }
        }
    }

    /// Hostile text of any kind is converted to the end. `jarvis-speechcheck speakable-cost` measures that the cost is
    /// linear.
    @Test(.timeLimit(.minutes(5)), arguments: HostileText.parts)
    func hostileTextIsConverted(part: String) {
        let source = HostileText.row(of: part, length: 5_000)
        let text = SpeakableText(source)
        let scalars = text.spoken.unicodeScalars.count
        #expect(scalars == 0 || text.sourceRange(ofScalars: 0..<1) != nil)
        // The name of a sign is longer than the sign, but bounded.
        #expect(scalars <= 40 * source.unicodeScalars.count)
        #expect(text.sourceRange(ofScalars: 0..<scalars).map { $0.upperBound <= source.count } ?? true)
    }

    /// Nested constructs must not need a stack as deep as the text is long.
    @Test func longRowsOfRangesAndLinksDoNotOverflowTheStack() {
        #expect(SpeakableText("1–2–3").spoken == "1 to 2 to 3")
        let ranges = SpeakableText(HostileText.row(of: "1–", length: 20_000)).spoken
        #expect(ranges.hasPrefix("1 to 1 to 1"))
        let brackets = String(repeating: "[", count: 390)
        #expect(SpeakableText(brackets + "word](x) end").spoken == "word end")
    }

    @Test func randomMarksNeverTrap() {
        var random = SeededGenerator(seed: 11)
        let parts = [
            "[", "](", "**", "_", "`", "```\n", "|", "#", " ", "1", "12:", "http://", "a.", "/", "\n", "- ", "€", "$5",
            "+49 ", "&amp;", "<b", "🎉", "é", "word ", "1.", "2026-", "^", "~~", "(", ")", "\u{301}", "°C", "½", "v1",
        ]
        for language in ["en-us", "de", "fr", "es", "it"] {
            for _ in 0..<300 {
                let source = (0..<30).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
                _ = SpeakableText(source, language: language)
            }
        }
    }
}

struct LanguageGuessTests {
    @Test(arguments: [
        ("en", "The weather will be fine today, and I have set the alarm for you."),
        ("de", "Das Wetter wird heute schön, und der Wecker ist gestellt."),
        ("fr", "Il est quatre heures vingt et vous avez trois messages dans la boîte."),
        ("es", "Son las cuatro y veinte, y usted tiene tres mensajes en el buzón."),
        ("it", "Sono le quattro e venti, e hai tre messaggi nella casella del telefono."),
        ("nl", "Het is tien voor vijf en je hebt drie berichten van vandaag."),
        ("pl", "Jest dwadzieścia po czwartej i masz trzy wiadomości na dzisiaj."),
        ("pt", "São quatro e vinte, e você tem três mensagens na caixa para hoje."),
        ("ru", "Сейчас двадцать минут пятого, у вас три сообщения."),
        ("uk", "Зараз двадцять хвилин на п'яту, і все гаразд."),
        ("el", "Η ώρα είναι τέσσερις και είκοσι."), ("ja", "今は四時二十分です。"), ("zh", "现在是四点二十分。"),
        ("ko", "지금은 네 시 이십 분입니다."), ("ar", "الساعة الآن الرابعة وعشرون دقيقة."),
    ])
    func languageIsGuessedByWordsOrScript(language: String, text: String) {
        #expect(LanguageGuess.language(of: text) == language)
    }

    @Test(arguments: [
        "", "Hello.", "OK", "42", "Die Hard", "Jarvis", "https://example.org", "🎉", "Berlin, Paris, Roma",
    ])
    func uncertainLanguageIsNil(text: String) {
        #expect(LanguageGuess.language(of: text) == nil)
    }
}

extension String {
    func range(of part: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
