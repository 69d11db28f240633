// SPDX-License-Identifier: GPL-3.0-or-later
// How likely it is that a command was said that was not heard to the letter, where free recognition tells how likely its
// sound makes it: a logistic regression. Pure. The weights are found by training/command-evidence.

import Glibc

/// What speaks for a command.
package struct LikelihoodEvidence: Sendable {
    package var command: [String]
    /// How much likelier the sound makes the command than the words that were written, as a logarithm, −60…5.
    package var likelihood: Double
    /// How much likelier it makes the command than the likeliest other one, −30…30.
    package var lead: Double
    /// The grammar's margin with what noise has cost it made up for, −15…15, where the grammar found this command.
    package var margin: Double?
    /// How far the word that differs most is from what was written, per phone, up to 1.5.
    package var worstWord: Double
    /// No command is nearer to the written words.
    package var isNearest: Bool
    /// Words that commands have, and this one does not, were written.
    package var isContradicted: Bool

    /// Without the constant; `FEATURES` in training/command-evidence/fit.py is in the same order.
    package var features: [Double] {
        let letters = Double(max(command.reduce(0) { $0 + $1.utf8.count }, 1))
        return [
            likelihood, likelihood / letters, min(max(lead, -10), 10), margin ?? 0, worstWord, isNearest ? 1 : 0,
            isContradicted ? 1 : 0,
        ]
    }

    /// The probability that this was said, 0…1: of those of 0.8 four in five are right.
    package var probability: Double {
        let sum = zip(Self.weights.dropFirst(), features).reduce(Self.weights[0]) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }

    /// The constant, then one for each feature.
    private static let weights = [1.944, 0.083, 1.095, 0.026, 0.074, -1.016, 0.555, -0.343]
}
