// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several commands was said that differ only in numbers that sound alike. Pure.

import JarvisCore
import JarvisGrammar
import JarvisSpokenText

extension CommandFusion {
    /// The commands that are these words with numbers exchanged that sound like others: each by itself first, then each two
    /// of them. No coffee has sixty ounces.
    func withOtherNumbers(_ words: [String]) -> [[String]] {
        let once = ConfusableNumbers.exchanges(in: words)
        var known = Set([words] + once)
        let all = once + once.flatMap(ConfusableNumbers.exchanges).filter { known.insert($0).inserted }
        return all.filter { reader?.read($0).isWhole != false }
    }

    /// The number words that a command may have instead of another one.
    private static let numberWords: Set<String> = {
        let spoken = (Array(1...20) + stride(from: 30, through: 90, by: 10)).map { SpokenWords.words(of: "\($0)") }
        return Set(spoken.filter { $0.count == 1 }.joined())
    }()

    /// The commands that are these words with one number exchanged for another that was written much like it, the nearest
    /// first: the search for what sounds like the written words keeps one number of each place.
    func withNearNumbers(_ words: [String], heard: [String], most: Int) -> [[String]] {
        let places = words.indices.filter { Self.numberWords.contains(words[$0]) }
        let others = places.flatMap { place in
            Self.numberWords.subtracting([words[place]]).map { number in
                var other = words
                other[place] = number
                return other
            }
        }
        let near = others.compactMap { other in
            matcher.compare(other, with: heard).map { (words: other, distance: $0.distance) }
        }
        // A definite order where several are as near.
        let sorted = near.sorted { ($0.distance, $0.words.joined()) < ($1.distance, $1.words.joined()) }
        return Array(sorted.lazy.map(\.words).filter { reader?.read($0).isWhole != false }.prefix(most))
    }

    /// What speaks for a command and for those that differ from it in numbers that sound alike; empty where there are none.
    func numbers(
        like command: [String], heard: [String], likelihoods: PhraseLikelihoods, scores: [[String]: Double]
    ) -> [NumberEvidence] {
        let group = ([command] + withOtherNumbers(command)).filter { likelihoods.phrases[$0] != nil }
        guard group.count > 1 else { return [] }
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        let written = Self.confusableNumbers(in: words)
        let areScored = group.allSatisfy { scores[$0] != nil }
        return group.map { phrase in
            let others = group.filter { $0 != phrase }
            func lead(_ values: [[String]: Double]) -> Double {
                (values[phrase] ?? 0) - (others.compactMap { values[$0] }.max() ?? 0)
            }
            return NumberEvidence(
                command: phrase, likelihood: lead(likelihoods.phrases), score: areScored ? lead(scores) : 0,
                isWritten: Self.confusableNumbers(in: phrase) == written)
        }
    }

    private static func confusableNumbers(in words: [String]) -> [String] {
        words.filter { !ConfusableNumbers.exchanges(in: [$0]).isEmpty }
    }
}
