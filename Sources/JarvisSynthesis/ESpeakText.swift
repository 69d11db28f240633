// SPDX-License-Identifier: GPL-3.0-or-later
// Text that espeak-ng can read without harm. Pure.

import JarvisSpokenText

/// espeak-ng 1.51 has two faults that end the process, or worse:
/// - "e.g.e.g." is one word to it with all its dots, and one of more than 160 bytes is written past the end of its buffer.
/// - It reads letters of a script that is not the voice's by another language's rules, and frees those while they are in use
///   where such a word has a sign or letter that this language does not have either.
enum ESpeakText {
    /// The text with spaces for the dots in words that are too long, and for what a voice of these scripts does not know. As
    /// many scalars, so that places in it stay.
    static func readable(_ text: String, in scripts: Set<WritingSystem>) -> String {
        var scalars = Array(text.unicodeScalars)
        let isChanged = [removeDots(&scalars), removeForeign(&scalars, scripts)].contains(true)
        return isChanged ? String(String.UnicodeScalarView(scalars)) : text
    }

    /// Bytes; real abbreviations are far shorter.
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
        // Rules of a Latin script name signs; those of another would have English ones do it.
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
