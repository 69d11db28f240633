// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisSpeech

struct SpeakableTextTests {
    @Test(arguments: [
        ("Hello there.", "Hello there."),
        ("It is **very** _warm_.", "It is very warm."),
        ("snake_case stays", "snake_case stays"),
        ("# Heading", " Heading"),
        ("- one", " one"),
        ("`make all`", "make all"),
        ("See [the site](https://example.org/x).", "See the site."),
        ("See https://www.example.org/a?b=c.", "See example dot org."),
        ("Write to joe@example.org!", "Write to joe at example dot org!"),
        ("23.5 °C", "23.5 degrees celsius"),
        ("1 km", "1 kilometer"),
        ("50%", "50 percent"),
        ("80km/h", "80 kilometers per hour"),
        ("12 × 4 = 48", "12 times 4 equals 48"),
        ("-5 degrees", "minus 5 degrees"),
        ("a well-known fact", "a well-known fact"),
        ("It costs $5 or €1.", "It costs 5 dollars or 1 euro."),
        ("At 7:05 or 10:30 or 6:00.", "At 7 oh 5 or 10 30 or 6 o'clock."),
        ("Party 🎉👩‍👩‍👧 time", "Party  time"),
        ("8 GB of memory", "8 gigabytes of memory"),
        ("I am 5 m tall", "I am 5 meters tall"),
        ("3 men", "3 men"),
    ])
    func isWrittenToBeSaid(source: String, spoken: String) {
        #expect(SpeakableText(source).spoken == spoken)
    }

    @Test func everySpokenScalarKnowsItsPlace() throws {
        let text = SpeakableText("At 20 °C, [go](http://x.org).")
        let scalars = Array(text.spoken.unicodeScalars)
        #expect(text.sourceRange(ofScalars: 0..<scalars.count)?.lowerBound == 0)
        let degrees = try #require(text.spoken.range(of: "degrees"))
        let start = text.spoken.unicodeScalars.distance(
            from: text.spoken.startIndex, to: degrees.lowerBound)
        #expect(text.sourceRange(ofScalars: start..<(start + 7)) == 6..<8)
        #expect(text.sourceRange(ofScalars: scalars.count..<(scalars.count + 3)) == nil)
    }

    @Test func survivesAnyCharacters() {
        for source in ["", "*", "[", "[]", "[](", "```", "``", "# ", "$", ":", "1:", "1:2", "https://", "@", "🏳️‍🌈", "\u{FE0F}", "-", "_"] {
            _ = SpeakableText(source)
        }
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
