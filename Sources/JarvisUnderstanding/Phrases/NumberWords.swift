// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in words and digits: "minus two point five", "a hundred and twenty", "2.5 million", "one and a half".

/// Reads English numbers.
package enum NumberWords {
    /// A number at the beginning of some words.
    package struct Reading: Hashable {
        package var value: Double
        /// Words that it takes up.
        package var count: Int
    }

    /// The number that `words` are, all of them; nil when they are not one.
    package static func value(of words: some Collection<String>) -> Double? {
        let words = Array(words)
        guard let reading = read(words[...]), reading.count == words.count else { return nil }
        return reading.value
    }

    /// The longest number at the beginning of `words`, with its sign.
    package static func read(_ words: ArraySlice<String>) -> Reading? {
        guard let first = words.first, first == "minus" || first == "negative" else { return readMagnitude(words) }
        return readMagnitude(words.dropFirst()).map { Reading(value: -$0.value, count: $0.count + 1) }
    }

    /// The longest number without a sign at the beginning of `words`.
    package static func readMagnitude(_ words: ArraySlice<String>) -> Reading? {
        if let (phrase, value) = fixed.first(where: { words.starts(with: $0.0) }) {
            return Reading(value: value, count: phrase.count)
        }
        var cursor = WordCursor(words)
        var value: Double
        if let integer = CardinalReader.read(&cursor) {
            value = integer
        } else if cursor.peek() == "point" {
            value = 0
        } else {
            return nil
        }
        if let decimals = decimals(&cursor) { value += decimals } else if cursor.consumed == 0 { return nil }
        while let scale = cursor.peek().flatMap({ CardinalReader.scales[$0] }) {
            value *= scale
            cursor.advance()
        }
        if let (phrase, divisor) = fractions.first(where: { cursor.rest.starts(with: $0.0) }) {
            value /= divisor
            cursor.advance(phrase.count)
        } else if let divisor = smallFraction(cursor.peek(), behind: value) {
            value /= divisor
            cursor.advance()
        } else if let (phrase, addition) = additions.first(where: { cursor.rest.starts(with: $0.0) }) {
            value += addition
            cursor.advance(phrase.count)
        }
        return Reading(value: value, count: cursor.consumed)
    }

    /// "point two five" → 0.25; nothing is consumed when no digit follows.
    private static func decimals(_ cursor: inout WordCursor) -> Double? {
        guard cursor.peek() == "point" else { return nil }
        var digits = ""
        var ahead = cursor
        ahead.advance()
        while let word = ahead.peek() {
            if let digit = word == "oh" ? 0 : CardinalReader.small[word] {
                digits += String(Int(digit))
            } else if word.allSatisfy({ $0.isASCII && $0.isNumber }) {
                digits += word
            } else {
                break
            }
            ahead.advance()
        }
        guard !digits.isEmpty, let value = Double("0." + digits) else { return nil }
        cursor = ahead
        return value
    }

    /// "one fifth", "three eighths"; "twenty fifth" is not a fraction, and "five" and "fifth" are not two.
    private static func smallFraction(_ word: String?, behind value: Double) -> Double? {
        guard let word, value >= 1, value == value.rounded() else { return nil }
        if value == 1 { return denominators[word] }
        return word.hasSuffix("s") ? denominators[String(word.dropLast())] : nil
    }

    /// True for the words that make a number a fraction.
    static func isFraction(_ word: String) -> Bool {
        let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
        return ["half", "halve", "third", "quarter"].contains(singular) || denominators[singular] != nil
    }

    private static let denominators: [String: Double] = [
        "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12, "sixteenth": 16,
        "twentieth": 20, "hundredth": 100,
    ]

    private static let fixed: [([String], Double)] = [
        (["half", "a", "dozen"], 6), (["a", "dozen"], 12), (["a", "couple", "of"], 2), (["a", "couple"], 2),
        (["a", "half"], 0.5), (["half"], 0.5), (["a", "quarter"], 0.25), (["a", "third"], 1.0 / 3),
        (["a", "fifth"], 0.2), (["a", "sixth"], 1.0 / 6), (["an", "eighth"], 0.125), (["a", "tenth"], 0.1),
    ]
    private static let fractions: [([String], Double)] = [
        (["quarters"], 4), (["quarter"], 4), (["thirds"], 3), (["third"], 3), (["halves"], 2), (["half"], 2),
    ]
    private static let additions: [([String], Double)] = [
        (["and", "a", "half"], 0.5), (["and", "a", "quarter"], 0.25), (["and", "three", "quarters"], 0.75),
        (["and", "a", "third"], 1.0 / 3), (["and", "two", "thirds"], 2.0 / 3),
    ]
}

/// A place in some words.
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

    /// Steps over `phrase` when it is next.
    package mutating func accept(_ phrase: String...) -> Bool {
        guard rest.starts(with: phrase) else { return false }
        advance(phrase.count)
        return true
    }
}
