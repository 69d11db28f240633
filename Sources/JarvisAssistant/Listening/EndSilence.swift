// SPDX-License-Identifier: GPL-3.0-or-later
// How much silence ends an utterance: by what the words so far say, by how long there has been speech, and by the
// pauses that this speaker has made. Pure; counts frames.

import JarvisCore

/// Watches the speech decisions of one utterance.
struct EndSilence: Sendable {
    /// Milliseconds of silence by the detector. The shipped one lets go some 80 ms after the last sound of recorded
    /// commands, which come on top; the one made of rules holds on for some 140 ms.
    enum Figures {
        /// After a whole command. Pauses inside commands are shorter in 95 of 100; the others are taken back.
        static let complete = 300
        /// After one whose answer is ready and changes nothing.
        static let answered = 240
        /// After one that is to change something, which cannot be taken back; with `actingReopen`.
        static let acting = 380
        /// After one that may go on, when its answer is ready and changes nothing: it can be taken back for as long again.
        static let goingOn = 340
        /// After one that people often go on with, when it is to change something.
        static let extensibleActing = 400
        /// After one with an ending or a first value that may follow: 997 of 1000 pauses inside orders are shorter.
        static let amendable = 500
        /// After other words than a command's, whose answer is ready and changes nothing.
        static let understood = 400
        /// After a few words, whose meaning is not known: yes, no, a name.
        static let short = 450
        /// After sound too short for a word, in which none was found: a click, before which or in which somebody began.
        static let wordless = 900
        /// In free text, and after so much speech that it cannot be a command.
        static let dictation = 900
        /// After words that ask for more.
        static let unfinished = 1_400
        /// How long after the end the speaker may go on, and after one of a command that is to change something.
        static let reopen = 300
        static let actingReopen = 80
        /// The most that a speaker's own pauses can make of it.
        static let longest = 1_600
        /// What the patience that was chosen makes of each. Quick ends cost little: who goes on takes them back.
        static func share(_ patience: EndPatience) -> Double {
            switch patience {
            case .quick: 0.75
            case .normal: 1
            case .relaxed: 1.8
            }
        }
    }

    /// Speech that makes a short utterance, an ordinary one, and one too long for a command; milliseconds.
    private static let shortSpeech = 700
    private static let longSpeech = 3_000
    /// The most speech that does not count as words as long as none are found in it; milliseconds.
    private static let wordlessSpeech = 200
    /// A gap shorter than this is a stop consonant, no pause.
    private static let shortestPause = 160

    /// May change at any time.
    var patience = EndPatience.normal
    private let task: RecognitionTask
    private var speechMilliseconds = 0
    private var gapMilliseconds = 0
    private var hasWords = false
    /// The longest pause after which the speaker went on.
    private(set) var longestPause = 0

    init(task: RecognitionTask) {
        self.task = task
    }

    /// Words were found in the utterance.
    mutating func noteWords() { hasWords = true }

    /// Counts a frame of the utterance.
    mutating func take(isSpeech: Bool) {
        let frame = 20
        guard isSpeech else {
            gapMilliseconds += frame
            return
        }
        if gapMilliseconds >= Self.shortestPause, speechMilliseconds > 0 {
            longestPause = max(longestPause, gapMilliseconds)
        }
        gapMilliseconds = 0
        speechMilliseconds += frame
    }

    /// What is known of the answer to the words so far.
    enum Answer {
        /// Nothing: these words are not yet the result.
        case unknown
        /// It is not ready, although they are: something is to be done, or an agent takes its time.
        case awaited
        /// It is there, and has changed nothing.
        case ready
    }

    /// How long after the end the speaker may go on: where something is done, most of that has been waited for before.
    func reopenMilliseconds(after completeness: UtteranceCompleteness, _ answer: Answer) -> Int {
        // "Cancel my alarm | at seven" is another thing than without the end.
        let isDecided = completeness == .complete || completeness == .extensible
        return isDecided && task == .command && answer == .awaited ? Figures.actingReopen : Figures.reopen
    }

    /// The silence that ends the utterance now.
    func milliseconds(after completeness: UtteranceCompleteness, _ answer: Answer = .unknown) -> Int {
        let expected = Int(Double(usual(after: completeness, answer)) * Figures.share(patience))
        // A speaker who has paused once pauses again, and rarely much longer.
        guard longestPause > 0, completeness != .complete else { return expected }
        return max(expected, min(longestPause * 5 / 4 + 200, Figures.longest))
    }

    private func usual(after completeness: UtteranceCompleteness, _ answer: Answer) -> Int {
        switch completeness {
        case .complete where task == .command: afterCommand(answer)
        case .extensible where task == .command: answer == .ready ? Figures.goingOn : Figures.extensibleActing
        case .amendable where task == .command: answer == .ready ? Figures.goingOn : Figures.amendable
        case .complete, .extensible, .amendable: Figures.dictation
        case .unfinished: Figures.unfinished
        case .unknown where task == .dictation || task == .answer: Figures.dictation
        case .unknown: answer == .ready ? Figures.understood : unknown
        }
    }

    private func afterCommand(_ answer: Answer) -> Int {
        switch answer {
        case .unknown: Figures.complete
        case .awaited: Figures.acting
        case .ready: Figures.answered
        }
    }

    /// Grows with the speech: the more is said without its being a command, the more is likely to come.
    private var unknown: Int {
        let said = speechMilliseconds
        if said <= Self.wordlessSpeech, !hasWords { return Figures.wordless }
        if said <= Self.shortSpeech { return Figures.short }
        guard said < Self.longSpeech else { return Figures.dictation }
        let share = Double(said - Self.shortSpeech) / Double(Self.longSpeech - Self.shortSpeech)
        return Figures.short + Int(share * Double(Figures.dictation - Figures.short))
    }
}
