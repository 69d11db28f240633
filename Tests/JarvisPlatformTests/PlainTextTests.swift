// SPDX-License-Identifier: GPL-3.0-or-later
// Making foreign text safe for a terminal.

import JarvisPlatform
import Testing

struct PlainTextTests {
    @Test func terminalControlsAreRemoved() {
        #expect(PlainText.printable("a\u{1B}[31mred\u{1B}[0m\u{7}b\n\tc\u{9B}1m") == "aredb\n\tc1m")
    }

    @Test func longLinesEndInAnEllipsis() {
        #expect(PlainText.line(" a\n\tb ", most: 5) == "a b")
        #expect(PlainText.line("abcdef", most: 5) == "abcd…")
        #expect(PlainText.line(String(repeating: "\u{1B}", count: 99) + "abc", most: 5) == "…")
        #expect(PlainText.line("", most: 5).isEmpty)
    }

    /// Escape, carriage return, C1 and delete; line separator; marks, overrides and isolates of direction; a tag letter.
    private static let orders =
        "a\u{1B}]0;t\u{7}\rb\u{9B}31m\u{7F}\u{2028}\u{200F}\u{61C}\u{202E}\u{2066}\u{E0041}z"

    @Test func controlsAndMisleadingCharactersAreShownAsSigns() {
        #expect(
            PlainText.forTerminal(Self.orders)
                == "a␛]0;t␇␍b⟨U+9B⟩31m⟨U+7F⟩⟨U+2028⟩⟨U+200F⟩⟨U+61C⟩⟨U+202E⟩⟨U+2066⟩⟨U+E0041⟩z")
        let harmless = "é שלום 👩‍👩‍👧 क्‍ष\tb\nc"
        #expect(PlainText.forTerminal(harmless) == harmless)
    }

    @Test func escapingAJSONDocumentKeepsItsValue() throws {
        let value = JSONValue.object(JSONObject(members: [.init(key: Self.orders, value: .text(Self.orders))]))
        let document = PlainText.escapedInJSON(String(decoding: value.bytes, as: UTF8.self))
        #expect(!document.unicodeScalars.contains(where: PlainText.misleads))
        #expect(try JSONValue(parsing: Array(document.utf8)) == value)
    }
}
