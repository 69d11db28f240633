// SPDX-License-Identifier: GPL-3.0-or-later
// Character classes. Many rules test each character of a text, and most characters are ASCII, so these take a path
// without Unicode's tables.

extension Character {
    /// True if the character is one of these signs, each a single scalar.
    func isAny(of signs: StaticString) -> Bool {
        let bytes = utf8
        guard let first = bytes.first else { return false }
        return signs.withUTF8Buffer { signs in
            // No part of a multi-byte sign is an ASCII byte.
            if bytes.count == 1 { return signs.contains(first) }
            guard first >= 0x80 else { return false }
            return signs.indices.contains { place in
                signs[place] == first && signs[place...].starts(with: bytes)
            }
        }
    }

    /// A letter of any script.
    var isAlphabetic: Bool { asciiByte.map { (97...122).contains($0 | 0x20) } ?? isLetter }

    /// Part of a word: a letter, or a digit of any script.
    public var isWordPart: Bool { isDigit || isAlphabetic || !isASCII && isNumber }

    /// 0…9
    var isDigit: Bool { asciiByte.map { (48...57).contains($0) } ?? false }

    /// True for pictographs, and for the selectors and joiners that stand alone in broken sequences.
    var isPictograph: Bool {
        guard let first = unicodeScalars.first, !first.isASCII || unicodeScalars.count > 1 else { return false }
        if first.value == 0xFE0F || first.value == 0x200D { return true }
        if first.properties.isEmojiPresentation { return true }
        return first.properties.isEmoji && first.value > 0xFF
            && (unicodeScalars.contains { $0.value == 0xFE0F } || first.value >= 0x2600)
    }

    /// Nil for anything but a single byte.
    private var asciiByte: UInt8? {
        let bytes = utf8
        guard let first = bytes.first, first < 0x80, bytes.count == 1 else { return nil }
        return first
    }
}
