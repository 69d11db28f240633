// SPDX-License-Identifier: GPL-3.0-or-later
// Completes the typed text to known requests.

import JarvisCore

enum PhraseCompletion {
    /// Fewer letters fit too many requests.
    private static let fewestLetters = 2

    /// The requests that begin with the text, then those that contain all its words, the last one as a prefix.
    /// - Parameter phrases: known requests, the better ones first.
    static func completions(of text: String, among phrases: [String], limit: Int) -> [String] {
        let typed = folded(text)
        guard typed.count >= fewestLetters else { return [] }
        let words = typed.split(separator: " ")
        var seen = Set([typed])
        let known = phrases.map { ($0, folded($0)) }.filter { seen.insert($0.1).inserted }
        let continued = known.filter { $0.1.hasPrefix(typed) }
        let others = known.filter { !$0.1.hasPrefix(typed) && hasWords(words, in: $0.1) }
        return (continued + others).prefix(limit).map(\.0)
    }

    private static func hasWords(_ words: [Substring], in phrase: String) -> Bool {
        let own = phrase.split(separator: " ")
        guard let last = words.last else { return false }
        return words.dropLast().allSatisfy(own.contains) && own.contains { $0.hasPrefix(last) }
    }

    private static func folded(_ text: String) -> String { text.singleSpaced.lowercased() }
}
