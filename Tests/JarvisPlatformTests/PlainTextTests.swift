// SPDX-License-Identifier: GPL-3.0-or-later
// Text of others as a terminal may show it.

import JarvisPlatform
import Testing

struct PlainTextTests {
    @Test func textCannotGiveOrdersToATerminal() {
        #expect(PlainText.printable("a\u{1B}[31mred\u{1B}[0m\u{7}b\n\tc\u{9B}1m") == "aredb\n\tc1m")
    }

    @Test func aLineIsCutAndSaysSo() {
        #expect(PlainText.line(" a\n\tb ", most: 5) == "a b")
        #expect(PlainText.line("abcdef", most: 5) == "abcd…")
        #expect(PlainText.line(String(repeating: "\u{1B}", count: 99) + "abc", most: 5) == "…")
        #expect(PlainText.line("", most: 5).isEmpty)
    }
}
