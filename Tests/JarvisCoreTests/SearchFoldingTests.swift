// SPDX-License-Identifier: GPL-3.0-or-later
// Finding the occurrences of a search in a text.

import JarvisCore
import Testing

struct SearchFoldingTests {
    private func found(_ query: String, in text: String) -> [String] {
        SearchFolding.occurrences(of: SearchFolding.words(query), in: text).map { String(text[$0]) }
    }

    @Test func matchesIgnoreCaseAndAccents() {
        #expect(found("cafe", in: "Café, CAFÉ or cafe") == ["Café", "CAFÉ", "cafe"])
        #expect(found("milk bread", in: "Bread and milk, more bread") == ["Bread", "milk", "bread"])
        #expect(found("zzz", in: "Bread") == [])
        #expect(found("", in: "Bread") == [])
    }

    @Test func combiningMarksBelongToTheirLetter() {
        #expect(found("e", in: "cafe\u{301} au lait") == ["e\u{301}"])
        #expect(found("cafe", in: "cafe\u{301}s") == ["cafe\u{301}"])
    }

    @Test func aLetterThatFoldsToTwoIsMatchedWhole() {
        #expect(found("strasse", in: "Straße 5") == ["Straße"])
        #expect(found("s", in: "ß") == ["ß"])
    }

    @Test func overlappingMatchesAreMerged() {
        #expect(found("abc bcd", in: "xabcdx") == ["abcd"])
        #expect(found("aa", in: "aaaa") == ["aaaa"])
    }

    @Test func otherScriptsAreSearched() {
        #expect(found("ёлка", in: "Новая Елка") == ["Елка"])
        #expect(found("ωρα", in: "Τι ώρα είναι") == ["ώρα"])
        #expect(found("天", in: "今天天气") == ["天天"])
    }
}
