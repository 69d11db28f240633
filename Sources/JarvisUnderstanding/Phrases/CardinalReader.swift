// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers: "seven", "twenty five", "a hundred and twenty", "two thousand five hundred", "42".

/// Reads cardinals by grammar: "seven thirty" is 7 and then something else.
package enum CardinalReader {
    /// The number a word stands for by itself: "seven"; nil if none.
    package static func small(_ word: String) -> Double? { number(word, .cardinal) }

    /// The factor a word multiplies a number by: "thousand"; nil if none.
    package static func scale(_ word: String) -> Double? { number(word, .scale) }

    private static func number(_ word: String, _ role: ValueRole) -> Double? {
        ValueLexicon.english.entries(of: word).first { $0.role == role && $0.rest.isEmpty }?.numbers.first
    }

    /// Reads the number at the cursor and moves the cursor behind it; nil, without moving, if there is none.
    package static func read(_ cursor: inout WordCursor) -> Double? {
        guard let found = ValueParser(Array(cursor.rest.prefix(ValueParser.phraseLimit))).cardinal(at: 0) else {
            return nil
        }
        cursor.advance(found.end)
        return found.value
    }
}
