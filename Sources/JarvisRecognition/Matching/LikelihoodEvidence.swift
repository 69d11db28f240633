// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the probability of a command that was not recognized to the letter, if free recognition reports
// likelihoods, by logistic regression. Pure. The weights are fitted by training/command-evidence.

import Glibc

/// The evidence that a command was said, including its likelihood.
package struct LikelihoodEvidence: Sendable {
    package var command: [String]
    /// How much likelier the command is than the transcript, given the sound, as a logarithm, −60…5.
    package var likelihood: Double
    /// How much likelier the command is than the likeliest other one, −30…30.
    package var lead: Double
    /// How well the grammar's command fits the sound (`GrammarMatch.margin`), compensated for noise, −15…15; nil if the
    /// grammar found another command.
    package var margin: Double?
    /// The distance of the most different word from the transcript, per phone, up to 1.5.
    package var worstWord: Double
    /// True if no command is nearer to the transcript.
    package var isNearest: Bool
    /// True if the transcript has words of other commands that this one lacks.
    package var isContradicted: Bool

    /// The features without the constant, in the order of `FEATURES` in training/command-evidence/fit.py.
    package var features: [Double] {
        let letters = Double(max(command.reduce(0) { $0 + $1.utf8.count }, 1))
        return [
            likelihood, likelihood / letters, min(max(lead, -10), 10), margin ?? 0, worstWord, isNearest ? 1 : 0,
            isContradicted ? 1 : 0,
        ]
    }

    /// The probability that this command was said, 0…1: at 0.8, four in five are correct.
    package var probability: Double {
        let sum = zip(Self.weights.dropFirst(), features).reduce(Self.weights[0]) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }

    /// The constant, followed by one weight per feature.
    private static let weights = [1.944, 0.083, 1.095, 0.026, 0.074, -1.016, 0.555, -0.343]
}
