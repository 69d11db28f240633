// SPDX-License-Identifier: GPL-3.0-or-later
// What one decision between commands was made from, for training and measurements. Pure.

/// What one decision between commands was made from.
package struct DecisionEvidence: Sendable {
    /// What free recognition wrote.
    package var heard: [String] = []
    /// What the grammar found in the sound, and how much better it fits than any phones would.
    package var found: [String] = []
    package var margin = 0.0
    /// The commands that may have been said, and the numbers in the one that was taken.
    package var candidates: [LikelihoodEvidence] = []
    package var numbers: [NumberEvidence] = []
}
