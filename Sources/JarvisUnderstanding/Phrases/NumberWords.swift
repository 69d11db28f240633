// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in words and digits: "minus two point five", "a hundred and twenty", "2.5 million", "one and a half".

/// Reads numbers.
package enum NumberWords {
    /// A number at the beginning of a list of words.
    package struct Reading: Hashable {
        package var value: Double
        /// The number of words it takes up.
        package var count: Int
    }

    /// The number if all of `words` form one; otherwise nil.
    package static func value(of words: some Collection<String>) -> Double? {
        ValueParser.whole(words)?.number(0..<words.count)
    }

    /// The longest number at the beginning of `words`, including its sign; nil if there is none.
    package static func read(_ words: ArraySlice<String>) -> Reading? {
        guard let first = words.first, ValueParser.mayBegin(first) else { return nil }
        return reading(ValueParser(Array(words.prefix(ValueParser.phraseLimit))).numbers(at: 0))
    }

    /// The longest number without a sign at the beginning of `words`; nil if there is none.
    package static func readMagnitude(_ words: ArraySlice<String>) -> Reading? {
        guard let first = words.first, ValueParser.mayBegin(first) else { return nil }
        return reading(ValueParser(Array(words.prefix(ValueParser.phraseLimit))).magnitudes(at: 0))
    }

    private static func reading(_ found: [ValueParser.Found<SpokenNumber>]) -> Reading? {
        found.first { isPlain($0.value) }.map { Reading(value: $0.value.value, count: $0.end) }
    }

    private static func isPlain(_ number: SpokenNumber) -> Bool { number.form != .percent && number.form != .ordinal }

    /// True for a word such as "half" or "thirds".
    static func isFraction(_ word: String) -> Bool {
        ValueLexicon.english.entries(of: word).contains { [.fraction, .fractions].contains($0.role) }
    }
}

/// A position in a list of words.
package struct WordCursor {
    package private(set) var rest: ArraySlice<String>
    package private(set) var consumed = 0

    package init(_ words: ArraySlice<String>) {
        rest = words
    }

    package func peek() -> String? { rest.first }

    package mutating func advance(_ count: Int = 1) {
        rest = rest.dropFirst(count)
        consumed += count
    }

    /// Steps over `phrase` if it comes next.
    /// - Returns: true if it did.
    package mutating func accept(_ phrase: String...) -> Bool {
        guard rest.starts(with: phrase) else { return false }
        advance(phrase.count)
        return true
    }
}
