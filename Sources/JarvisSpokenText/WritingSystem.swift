// SPDX-License-Identifier: GPL-3.0-or-later
// The script of a letter, for the scripts that voices can read, according to the Unicode blocks.

/// The script of a letter.
public enum WritingSystem: Hashable, Comparable, Sendable {
    case latin, greek, cyrillic, armenian, hebrew, arabic, syriac, thaana
    case devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala
    case thai, lao, tibetan, burmese, georgian, ethiopic, khmer, mongolian
    case kana, han, hangul
    /// Any other.
    case other

    /// The script of a letter, or of a mark or digit that only one script has; nil for characters that scripts share.
    public init?(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x250 || (0x1E00...0x1EFF).contains(value) {
            guard scalar.properties.isAlphabetic else { return nil }
            self = .latin
        } else if let block = Self.blocks.first(where: { $0.range.contains(value) }) {
            self = block.script
        } else {
            // Combining marks, punctuation and signs, including Kelvin and Ohm.
            let isShared = value < 0x370 || (0x2000...0x2BFF).contains(value) || (0x3000...0x303F).contains(value)
            guard !isShared, scalar.properties.isAlphabetic else { return nil }
            self = .other
        }
    }

    /// The scripts of a language, by its BCP 47 tag; Latin if unknown.
    public static func scripts(of language: String) -> Set<WritingSystem> {
        let parts = language.lowercased().split(separator: "-").map(String.init)
        // "fa-latn", "cmn-latn-pinyin"
        guard let code = parts.first, !parts.contains("latn") else { return [.latin] }
        return languages.first { $0.codes.contains(code) }?.scripts ?? [.latin]
    }

    private static let languages: [(scripts: Set<WritingSystem>, codes: Set<String>)] = [
        ([.greek], ["el", "grc"]),
        ([.cyrillic], ["ru", "uk", "be", "bg", "mk", "kk", "ky", "tt", "ba", "cv", "nog"]),
        ([.cyrillic, .latin], ["sr"]), ([.armenian], ["hy", "hyw"]), ([.hebrew], ["he"]),
        ([.arabic], ["ar", "fa", "ur", "sd"]), ([.arabic, .latin], ["ug"]),
        ([.devanagari], ["hi", "mr", "ne", "kok"]), ([.bengali], ["bn", "as", "bpy"]), ([.gurmukhi], ["pa"]),
        ([.gujarati], ["gu"]), ([.oriya], ["or"]), ([.tamil], ["ta"]), ([.telugu], ["te"]), ([.kannada], ["kn"]),
        ([.malayalam], ["ml"]), ([.sinhala], ["si"]), ([.thai], ["th"]), ([.burmese], ["my", "shn"]),
        ([.georgian], ["ka"]), ([.ethiopic], ["am", "ti"]), ([.kana, .han], ["ja"]), ([.han], ["cmn", "zh", "yue"]),
        ([.hangul], ["ko"]), ([.other], ["chr"]),
    ]

    private static let blocks: [(range: ClosedRange<UInt32>, script: WritingSystem)] = [
        (0x370...0x3FF, .greek), (0x1F00...0x1FFF, .greek), (0x400...0x52F, .cyrillic), (0x530...0x58F, .armenian),
        (0x590...0x5FF, .hebrew), (0x600...0x6FF, .arabic), (0x750...0x77F, .arabic), (0xFB50...0xFDFF, .arabic),
        (0xFE70...0xFEFC, .arabic), (0x700...0x74F, .syriac), (0x780...0x7BF, .thaana), (0x900...0x97F, .devanagari),
        (0x980...0x9FF, .bengali), (0xA00...0xA7F, .gurmukhi), (0xA80...0xAFF, .gujarati), (0xB00...0xB7F, .oriya),
        (0xB80...0xBFF, .tamil), (0xC00...0xC7F, .telugu), (0xC80...0xCFF, .kannada), (0xD00...0xD7F, .malayalam),
        (0xD80...0xDFF, .sinhala), (0xE00...0xE7F, .thai), (0xE80...0xEFF, .lao), (0xF00...0xFFF, .tibetan),
        (0x1000...0x109F, .burmese), (0x10A0...0x10FF, .georgian), (0x1C90...0x1CBF, .georgian),
        (0x2D00...0x2D2F, .georgian), (0x1200...0x139F, .ethiopic), (0x1780...0x17FF, .khmer),
        (0x1800...0x18AF, .mongolian), (0x3040...0x30FF, .kana), (0x31F0...0x31FF, .kana), (0x3400...0x4DBF, .han),
        (0x4E00...0x9FFF, .han), (0xF900...0xFAFF, .han), (0x20000...0x323AF, .han), (0x1100...0x11FF, .hangul),
        (0x3130...0x318F, .hangul), (0xAC00...0xD7FF, .hangul),
    ]
}
