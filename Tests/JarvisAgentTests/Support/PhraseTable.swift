// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of phrases: what is expected, a bar, and the phrase.

import Testing

/// A phrase with what it has to lead to.
struct ExpectedPhrase: CustomTestStringConvertible, Sendable {
    var expected: String
    var phrase: String

    var testDescription: String { phrase }

    /// Reads a table, one phrase a line.
    static func table(_ text: String) -> [ExpectedPhrase] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|", maxSplits: 1).map(String.init)
            return parts.count == 2 ? ExpectedPhrase(expected: parts[0], phrase: parts[1]) : nil
        }
    }
}
