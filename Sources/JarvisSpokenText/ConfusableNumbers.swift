// SPDX-License-Identifier: GPL-3.0-or-later
// "Fifteen" and "fifty", which recognizers write one for the other. Pure.

package enum ConfusableNumbers {
    private static let pairs = [
        "thirteen": "thirty", "fourteen": "forty", "fifteen": "fifty", "sixteen": "sixty", "seventeen": "seventy",
        "eighteen": "eighty", "nineteen": "ninety",
    ]

    /// The words with one such number exchanged, for each that is in them.
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

    /// True for the same words but for such numbers.
    package static func differOnlyInThem(_ left: [String], _ right: [String]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { $0 == $1 || pairs[$0] == $1 || pairs[$1] == $0 }
    }
}
