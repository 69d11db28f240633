// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the probability that a number was said and not a similar-sounding one ("fourteen" and not "forty"), by
// logistic regression. Pure. The weights are fitted by training/command-evidence.

import Glibc

/// The evidence for one of several phrases that differ only in similar-sounding numbers.
package struct NumberEvidence: Sendable {
    package var command: [String]
    /// How much likelier free recognition finds this phrase than the likeliest other one, as a logarithm.
    package var likelihood: Double
    /// How much better this phrase fits the sound in the grammar's model than the best other
    /// (`GrammarRecognizer.scores`); 0 if unknown.
    package var score: Double
    /// True if this phrase is the free transcript.
    package var isWritten: Bool

    /// The features without the constant, in the order of `NUMBER_FEATURES` in training/command-evidence/fit.py.
    package var features: [Double] {
        [min(max(likelihood, -10), 10), min(max(score, -10), 10), isWritten ? 1 : 0]
    }

    /// The probability that this phrase was said, 0…1.
    package var probability: Double {
        let sum = zip(Self.weights.dropFirst(), features).reduce(Self.weights[0]) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }

    /// The constant, followed by one weight per feature.
    private static let weights = [-0.131, 0.537, 1.016, 0.352]
}
