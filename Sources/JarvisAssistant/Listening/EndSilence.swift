// SPDX-License-Identifier: GPL-3.0-or-later
// Decides how much silence ends an utterance, depending on the words so far, the length of the speech, and this
// speaker's pauses. Pure; counts frames.

import JarvisCore

/// Tracks the speech decisions of one utterance.
struct EndSilence: Sendable {
    /// Milliseconds of silence as the detector reports it. The shipped detector lags the last sound of recorded
    /// commands by some 80 ms, which add to these figures; the rule-based one by some 140 ms.
    enum Figures {
        /// After a complete command. 95 of 100 pauses inside commands are shorter; after the others the end is undone.
        static let complete = 300
        /// After a command whose answer is ready and changes nothing.
        static let answered = 240
        /// After a command that changes something, which cannot be undone; add `actingReopen`.
        static let acting = 380
        /// After a command that may continue, if its answer is ready and changes nothing; `reopen` adds nearly as much
        /// time.
        static let goingOn = 340
        /// After a command that people often continue, if it changes something.
        static let extensibleActing = 400
        /// After a command with an optional ending or first value: 997 of 1000 pauses inside commands are shorter.
        static let amendable = 500
        /// After words other than a command, if their answer is ready and changes nothing.
        static let understood = 400
        /// After a few words of unknown meaning: yes, no, a name.
        static let short = 450
        /// After sound too short for a word, with none found: a click, or speech starting around one.
        static let wordless = 900
        /// In free text, and after too much speech for a command.
        static let dictation = 900
        /// After words that need a continuation.
        static let unfinished = 1_400
        /// How long the speaker may still continue after the end, in general and after a command that changes
        /// something.
        static let reopen = 300
        static let actingReopen = 80
        /// The maximum that a speaker's own pauses can extend it to.
        static let longest = 1_600
        /// The factor for the chosen patience. Quick ends cost little, since a speaker who continues undoes them.
        static func share(_ patience: EndPatience) -> Double {
            switch patience {
            case .quick: 0.75
            case .normal: 1
            case .relaxed: 1.8
            }
        }
    }

    /// Milliseconds of speech up to which an utterance is short, and from which it is too long for a command.
    private static let shortSpeech = 700
    private static let longSpeech = 3_000
    /// The maximum milliseconds of speech that count as no words as long as none are recognized in it.
    private static let wordlessSpeech = 200
    /// The minimum length of a pause in milliseconds; a shorter gap is a stop consonant.
    private static let shortestPause = 160

    /// The chosen patience, which may change at any time.
    var patience = EndPatience.normal
    private let task: RecognitionTask
    private var speechMilliseconds = 0
    private var gapMilliseconds = 0
    private var hasWords = false
    /// The longest pause after which the speaker continued.
    private(set) var longestPause = 0

    init(task: RecognitionTask) {
        self.task = task
    }

    /// Records that the utterance has words.
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

    /// The state of the answer to the words so far.
    enum Answer {
        /// Unknown, because these words are not yet the result.
        case unknown
        /// Not ready, because the request needs an action or the agent takes its time.
        case awaited
        /// Ready, and nothing has been changed.
        case ready
    }

    /// How long the speaker may still continue after the end; before actions, most of that time has already passed.
    func reopenMilliseconds(after completeness: UtteranceCompleteness, _ answer: Answer) -> Int {
        // "Cancel my alarm | at seven" means something different without its ending.
        let isDecided = completeness == .complete || completeness == .extensible
        return isDecided && task == .command && answer == .awaited ? Figures.actingReopen : Figures.reopen
    }

    /// The milliseconds of silence that end the utterance now.
    func milliseconds(after completeness: UtteranceCompleteness, _ answer: Answer = .unknown) -> Int {
        let expected = Int(Double(usual(after: completeness, answer)) * Figures.share(patience))
        // A speaker who has paused once pauses again, and rarely for much longer.
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

    /// The silence after words of unknown meaning. It grows with the speech: the more is said without forming a
    /// command, the more is likely to follow.
    private var unknown: Int {
        let said = speechMilliseconds
        if said <= Self.wordlessSpeech, !hasWords { return Figures.wordless }
        if said <= Self.shortSpeech { return Figures.short }
        guard said < Self.longSpeech else { return Figures.dictation }
        let share = Double(said - Self.shortSpeech) / Double(Self.longSpeech - Self.shortSpeech)
        return Figures.short + Int(share * Double(Figures.dictation - Figures.short))
    }
}
