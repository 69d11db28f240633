// SPDX-License-Identifier: GPL-3.0-or-later
// Repeats the recognition of a kept utterance: its sound is complete, so frames are ignored.

import JarvisConversation
import JarvisCore

/// Recognizes a stored utterance.
struct KeptUtterance: FrameStrategy {
    let turn: TurnID
    let task: RecognitionTask
    /// The sound, until `start` passes it on.
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
    /// The event for the conversation.
    func event(_ turn: TurnID) -> AssistantEvent {
        switch self {
        case .partial(let partial): .partialTranscript(turn, partial.text)
        case .final(let transcript): .transcribed(turn, transcript)
        case .failed(let failure): .recognitionFailed(turn, failure)
        }
    }
}
