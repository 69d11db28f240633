// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct InvisibleCharacterTests {
    @Test(arguments: [
        ("milk", "milk"), ("mi\u{200B}lk", "milk"), ("\u{FEFF}milk\u{2060}", "milk"), ("milk\u{FE0F}", "milk"),
        ("m\u{AD}ilk", "milk"), ("\u{202E}klim\u{202C}", "klim"), ("a\u{200D}b", "ab"), ("a\u{E0061}b", "ab"),
        ("\u{200B}", ""), ("1\u{FE0F}", "1"), ("caf\u{E9}", "caf\u{E9}"),
    ])
    func invisibleCharactersAreRemoved(text: String, expected: String) {
        #expect(text.withoutInvisibles == expected)
    }

    @Test(arguments: [
        // A family, a heart, a keycap, the flags of a rainbow and of Scotland, a waving hand.
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{2764}\u{FE0F}", "1\u{FE0F}\u{20E3}",
        "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "\u{1F44B}\u{1F3FD}",
        // Persian and Malayalam.
        "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", "\u{D28}\u{D4D}\u{200D}\u{D31}",
    ])
    func joinersInEmojiAndScriptsAreKept(text: String) {
        #expect(Array(text.withoutInvisibles.unicodeScalars) == Array(text.unicodeScalars))
    }
}
