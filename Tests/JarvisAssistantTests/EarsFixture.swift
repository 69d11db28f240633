// SPDX-License-Identifier: GPL-3.0-or-later
// A listening pipeline between fakes.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Synchronization

@testable import JarvisAssistant

/// A pipeline between a fake microphone and a fake recognizer, with its reports.
final class EarsFixture: Sendable {
    let microphone = FakeMicrophone()
    let recognizer = FakeRecognizer()
    let log = FakeEventLog()
    let clock = ManualClock()
    private let pipeline: ListeningPipeline
    private let reports: Reports

    private final class Reports: Sendable {
        let events = Mutex<[AssistantEvent]>([])
    }

    init() {
        let reports = Reports()
        self.reports = reports
        pipeline = ListeningPipeline(
            microphone: microphone, recognizer: recognizer, timing: TurnTimer(log: log), log: log, clock: clock,
            report: { event in reports.events.withLock { $0.append(event) } })
    }

    var events: [AssistantEvent] { reports.events.withLock { $0 } }
    /// The reports, without those about the microphone itself.
    var verdicts: [AssistantEvent] {
        events.filter { event in
            if case .captureChanged = event { false } else { event != .microphoneRecovered }
        }
    }
    var transcriptCount: Int { events.count { if case .transcribed = $0 { true } else { false } } }

    func listen(_ mode: ListeningMode, turn: UInt64, task: RecognitionTask = .command) {
        pipeline.listen(mode, turn: TurnID(rawValue: turn), task: task, device: nil)
    }

    func finish(turn: UInt64) { pipeline.finish(turn: TurnID(rawValue: turn)) }
    func discard(turn: UInt64) { pipeline.discard(turn: TurnID(rawValue: turn)) }
    func keep(turn: UInt64) { pipeline.keep(turn: TurnID(rawValue: turn)) }
    func recognizeAgain(turn: UInt64) { pipeline.recognizeAgain(turn: TurnID(rawValue: turn), task: .command) }
    func forgetKept() { pipeline.forgetKept() }
    func close() { pipeline.close() }
    func replySounds(turn: UInt64) { pipeline.replySounds(turn: TurnID(rawValue: turn)) }
    func setPatience(_ patience: EndPatience) { pipeline.setPatience(patience) }
    func answerIsReady(turn: UInt64, text: String) {
        pipeline.answerIsReady(turn: TurnID(rawValue: turn), text: text)
    }
    func count(_ event: AssistantEvent) -> Int { events.count { $0 == event } }
}
