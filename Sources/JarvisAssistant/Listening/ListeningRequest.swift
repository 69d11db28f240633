// SPDX-License-Identifier: GPL-3.0-or-later
// What the sound is for now, and which strategy serves that.

import JarvisConversation
import JarvisCore

/// A request of the conversation to listen.
struct ListeningRequest: Sendable {
    var mode: ListeningMode
    var turn: TurnID
    var task: RecognitionTask

    /// - Parameters:
    ///   - recent: the sound of the open microphone up to now.
    ///   - goesOn: the request means the utterance that was taken last, too.
    func makeStrategy(after recent: RecentFrames, goesOn: Bool = false) -> any FrameStrategy {
        switch mode {
        case .untilSpeechEnds, .nowUntilSpeechEnds, .nowUntilFinished, .interruption:
            UtteranceTaker(self, after: recent, goesOn: goesOn)
        case .wakeWord: WakeWaiter()
        case .stopPhrases: StopPhraseWatch(turn: turn, task: task)
        }
    }
}
