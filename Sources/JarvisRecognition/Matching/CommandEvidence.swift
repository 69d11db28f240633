// SPDX-License-Identifier: GPL-3.0-or-later
// How likely it is that a command was said that was not heard to the letter: a logistic regression. Pure. The weights
// are found by training/command-evidence on two thirds of the voices; docs/performance.md, "Hearing", has the others.

import Glibc

/// What speaks for a command.
package struct CommandEvidence: Sendable {
    package enum Source: String, Sendable {
        /// The grammar found it in the sound.
        case grammar
        /// The free words sound like it.
        case words
    }

    package var source: Source
    package var command: [String]
    /// The grammar's margin with what noise has cost it made up for, −15…15.
    package var margin: Double
    /// What noise has cost it, 0…4 (`CommandJudge.allowance`).
    package var noise: Double
    /// The command's distance, per phone, from the reading of the sound that is nearest to it; and the mean over all.
    package var distance: Double
    package var meanDistance: Double
    /// The distance of the word that differs most in the nearest reading, up to 1.5.
    package var worstWord: Double
    /// The share of readings with a word that other commands have, and this one does not.
    package var contradiction: Double
    /// The share of readings to which no command is nearer.
    package var votes: Double
    /// How much further it is from the readings, in the mean, than the next command.
    package var lag: Double
    /// The share of the sound in which the grammar found words.
    package var wordShare: Double

    /// In a quiet room a word that was heard was said, unless the grammar is certain that it was another one.
    package var isRefuted: Bool {
        contradiction == 1 && noise < Self.leastNoise && margin - noise < CommandJudge.certainMargin
    }

    /// Below this, every phone of it was heard.
    private static let exact = 0.001

    /// Below this the room is quiet.
    private static let leastNoise = 1.0

    /// Without the constant; `FEATURES` in training/command-evidence/fit.py is in the same order.
    package var features: [Double] {
        [
            margin, noise, distance, meanDistance, meanDistance * noise, worstWord, contradiction, votes, lag,
            wordShare,
            log(Double(min(max(command.reduce(0) { $0 + $1.utf8.count }, 1), Self.mostLetters))),
            distance < Self.exact ? 1 : 0,
        ]
    }

    /// Longer commands count as being of this many letters: what the weights were fitted to tells nothing of longer ones,
    /// and length by itself would speak against an order of a dozen words that both opinions hear.
    private static let mostLetters = 30

    /// The probability that this was said, 0…1.
    package var probability: Double {
        let weights = source == .grammar ? Self.grammarWeights : Self.wordWeights
        let sum = zip(weights.dropFirst(), features).reduce(weights[0]) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }

    /// The constant, then one for each feature.
    private static let grammarWeights = [
        5.986, 0.191, 0.411, -7.440, 0.871, 1.571, -0.458, -1.311, 1.841, -2.331, 10.191, -4.598, 1.999,
    ]
    private static let wordWeights = [
        5.377, -0.012, -0.277, -13.400, -7.508, 2.870, 0.393, 0.006, 0.103, -3.245, -0.278, -1.215, 0.801,
    ]
}
