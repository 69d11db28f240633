// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether the command that the grammar found was really said. Pure. The margin is the difference of the
// grammar's and the phone loop's scores per frame: 5.5…15 for human commands (5th…95th percentile), −25…0 for other
// speech that the grammar matches.

import JarvisCore
import Glibc
import JarvisSignal

enum CommandJudge {
    /// The least margin at which the grammar's command is accepted: some 2 % of real commands are below, some 1 % of
    /// other speech above.
    static let acceptedMargin = 0.5
    /// The least margin if another search found quite different words.
    static let contradictedMargin = 3.0
    /// Below this margin a second search is worth the time, although wrong results can lie above it, too.
    static let certainMargin = 6.0
    /// The least margin of a stop phrase: its score varies more, because it is short, and the user can repeat a missed
    /// one.
    static let acceptedStopMargin = 2.6
    /// Between this margin and `acceptedMargin` the language model gives a second opinion.
    static let doubtfulMargin = -6.0

    /// Length of the longest command in samples (16 kHz): 10 s. The corpus's slowest speakers need six.
    static let longestCommand = 160_000

    /// Frames (10 ms) of speech after which it may be recognized as conversation; `looksAtTalk` is the number of
    /// successive checks (160 ms each) in which the grammar must have only guesses.
    static let shortestTalk = 160
    static let looksAtTalk = 4

    /// After this many checks (160 ms each) without a command worth showing, dictation starts as well.
    static let doubtfulLooks = 3

    /// The share of words on which the grammar and the language model have to agree in doubtful cases.
    private static let agreement = 0.5

    /// The most that noise lowers the margin, since it costs the grammar more than the loop, which finds a phone for
    /// any sound. Applies fully if the sound ranges over at most `noisyRange` dB from quiet to loud, and not at all
    /// from `quietRange` on. (Speech at 10 dB spans some 16 dB, recordings in a quiet room 40 and more.)
    private static let costOfNoise = 4.0
    private static let noisyRange = 16.0
    private static let quietRange = 30.0
    /// The least share of the frames in words if there is noise: a few short words somewhere in the sound are not a
    /// command.
    private static let wordShareInNoise = 0.4

    /// True if the match can be accepted without a second opinion. Other speech rarely gives the same wrong result
    /// twice, so if two searches found the same words, the cost of noise is compensated for; if they disagree, the
    /// requirement is higher. (Of 122 commands at 10 dB, this accepts 43, plus 4 wrong ones; a single search with a
    /// lower margin for all accepts 49 and 8, and takes part of a speech for small talk.)
    static func accepts(_ match: GrammarMatch, in samples: [Int16]) -> Bool {
        if match.margin >= (match.support == .contradicted ? contradictedMargin : acceptedMargin) { return true }
        return match.support == .same && match.words.count > 1 && match.wordShare >= wordShareInNoise
            && match.margin >= acceptedMargin - allowance(range: SpeechGate.range(of: samples))
    }

    /// How the words of a second search, in the sound with less noise, compare with those of the first search.
    static func support(_ first: [String], _ second: [String]) -> GrammarMatch.Support {
        if first == second { return .same }
        return agrees(command: first, dictation: second) ? .similar : .contradicted
    }

    /// True if the match is worth a second opinion.
    static func doubts(_ match: GrammarMatch, in samples: [Int16]) -> Bool {
        match.margin >= doubtfulMargin - allowance(range: SpeechGate.range(of: samples))
    }

    /// How much noise has lowered a match's margin, given the sound's range in dB.
    static func allowance(range: Double) -> Double {
        costOfNoise * min(max((quietRange - range) / (quietRange - noisyRange), 0), 1)
    }

    /// The confidence for a margin: 0.5 at `acceptedMargin`, 0.98 at the median of real commands.
    static func confidence(margin: Double) -> Double {
        1 / (1 + exp(-(margin - acceptedMargin) / 2.4))
    }

    /// True if free recognition and the grammar agree on enough words.
    static func agrees(command: [String], dictation: [String]) -> Bool {
        let length = max(command.count, dictation.count)
        guard length > 0 else { return false }
        return 1 - Double(distance(command, dictation)) / Double(length) >= agreement
    }

    /// The number of words to insert, delete or replace to turn one list into the other (Levenshtein).
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

    /// True if the result is speech: words that dictation finds in noise are improbable, few or both.
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
