// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a language for how much of something is wanted, and for colours. They are read with the lexicon. Pure.

/// Words for degrees and colours.
package struct DegreeWords: Sendable {
    /// What a word asks for. The raw values are the keys in the lexicon, behind "degree".
    package enum Kind: String, Hashable, Sendable {
        /// An end of the range, or its middle: "maximum", "slowest", "halfway".
        case most, least, middle
        /// An end of the range, as a direction: "all the way … up".
        case topmost, bottommost
        /// The value that the setting had at first: "normal".
        case usual
        /// Makes a step greater: "much".
        case much
        /// A step up or down: "more", "lower".
        case rising, falling
        case on, off
        /// Leaves the choice to the desktop: "follow".
        case following
        /// Says nothing by itself: "a bit".
        case filler
    }

    private var phrases: [Kind: PhraseSet] = [:]
    /// By name, as 0xRRGGBB.
    private var colors: [String: UInt32] = [:]

    package init() {}

    /// Reads the value of a line `degree KIND: phrase, phrase`; false for an unknown kind.
    mutating func read(_ kind: String, _ own: [[String]]) -> Bool {
        guard let kind = Kind(rawValue: kind) else { return false }
        for phrase in own { phrases[kind, default: PhraseSet()].insert(phrase) }
        return true
    }

    /// Reads the value of a line `color RRGGBB: name, name`; false if that is no colour.
    mutating func readColor(_ code: String, _ names: [[String]]) -> Bool {
        guard code.utf8.count == 6, let value = UInt32(code, radix: 16) else { return false }
        for name in names { colors[name.joined(separator: " ")] = value }
        return true
    }

    /// True if the word by itself is of this kind.
    package func isOf(_ kind: Kind, _ word: String) -> Bool { phrases[kind]?.isWhole([word]) ?? false }

    /// True if the words have a phrase of this kind.
    package func has(_ kind: Kind, in words: [String]) -> Bool { phrases[kind]?.places(in: words).isEmpty == false }

    /// The colour that these words name; nil if they name none.
    package func color(_ words: [String]) -> UInt32? { colors[words.joined(separator: " ")] }
}
