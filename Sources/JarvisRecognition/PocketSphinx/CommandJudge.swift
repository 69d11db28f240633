// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether what the grammar found was said. Pure. The margin is the difference of grammar and phone-loop score
// per frame. On human commands it is 5.5…15 (5th…95th percentile), on other speech that the grammar takes −25…0.

import JarvisCore
import Glibc
import JarvisSignal

enum CommandJudge {
    /// From here on the grammar is believed: some 2 % of right commands fall below, some 1 % of other speech above.
    static let acceptedMargin = 0.5
    /// The same where another search found quite other words.
    static let contradictedMargin = 3.0
    /// Below this a second search is worth its time; wrong values can lie above it all the same.
    static let certainMargin = 6.0
    /// Stop phrases are short, so their score wavers more, and a missed one is said again.
    static let acceptedStopMargin = 2.6
    /// Between this and `acceptedMargin` the language model is asked for a second opinion.
    static let doubtfulMargin = -6.0

    /// Samples (16 kHz) of the longest command: 10 s. The slowest of the corpus's speakers need six.
    static let longestCommand = 160_000

    /// Frames (10 ms) of speech after which talk is known as such; and for how many looks (160 ms each) in a row the grammar
    /// has to have nothing but guesses at it.
    static let shortestTalk = 160
    static let looksAtTalk = 4

    /// After this many looks (160 ms each) without a command that is worth showing, dictation joins in.
    static let doubtfulLooks = 3

    /// The share of words on which the grammar and the language model have to agree in doubtful cases.
    private static let agreement = 0.5

    /// Noise costs the grammar more than the loop, which finds a phone for any sound: up to this much, in sound whose
    /// range from quiet to loud is `noisyRange` or less, and nothing from `quietRange` on. (Speech at 10 dB spans some
    /// 16 dB, recordings in a quiet room 40 and more.)
    private static let costOfNoise = 4.0
    private static let noisyRange = 16.0
    private static let quietRange = 30.0
    /// In noise, a few short words somewhere in it do not make a command.
    private static let wordShareInNoise = 0.4

    /// True when the match is to be believed without a second opinion. Other speech seldom yields the same garbage
    /// twice: where two searches found the same words, what noise may have cost is made up for, and where they
    /// contradict each other, more is asked. (Of 122 commands at 10 dB 43 are believed, and 4 wrong ones; with one
    /// search and a lower margin for all, 49 and 8, and a piece of a speech became small talk.)
    static func accepts(_ match: GrammarMatch, in samples: [Int16]) -> Bool {
        if match.margin >= (match.support == .contradicted ? contradictedMargin : acceptedMargin) { return true }
        return match.support == .same && match.words.count > 1 && match.wordShare >= wordShareInNoise
            && match.margin >= acceptedMargin - allowance(range: SpeechGate.range(of: samples))
    }

    /// What a second search, of the sound with less noise, says to the words of the first one.
    static func support(_ first: [String], _ second: [String]) -> GrammarMatch.Support {
        if first == second { return .same }
        return agrees(command: first, dictation: second) ? .similar : .contradicted
    }

    /// True when the match is worth a second opinion.
    static func doubts(_ match: GrammarMatch, in samples: [Int16]) -> Bool {
        match.margin >= doubtfulMargin - allowance(range: SpeechGate.range(of: samples))
    }

    /// What noise has cost a match, in units of the margin.
    static func allowance(range: Double) -> Double {
        costOfNoise * min(max((quietRange - range) / (quietRange - noisyRange), 0), 1)
    }

    /// 0.5 at the accepted margin, 0.98 for the median of commands.
    static func confidence(margin: Double) -> Double {
        1 / (1 + exp(-(margin - acceptedMargin) / 2.4))
    }

    /// True when free recognition heard much the same as the grammar.
    static func agrees(command: [String], dictation: [String]) -> Bool {
        let length = max(command.count, dictation.count)
        guard length > 0 else { return false }
        return 1 - Double(distance(command, dictation)) / Double(length) >= agreement
    }

    /// Words to insert, delete or replace (Levenshtein).
    static func distance(_ left: [String], _ right: [String]) -> Int {
        var row = Array(0...right.count)
        for (index, word) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (word == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }

    /// Dictation of noise is improbable, short or both.
    static func isSpeech(_ result: DictationResult) -> Bool {
        let least =
            switch result.words.count {
            case ...1: 0.5
            case 2...6: 0.2
            default: 0.08
            }
        return result.confidence >= least
    }
}
