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
    /// The command's distance from the free words, per phone.
    package var distance: Double
    /// The distance of the word that differs most, up to 1.5.
    package var worstWord: Double
    /// A word was heard that other commands have, and this one does not.
    package var isContradicted: Bool
    /// The grammar and the free words come to the same command.
    package var isAgreed: Bool
    /// How much further it is from the free words than the other source's command.
    package var lag: Double
    /// The share of the sound in which the grammar found words.
    package var wordShare: Double

    /// In a quiet room a word that was heard was said, unless the grammar is certain that it was another one.
    package var isRefuted: Bool {
        isContradicted && noise < Self.leastNoise && margin - noise < CommandJudge.certainMargin
    }

    /// Below this the room is quiet.
    private static let leastNoise = 1.0

    /// Without the constant; `FEATURES` in training/command-evidence/fit.py is in the same order.
    package var features: [Double] {
        [
            margin, noise, distance, distance * noise, worstWord, isContradicted ? 1 : 0, isAgreed ? 1 : 0, lag,
            wordShare,
            log(Double(min(max(command.reduce(0) { $0 + $1.utf8.count }, 1), Self.mostLetters))),
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
        9.713, 0.149, 0.214, -7.227, 1.363, 0.901, -0.567, 0.353, -9.774, 0.299, -2.708,
    ]
    private static let wordWeights = [
        8.453, 0.067, 0.094, -12.436, 1.983, -0.338, -0.510, 2.578, -4.556, 0.761, -2.710,
    ]
}
