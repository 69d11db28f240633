// SPDX-License-Identifier: GPL-3.0-or-later
// Text that espeak-ng can read without harm. Pure.

import JarvisSpokenText

/// A text as espeak-ng gets it, and where its places are in the text as it was.
///
/// espeak-ng 1.51 has two faults that end the process, or worse:
/// - "e.g.e.g." is one word to it with all its dots, and one of more than 160 bytes is written past the end of its buffer.
/// - A word in the letters of several scripts is read by several languages, and the rules of one are freed while they are
///   still in use.
struct ESpeakText {
    /// What it can read: spaces for the dots in words that are too long, and a space wherever a word changes its script.
    let readable: String
    /// Unicode scalars of `readable` that are not in the text; ascending.
    private let added: [Int]

    init(_ text: String) {
        var scalars = Array(text.unicodeScalars)
        var isChanged = Self.removeDots(&scalars)
        (scalars, added) = Self.apart(scalars)
        isChanged = isChanged || !added.isEmpty
        readable = isChanged ? String(String.UnicodeScalarView(scalars)) : text
    }

    /// A place in the text, in Unicode scalars, by its place in `readable`.
    func place(_ readable: Int) -> Int { readable - added.prefix { $0 < readable }.count }

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

    private static func apart(_ scalars: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], added: [Int]) {
        // Most texts are of one script.
        guard scalars.contains(where: { $0.value >= 0x250 }) else { return (scalars, []) }
        var result: [Unicode.Scalar] = []
        var added: [Int] = []
        var current: WritingSystem?
        for scalar in scalars {
            if scalar.isSpace {
                current = nil
            } else if let next = WritingSystem(scalar) {
                if let current, isAnother(next, than: current) {
                    added.append(result.count)
                    result.append(" ")
                }
                current = next
            }
            result.append(scalar)
        }
        return (result, added)
    }

    /// Japanese words are of both their scripts.
    private static func isAnother(_ script: WritingSystem, than current: WritingSystem) -> Bool {
        let japanese: Set<WritingSystem> = [.han, .kana]
        return script != current && !japanese.isSuperset(of: [script, current])
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { self == " " || (9...13).contains(value) }
}
