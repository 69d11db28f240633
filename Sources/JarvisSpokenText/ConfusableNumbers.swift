// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of numbers that recognizers confuse, such as "fifteen" and "fifty". Pure.

/// Swaps numbers that sound alike.
package enum ConfusableNumbers {
    private static let pairs = [
        "thirteen": "thirty", "fourteen": "forty", "fifteen": "fifty", "sixteen": "sixty", "seventeen": "seventy",
        "eighteen": "eighty", "nineteen": "ninety",
    ]

    /// One version of the words for each such number in them, with that number swapped.
    package static func exchanges(in words: [String]) -> [[String]] {
        words.indices.compactMap { index in
            guard let other = pairs[words[index]] ?? pairs.first(where: { $0.value == words[index] })?.key else {
                return nil
            }
            var exchanged = words
            exchanged[index] = other
            return exchanged
        }
    }

    /// True if the words are the same except for such numbers.
    package static func differOnlyInThem(_ left: [String], _ right: [String]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { $0 == $1 || pairs[$0] == $1 || pairs[$1] == $0 }
    }
}
