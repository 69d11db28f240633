// SPDX-License-Identifier: GPL-3.0-or-later
// Joins spoken words with the text around them: adds a space before them, and keeps a capital letter only at the start
// of a sentence. Pure.

import JarvisCore

/// Fits spoken words between the text before and after them.
public enum JoinedText {
    private static let endsOfSentence: Set<Character> = [".", "!", "?", "…", "\n"]
    /// Characters that the next word follows without a space.
    private static let openings: Set<Character> = [
        "(", "[", "{", "“", "‘", "\"", "'", "/", "@", "#", "-", "–", "—", "¿", "¡",
    ]
    /// Characters that follow the previous word without a space.
    private static let closings: Set<Character> = [
        ".", ",", ";", ":", "!", "?", ")", "]", "}", "”", "’", "…", "\"", "'",
    ]

    /// The words as they should be inserted.
    /// - Parameters:
    ///   - before: the end of the text before the caret.
    ///   - after: the beginning of the text after the caret.
    public static func fitting(_ spoken: String, between before: String, and after: String) -> String {
        var words = spoken.trimmed
        guard let first = words.first else { return "" }
        let lastLetter = before.last { !$0.isWhitespace || $0 == "\n" }
        if let lastLetter, !endsOfSentence.contains(lastLetter), isOrdinary(words) {
            words = first.lowercased() + words.dropFirst()
        } else if lastLetter.map(endsOfSentence.contains) ?? true {
            words = first.uppercased() + words.dropFirst()
        }
        // In the middle of a sentence, drop the full stop that the recognizer adds.
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

    /// True if the first word is capitalized only as the first of a sentence, unlike "I" or "NASA".
    private static func isOrdinary(_ words: String) -> Bool {
        let word = words.prefix { $0.isLetter || $0 == "'" || $0 == "’" }
        let isI = word == "I" || word.hasPrefix("I'") || word.hasPrefix("I’")
        return !isI && word.dropFirst().allSatisfy { !$0.isUppercase }
    }
}
