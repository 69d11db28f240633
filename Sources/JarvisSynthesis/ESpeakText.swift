// SPDX-License-Identifier: GPL-3.0-or-later
// Text that espeak-ng can read without harm. Pure.

enum ESpeakText {
    /// espeak-ng has room for 160 bytes of a word; real abbreviations are far shorter.
    private static let longestDotted = 80

    /// The text with spaces for the dots in words that are too long: espeak-ng 1.51 reads "e.g.e.g." with all its dots as one
    /// word, and writes past the end of its buffer, which ends the process. As many scalars, so that places in it stay.
    static func readable(_ text: String) -> String {
        var bytes = Array(text.utf8)
        var start = 0
        var isChanged = false
        for end in 0...bytes.count {
            guard end == bytes.count || isSpace(bytes[end]) else { continue }
            if end - start > longestDotted {
                for place in start..<end where bytes[place] == UInt8(ascii: ".") {
                    bytes[place] = UInt8(ascii: " ")
                    isChanged = true
                }
            }
            start = end + 1
        }
        return isChanged ? String(decoding: bytes, as: UTF8.self) : text
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}
