// SPDX-License-Identifier: GPL-3.0-or-later
// Detector, segmenter and recognizer in a row as in the program, but fed from memory faster than speech.

import JarvisAudio
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisRecognition
import Synchronization

/// The results of one recording.
struct Heard {
    /// One for each utterance that the segmenter found; nil without intelligible speech.
    var transcripts: [Transcript?] = []
    /// The time from the pause to a prepared result, and from the end of the utterance to the delivered result.
    var preparation: [Duration] = []
    var result: [Duration] = []
    /// The number of words shown and then retracted.
    var retracted = 0

    var text: String { transcripts.compactMap { $0?.text }.joined(separator: " ") }
}

final class HearingRig {
    /// The silence after which the program prepares the result, in frames of 20 ms.
    private static let pauseFrames = 5
    /// The time after its end in which an utterance may be reopened, as in the program.
    private static let reopenMilliseconds = 300

    let recognizer: PocketSphinxRecognizer
    private let clock = ContinuousClock()

    init(_ recognizer: PocketSphinxRecognizer) {
        self.recognizer = recognizer
    }

    /// One utterance in progress.
    private final class Call: Sendable {
        private struct State {
            var shown: [Substring] = []
            var retracted = 0
        }
        private let state = Mutex(State())
        let updates: AsyncStream<RecognitionUpdate>
        let session: UtteranceFeed

        init(_ recognizer: PocketSphinxRecognizer, _ task: RecognitionTask) {
            let (updates, continuation) = AsyncStream.makeStream(of: RecognitionUpdate.self)
            self.updates = updates
            session = recognizer.begin(task) { continuation.yield($0) }
        }

        var retracted: Int { state.withLock { $0.retracted } }

        func end() async throws -> Transcript? {
            for await update in updates {
                switch update {
                case .partial(let partial):
                    state.withLock { state in
                        let words = partial.text.split(separator: " ")
                        let kept = zip(words, state.shown).prefix { $0 == $1 }.count
                        state.retracted += state.shown.count - kept
                        state.shown = words
                    }
                case .final(let transcript): return transcript
                case .failed(let failure): throw failure
                }
            }
            return nil
        }
    }

    /// Processes a recording from the first to the last sample.
    func hear(_ samples: [Int16], task: RecognitionTask = .command) async throws -> Heard {
        let detector = VoiceDetectors(resources: .standard()).make()
        var configuration: UtteranceSegmenter.Configuration = task == .dictation ? .dictation : .command
        configuration.reopenMilliseconds = Self.reopenMilliseconds
        var segmenter = UtteranceSegmenter(configuration: configuration)
        var heard = Heard()
        var call: Call?
        var silence = 0
        var index = 0
        while index + 320 <= samples.count {
            let frame = Array(samples[index..<(index + 320)])
            let isSpeech = frame.withUnsafeBufferPointer(detector.process).isSpeech
            silence = isSpeech ? 0 : silence + 1
            for event in segmenter.process(frame, isSpeech: isSpeech, firstSample: Int64(index)) {
                switch event {
                case .speechStarted(let preRoll, _):
                    call = Call(recognizer, task)
                    call?.session.accept(preRoll)
                case .audio(let samples), .speechResumed(let samples): call?.session.accept(samples)
                case .speechEnded(.silence): break
                case .speechEnded, .endSettled:
                    try await end(call, &heard)
                    call = nil
                }
            }
            if silence == Self.pauseFrames, let call {
                // Real speech leaves the recognizer more time than it needs, so a backlog must not build up here
                // either.
                await recognizer.settle()
                let start = clock.now
                call.session.prepareResult()
                await recognizer.settle()
                heard.preparation.append(clock.now - start)
            }
            index += 320
        }
        if call != nil { try await end(call, &heard) }
        return heard
    }

    private func end(_ call: Call?, _ heard: inout Heard) async throws {
        guard let call else { return }
        await recognizer.settle()
        let start = clock.now
        call.session.finish()
        heard.transcripts.append(try await call.end())
        heard.result.append(clock.now - start)
        heard.retracted += call.retracted
    }
}

/// The median and the slow end of a series of times.
struct Spread: CustomStringConvertible {
    private let sorted: [Double]

    init(_ durations: [Duration]) {
        sorted = durations.map { Double($0.components.seconds) * 1e3 + Double($0.components.attoseconds) / 1e15 }
            .sorted()
    }

    func milliseconds(_ share: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
    }

    var description: String { "\(milliseconds(0.5).rounded1) / \(milliseconds(0.95).rounded1) ms" }
}

extension Double {
    /// Rounded to two decimals.
    var rounded2: String {
        let hundredths = Int((self * 100).rounded())
        let digits = "\(100 + abs(hundredths) % 100)".dropFirst()
        return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(digits)"
    }
    /// Rounded to one decimal.
    var rounded1: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
