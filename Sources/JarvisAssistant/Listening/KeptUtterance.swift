// SPDX-License-Identifier: GPL-3.0-or-later
// An utterance that is recognized again: its sound is there already, and the microphone's frames mean nothing.

import JarvisConversation
import JarvisCore

struct KeptUtterance: FrameStrategy {
    let turn: TurnID
    let task: RecognitionTask
    /// Handed over with `start`.
    var utterance: SpokenUtterance?

    mutating func start() -> [ListeningAction] {
        guard let utterance, utterance.count > 0 else { return [.report(.transcribed(turn, nil))] }
        defer { self.utterance = nil }
        return [.recognize(task, utterance), .finish]
    }

    mutating func take(_ frame: AudioFrame) -> [ListeningAction] { [] }

    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction] { [.report(update.event(turn))] }
}

extension RecognitionUpdate {
    /// The function that reports to the conversation.
    func event(_ turn: TurnID) -> AssistantEvent {
        switch self {
        case .partial(let partial): .partialTranscript(turn, partial.text)
        case .final(let transcript): .transcribed(turn, transcript)
        case .failed(let failure): .recognitionFailed(turn, failure)
        }
    }
}
