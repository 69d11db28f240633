// SPDX-License-Identifier: GPL-3.0-or-later
// How likely it is that a number was said rather than the one that sounds like it, "fourteen" rather than "forty": a logistic
// regression. Pure. The weights are found by training/command-evidence.

import Glibc

/// What speaks for one of several phrases that differ only in such numbers.
package struct NumberEvidence: Sendable {
    package var command: [String]
    /// How much likelier free recognition finds it than the likeliest other one, as a logarithm.
    package var likelihood: Double
    /// How much better it fits the sound, to the grammar's model, than the best other one (`GrammarRecognizer.scores`); 0: unknown.
    package var score: Double
    /// Free recognition wrote it.
    package var isWritten: Bool

    /// Without the constant; `NUMBER_FEATURES` in training/command-evidence/fit.py is in the same order.
    package var features: [Double] {
        [min(max(likelihood, -10), 10), min(max(score, -10), 10), isWritten ? 1 : 0]
    }

    /// The probability that this was said, 0…1.
    package var probability: Double {
        let sum = zip(Self.weights.dropFirst(), features).reduce(Self.weights[0]) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }

    /// The constant, then one for each feature.
    private static let weights = [-0.131, 0.537, 1.016, 0.352]
}
