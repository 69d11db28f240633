// SPDX-License-Identifier: GPL-3.0-or-later
// Removes invisible characters from typed or pasted text, so two list items that look the same are the same. Pure.

extension String {
    /// The text without invisible characters, such as zero-width spaces, variation selectors and direction marks. Keeps
    /// those that are part of emoji, and joiners between letters of scripts that need them.
    public var withoutInvisibles: String {
        // Most texts are ASCII and contain none.
        guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
        let scalars = Array(unicodeScalars)
        guard scalars.contains(where: \.isInvisible) else { return self }
        var kept = String.UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            if !scalar.isInvisible || scalar.shapes(behind: kept.last, before: next) { kept.append(scalar) }
        }
        return String(kept)
    }
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        properties.isDefaultIgnorableCodePoint || (0xE0000...0xE0FFF).contains(value)
            // Direction marks: U+061C, marks, embeddings, overrides, isolates.
            || properties.isBidiControl
    }

    /// True if this invisible character changes how its neighbours look.
    fileprivate func shapes(behind last: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        guard let last else { return false }
        switch value {
        // Joiners, between parts of an emoji or letters of joining scripts (Hebrew and later blocks).
        case 0x200C, 0x200D:
            guard let next else { return false }
            let isEmoji = last.isOfEmoji && next.properties.isEmoji
            return isEmoji || last.mayJoin && next.mayJoin
        // Variation selectors for text or emoji style.
        case 0xFE0E, 0xFE0F: return last.properties.isEmoji && (!last.isASCII || next?.value == 0x20E3)
        // Tags in flags of regions: a black flag followed by tag letters.
        case 0xE0020...0xE007F: return last.value == 0x1F3F4 || (0xE0020...0xE007E).contains(last.value)
        default: return false
        }
    }

    private var isOfEmoji: Bool {
        properties.isEmoji && !isASCII || value == 0xFE0F || properties.isEmojiModifier
    }

    private var mayJoin: Bool {
        value >= 0x0590 && (properties.isAlphabetic || properties.canonicalCombiningClass != .notReordered)
    }
}
