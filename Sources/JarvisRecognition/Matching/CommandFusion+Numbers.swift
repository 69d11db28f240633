// SPDX-License-Identifier: GPL-3.0-or-later
// Decides between commands that differ only in similar-sounding numbers. Pure.

import JarvisCore
import JarvisSpokenText

extension CommandFusion {
    /// Variants of a command with similar-sounding numbers exchanged: first each number alone, then each pair. Leaves
    /// out implausible variants, such as coffee of sixty ounces.
    func withOtherNumbers(_ words: [String]) -> [[String]] {
        let once = ConfusableNumbers.exchanges(in: words)
        var known = Set([words] + once)
        let all = once + once.flatMap(ConfusableNumbers.exchanges).filter { known.insert($0).inserted }
        return all.filter { reader?.read($0).isWhole != false }
    }

    /// The evidence for a command and its variants with similar-sounding numbers; empty if it has no variants.
    func numbers(
        like command: [String], heard: [String], likelihoods: PhraseLikelihoods, scores: [[String]: Double]
    ) -> [NumberEvidence] {
        let group = ([command] + withOtherNumbers(command)).filter { likelihoods.phrases[$0] != nil }
        guard group.count > 1 else { return [] }
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        let areScored = group.allSatisfy { scores[$0] != nil }
        return group.map { phrase in
            let others = group.filter { $0 != phrase }
            func lead(_ values: [[String]: Double]) -> Double {
                (values[phrase] ?? 0) - (others.compactMap { values[$0] }.max() ?? 0)
            }
            return NumberEvidence(
                command: phrase, likelihood: lead(likelihoods.phrases), score: areScored ? lead(scores) : 0,
                isWritten: phrase == words)
        }
    }
}
