// SPDX-License-Identifier: GPL-3.0-or-later
// How spoken words stand in a text that is there already: with a space before them, and with a capital letter only where a
// sentence begins. Pure.

import JarvisCore

/// Puts spoken words between what stands before and after them.
public enum JoinedText {
    private static let endsOfSentence: Set<Character> = [".", "!", "?", "…", "\n"]
    /// What the next word follows without a space.
    private static let openings: Set<Character> = [
        "(", "[", "{", "“", "‘", "\"", "'", "/", "@", "#", "-", "–", "—", "¿", "¡",
    ]
    /// What follows the word before it without a space.
    private static let closings: Set<Character> = [
        ".", ",", ";", ":", "!", "?", ")", "]", "}", "”", "’", "…", "\"", "'",
    ]

    /// The words as they are to be inserted.
    /// - Parameters:
    ///   - before: the end of what stands before the caret.
    ///   - after: the beginning of what stands behind it.
    public static func fitting(_ spoken: String, between before: String, and after: String) -> String {
        var words = spoken.trimmed
        guard let first = words.first else { return "" }
        let lastLetter = before.last { !$0.isWhitespace || $0 == "\n" }
        if let lastLetter, !endsOfSentence.contains(lastLetter), isOrdinary(words) {
            words = first.lowercased() + words.dropFirst()
        } else if lastLetter.map(endsOfSentence.contains) ?? true {
            words = first.uppercased() + words.dropFirst()
        }
        // Within a sentence the recognizer's full stop is one too many.
        if let next = after.first(where: { $0 != " " }), next.isLowercase || closings.contains(next), words.last == "."
        {
            words.removeLast()
        }
        if let last = before.last, !last.isWhitespace, !openings.contains(last), !closings.contains(first) {
            words = " " + words
        }
        if let next = after.first, !next.isWhitespace, !closings.contains(next) { words += " " }
        return words
    }

    /// True where the first word has its capital letter from the beginning of the sentence alone: not "I", nor "NASA".
    private static func isOrdinary(_ words: String) -> Bool {
        let word = words.prefix { $0.isLetter || $0 == "'" || $0 == "’" }
        let isI = word == "I" || word.hasPrefix("I'") || word.hasPrefix("I’")
        return !isI && word.dropFirst().allSatisfy { !$0.isUppercase }
    }
}
