// SPDX-License-Identifier: GPL-3.0-or-later
// Where what is searched for stands in a text.

import JarvisCore
import Testing

struct SearchFoldingTests {
    private func found(_ query: String, in text: String) -> [String] {
        SearchFolding.occurrences(of: SearchFolding.words(query), in: text).map { String(text[$0]) }
    }

    @Test func everyOccurrenceIsFoundWhateverItsCaseAndAccents() {
        #expect(found("cafe", in: "Café, CAFÉ or cafe") == ["Café", "CAFÉ", "cafe"])
        #expect(found("milk bread", in: "Bread and milk, more bread") == ["Bread", "milk", "bread"])
        #expect(found("zzz", in: "Bread") == [])
        #expect(found("", in: "Bread") == [])
    }

    @Test func marksBelongToTheirLetter() {
        #expect(found("e", in: "cafe\u{301} au lait") == ["e\u{301}"])
        #expect(found("cafe", in: "cafe\u{301}s") == ["cafe\u{301}"])
    }

    @Test func aLetterThatFoldsToTwoIsMarkedAsOne() {
        #expect(found("strasse", in: "Straße 5") == ["Straße"])
        #expect(found("s", in: "ß") == ["ß"])
    }

    @Test func whatOverlapsIsOnePart() {
        #expect(found("abc bcd", in: "xabcdx") == ["abcd"])
        #expect(found("aa", in: "aaaa") == ["aaaa"])
    }

    @Test func otherScriptsAreFoundToo() {
        #expect(found("ёлка", in: "Новая Елка") == ["Елка"])
        #expect(found("ωρα", in: "Τι ώρα είναι") == ["ώρα"])
        #expect(found("天", in: "今天天气") == ["天天"])
    }
}
