// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether what the grammar found was said. Pure. The margin is the difference of grammar and phone-loop score
// per frame. On human commands it is 5.5…15 (5th…95th percentile), on other speech that the grammar takes −25…0.

import Glibc

enum CommandJudge {
    /// From here on the grammar is believed: some 2 % of right commands fall below, some 1 % of other speech above.
    static let acceptedMargin = 0.5
    /// Below this a second search is worth its time; wrong values can lie above it all the same.
    static let certainMargin = 6.0
    /// Stop phrases are short, so their score wavers more, and a missed one is said again.
    static let acceptedStopMargin = 2.6
    /// Between this and `acceptedMargin` the language model is asked for a second opinion.
    static let doubtfulMargin = -6.0

    /// So many looks (160 ms each) without a command that is worth showing, and dictation joins in.
    static let doubtfulLooks = 3

    /// The share of words on which the grammar and the language model have to agree in doubtful cases.
    private static let agreement = 0.5

    /// 0.5 at the accepted margin, 0.98 for the median of commands.
    static func confidence(margin: Double) -> Double {
        1 / (1 + exp(-(margin - acceptedMargin) / 2.4))
    }

    /// True when free recognition heard much the same as the grammar.
    static func agrees(command: [String], dictation: [String]) -> Bool {
        let length = max(command.count, dictation.count)
        guard length > 0 else { return false }
        return 1 - Double(distance(command, dictation)) / Double(length) >= agreement
    }

    /// Words to insert, delete or replace (Levenshtein).
    static func distance(_ left: [String], _ right: [String]) -> Int {
        var row = Array(0...right.count)
        for (index, word) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (word == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }

    /// Dictation of noise is improbable, short or both.
    static func isSpeech(_ result: DictationResult) -> Bool {
        result.confidence >= (result.words.count == 1 ? 0.5 : 0.2)
    }
}
