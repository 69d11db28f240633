// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the probability of a command that was not recognized to the letter, by logistic regression. Pure. The
// weights are fitted by training/command-evidence on two thirds of the voices; docs/performance.md, "Hearing", reports
// on the others.

import Glibc

/// The evidence that a command was said.
package struct CommandEvidence: Sendable {
    package enum Source: String, Sendable {
        /// The grammar found the command in the sound.
        case grammar
        /// The free transcript sounds like the command.
        case words
    }

    package var source: Source
    package var command: [String]
    /// How well the grammar's command fits the sound (`GrammarMatch.margin`), compensated for noise, −15…15.
    package var margin: Double
    /// How much noise has lowered the margin, 0…4 (`CommandJudge.allowance`).
    package var noise: Double
    /// The command's distance per phone from the nearest transcript of the sound; `meanDistance` is the mean over all
    /// transcripts.
    package var distance: Double
    package var meanDistance: Double
    /// The distance of the most different word in the nearest transcript, up to 1.5.
    package var worstWord: Double
    /// The share of transcripts with a word that other commands contain and this one lacks.
    package var contradiction: Double
    /// The share of transcripts for which no command is nearer.
    package var votes: Double
    /// How much further it is from the transcripts, on average, than the next command.
    package var lag: Double
    /// The share of the sound in which the grammar found words.
    package var wordShare: Double

    /// True if, in a quiet room, every transcript contradicts this command and the grammar isn't certain of it.
    package var isRefuted: Bool {
        contradiction == 1 && noise < Self.leastNoise && margin - noise < CommandJudge.certainMargin
    }

    /// Up to this distance, every phone of the command was recognized.
    private static let exact = 0.001

    /// Up to this cost of noise, the room is quiet.
    private static let leastNoise = 1.0

    /// The features without the constant, in the order of `FEATURES` in training/command-evidence/fit.py.
    package var features: [Double] {
        [
            margin, noise, distance, meanDistance, meanDistance * noise, worstWord, contradiction, votes, lag,
            wordShare,
            log(Double(min(max(command.reduce(0) { $0 + $1.utf8.count }, 1), Self.mostLetters))),
            distance < Self.exact ? 1 : 0,
        ]
    }

    /// The most letters to count: no command in the training data is longer, and length by itself would count against a
    /// command of a dozen words that both recognizers hear.
    private static let mostLetters = 30

    /// The probability that this command was said, 0…1.
    package var probability: Double {
        let weights = source == .grammar ? Self.grammarWeights : Self.wordWeights
        let sum = zip(weights.dropFirst(), features).reduce(weights[0]) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }

    /// The constant, followed by one weight per feature.
    private static let grammarWeights = [
        5.986, 0.191, 0.411, -7.440, 0.871, 1.571, -0.458, -1.311, 1.841, -2.331, 10.191, -4.598, 1.999,
    ]
    private static let wordWeights = [
        5.377, -0.012, -0.277, -13.400, -7.508, 2.870, 0.393, 0.006, 0.103, -3.245, -0.278, -1.215, 0.801,
    ]
}
