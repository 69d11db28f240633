// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own listening chain, from detector to decision, fed from memory faster than speech.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisSignal
import JarvisRecognition
import JarvisTesting
import Synchronization

/// The result of one utterance.
struct EndpointResult: CustomStringConvertible {
    /// Decisions while more speech followed.
    var cuts = 0
    /// True if the last of them was not reverted.
    var isLost = false
    /// From the end of speech to the last decision; nil without one.
    var waitMilliseconds: Double?
    /// The text taken as complete at each cut.
    var cutTexts: [String] = []

    var description: String {
        "\(cuts) cut\(isLost ? ", lost" : ""), \(waitMilliseconds.map { "\(Int($0))" } ?? "-") ms"
            + cutTexts.map { " | \($0)" }.joined()
    }
}

/// One utterance through the listening pipeline.
final class EndpointRig {
    /// Speech whose missing part is shorter than this counts as complete.
    static let tolerance = 0.1
    /// The time until the answer's first sample: 60 ms.
    private static let answerFrames = 3

    private final class Reports: Sendable {
        let events = Mutex<[AssistantEvent]>([])
    }

    private let recognizer: PocketSphinxRecognizer
    private let microphone = FakeMicrophone()
    private let reports = Reports()
    private let pipeline: ListeningPipeline
    private static let turn = TurnID(rawValue: 1)

    init(_ recognizer: PocketSphinxRecognizer) {
        self.recognizer = recognizer
        let reports = reports
        let log = FakeEventLog()
        pipeline = ListeningPipeline(
            microphone: microphone, recognizer: recognizer, timing: TurnTimer(log: log), log: log,
            report: { event in reports.events.withLock { $0.append(event) } })
    }

    /// - Parameter answerSounds: True if the answer is ready before the decision and audible 60 ms after it, from which
    ///   point decisions are final; false if an action is to be performed.
    func run(_ clip: EndpointClip, task: RecognitionTask, answerSounds: Bool) async -> EndpointResult {
        defer { pipeline.close() }
        pipeline.listen(.untilSpeechEnds, turn: Self.turn, task: task, device: nil)
        var result = EndpointResult()
        var decidedAt: Int?
        var prepared = ""
        for start in stride(from: 0, to: clip.samples.count - 319, by: 320) {
            let samples = Array(clip.samples[start..<(start + 320)])
            let now = (start + 320) / 320
            let isSpeech = clip.decisions[now - 1]
            microphone.send(
                .frame(AudioFrame(samples: samples, sampleIndex: Int64(start), isSpeech: isSpeech, levelDBFS: -30)))
            // The recognizer keeps up with speech; in pauses every frame matters.
            if decidedAt == nil, !isSpeech || now % 8 == 0 { await recognizer.settle() }
            for event in takeEvents() {
                switch event {
                case .speechEnded:
                    decidedAt = now
                    result.waitMilliseconds = (Double(now) * 0.02 - clip.speech.upperBound) * 1_000
                    if Double(now) * 0.02 < clip.speech.upperBound - Self.tolerance {
                        result.cuts += 1
                        result.isLost = true
                        result.cutTexts.append(prepared)
                    }
                case .utteranceContinued:
                    decidedAt = nil
                    result.isLost = false
                    result.waitMilliseconds = nil
                case .utterancePrepared(_, let text):
                    prepared = text
                    if answerSounds { pipeline.answerIsReady(turn: Self.turn, text: text) }
                case .utteranceSettled: return result
                default: break
                }
            }
            if answerSounds, let decidedAt, now >= decidedAt + Self.answerFrames {
                pipeline.replySounds(turn: Self.turn)
            }
        }
        return result
    }

    private func takeEvents() -> [AssistantEvent] {
        reports.events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// Endpoint detection by a fixed length of silence.
enum FixedSilence {
    static func run(_ clip: EndpointClip, milliseconds: Int) -> EndpointResult {
        var configuration = UtteranceSegmenter.Configuration()
        configuration.endSilenceMilliseconds = milliseconds
        var segmenter = UtteranceSegmenter(configuration: configuration)
        for (index, isSpeech) in clip.decisions.enumerated() {
            for event in segmenter.process([], isSpeech: isSpeech, firstSample: Int64(index * 320)) {
                guard case .speechEnded = event else { continue }
                let wait = Double(index + 1) * 0.02 - clip.speech.upperBound
                let isCut = wait < -EndpointRig.tolerance
                return EndpointResult(cuts: isCut ? 1 : 0, isLost: isCut, waitMilliseconds: wait * 1_000)
            }
        }
        return EndpointResult()
    }
}
