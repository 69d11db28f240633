// SPDX-License-Identifier: GPL-3.0-or-later
// A request to listen, and the choice of the strategy that serves it.

import JarvisConversation
import JarvisCore

/// A request from the conversation to listen.
struct ListeningRequest: Sendable {
    var mode: ListeningMode
    var turn: TurnID
    var task: RecognitionTask

    /// - Parameters:
    ///   - recent: The open microphone's sound so far.
    ///   - goesOn: True if the request includes the previous utterance.
    func makeStrategy(after recent: RecentFrames, goesOn: Bool = false) -> any FrameStrategy {
        switch mode {
        case .untilSpeechEnds, .nowUntilSpeechEnds, .nowUntilFinished, .interruption:
            UtteranceTaker(self, after: recent, goesOn: goesOn)
        case .wakeWord: WakeWaiter()
        case .stopPhrases: StopPhraseWatch(turn: turn, task: task)
        }
    }
}
