// SPDX-License-Identifier: GPL-3.0-or-later
// Records the basis of a decision between commands, for training and measurements. Pure.

/// The basis of one decision between commands.
package struct DecisionEvidence: Sendable {
    /// The free transcript.
    package var heard: [String] = []
    /// The grammar's command; `margin` is how much better than arbitrary phones it fits the sound.
    package var found: [String] = []
    package var margin = 0.0
    /// The evidence for each candidate; `numbers` has the evidence for the numbers in the chosen command.
    package var candidates: [LikelihoodEvidence] = []
    package var numbers: [NumberEvidence] = []
}
