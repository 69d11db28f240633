// SPDX-License-Identifier: GPL-3.0-or-later
// Makes text safe for espeak-ng to read. Pure.

import JarvisSpokenText

/// Works around two bugs in espeak-ng 1.51 that crash the process or corrupt its memory:
/// - It treats "e.g.e.g." as one word, dots included, and writes a word of more than 160 bytes past the end of its
///   buffer.
/// - It reads letters outside the voice's script by another language's rules, and frees those rules while they are
///   still in use if the word also has a sign or letter that the other language lacks.
enum ESpeakText {
    /// Replaces dots in overlong words, and scalars that a voice for these scripts can't read, with spaces. The number
    /// of scalars stays the same, so that positions remain valid.
    static func readable(_ text: String, in scripts: Set<WritingSystem>) -> String {
        var scalars = Array(text.unicodeScalars)
        let isChanged = [removeDots(&scalars), removeForeign(&scalars, scripts)].contains(true)
        return isChanged ? String(String.UnicodeScalarView(scalars)) : text
    }

    /// The longest word with dots, in bytes; real abbreviations are far shorter.
    private static let longestDotted = 80

    private static func removeDots(_ scalars: inout [Unicode.Scalar]) -> Bool {
        var (start, length, isChanged) = (0, 0, false)
        for end in 0...scalars.count {
            guard end == scalars.count || scalars[end].isSpace else {
                length += UTF8.width(scalars[end])
                continue
            }
            if length > longestDotted {
                for place in start..<end where scalars[place] == "." {
                    scalars[place] = " "
                    isChanged = true
                }
            }
            (start, length) = (end + 1, 0)
        }
        return isChanged
    }

    private static func removeForeign(_ scalars: inout [Unicode.Scalar], _ scripts: Set<WritingSystem>) -> Bool {
        var isChanged = false
        for place in scalars.indices where !isKnown(scalars[place], scripts) {
            scalars[place] = " "
            isChanged = true
        }
        return isChanged
    }

    private static func isKnown(_ scalar: Unicode.Scalar, _ scripts: Set<WritingSystem>) -> Bool {
        if scalar.isASCII { return true }
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse, .surrogate, .control: return false
        default: break
        }
        if let own = WritingSystem(scalar) { return scripts.contains(own) }
        // Only Latin-script languages have names for signs; others would fall back to the rules for English.
        return scripts == [.latin] || scalar.properties.generalCategory.isPunctuation
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { self == " " || (9...13).contains(value) }
}

extension Unicode.GeneralCategory {
    fileprivate var isPunctuation: Bool {
        switch self {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}
