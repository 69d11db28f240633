// SPDX-License-Identifier: GPL-3.0-or-later
// "Fifteen" and "fifty", which recognizers write one for the other. Pure.

package enum ConfusableNumbers {
    private static let pairs = [
        "thirteen": "thirty", "fourteen": "forty", "fifteen": "fifty", "sixteen": "sixty", "seventeen": "seventy",
        "eighteen": "eighty", "nineteen": "ninety",
    ]

    /// True for the same words but for such numbers.
    package static func differOnlyInThem(_ left: [String], _ right: [String]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { $0 == $1 || pairs[$0] == $1 || pairs[$1] == $0 }
    }
}
