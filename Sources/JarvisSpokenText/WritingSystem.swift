// SPDX-License-Identifier: GPL-3.0-or-later
// Which script a letter belongs to, for the scripts that voices know. Facts of the Unicode blocks.

/// The script of a letter.
public enum WritingSystem: Hashable, Comparable, Sendable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, syriac, thaana
    case devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala
    case thai, lao, tibetan, burmese, georgian, ethiopic, khmer, mongolian
    case kana, han, hangul
    /// Any other.
    case other

    /// Nil for what is no letter: marks, digits, signs.
    public init?(_ scalar: Unicode.Scalar) {
        guard scalar.properties.isAlphabetic, !scalar.properties.generalCategory.isMark else { return nil }
        if scalar.value < 0x250 {
            self = .latin
        } else {
            self = Self.blocks.first { $0.range.contains(scalar.value) }?.script ?? .other
        }
    }

    private static let blocks: [(range: ClosedRange<UInt32>, script: WritingSystem)] = [
        (0x250...0x2AF, .latin), (0x1D00...0x1DBF, .latin), (0x1E00...0x1EFF, .latin), (0xFF21...0xFF5A, .latin),
        (0x370...0x3FF, .greek), (0x1F00...0x1FFF, .greek), (0x400...0x52F, .cyrillic), (0x530...0x58F, .armenian),
        (0x590...0x5FF, .hebrew), (0x600...0x6FF, .arabic), (0x750...0x77F, .arabic), (0xFB50...0xFEFC, .arabic),
        (0x700...0x74F, .syriac), (0x780...0x7BF, .thaana), (0x900...0x97F, .devanagari), (0x980...0x9FF, .bengali),
        (0xA00...0xA7F, .gurmukhi), (0xA80...0xAFF, .gujarati), (0xB00...0xB7F, .oriya), (0xB80...0xBFF, .tamil),
        (0xC00...0xC7F, .telugu), (0xC80...0xCFF, .kannada), (0xD00...0xD7F, .malayalam), (0xD80...0xDFF, .sinhala),
        (0xE00...0xE7F, .thai), (0xE80...0xEFF, .lao), (0xF00...0xFFF, .tibetan), (0x1000...0x109F, .burmese),
        (0x10A0...0x10FF, .georgian), (0x1C90...0x1CBF, .georgian), (0x2D00...0x2D2F, .georgian),
        (0x1200...0x139F, .ethiopic), (0x1780...0x17FF, .khmer), (0x1800...0x18AF, .mongolian),
        (0x3040...0x30FF, .kana), (0x31F0...0x31FF, .kana), (0x3400...0x4DBF, .han), (0x4E00...0x9FFF, .han),
        (0xF900...0xFAFF, .han), (0x20000...0x323AF, .han), (0x1100...0x11FF, .hangul), (0x3130...0x318F, .hangul),
        (0xAC00...0xD7FF, .hangul),
    ]
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
