// SPDX-License-Identifier: GPL-3.0-or-later
import JarvisCore

final class ListeningPipeline: Sendable {
    init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, timing: TurnTimer, log: any EventLog,
        report: @escaping @Sendable (AssistantEvent) -> Void
    ) {}
    func listen(_ mode: ListeningMode, turn: TurnID, task: RecognitionTask, device: String?) {}
    func finish(turn: TurnID) {}
    func discard(turn: TurnID) {}
    func close() {}
    func setDevice(_ device: String?) {}
}
