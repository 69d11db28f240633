// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting text to a limit in bytes.

import JarvisCore
import Testing

struct TextBeginningTests {
    @Test(arguments: [
        ("héllo", 0, ""), ("héllo", 1, "h"), ("héllo", 2, "h"), ("héllo", 3, "hé"), ("héllo", 6, "héllo"), ("", 0, ""),
        ("😀", 3, ""), ("😀", 4, "😀"), ("e\u{301}", 1, "e"), ("e\u{301}", 2, "e"),
    ])
    func textIsCutBetweenUnicodeScalars(text: String, limit: Int, beginning: String) {
        #expect(text.beginning(ofBytes: limit).unicodeScalars.elementsEqual(beginning.unicodeScalars))
    }
}
