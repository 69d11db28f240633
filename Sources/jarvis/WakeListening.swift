// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone for the commands about the wake word: one utterance as sound, and live scores.

import JarvisCore
import JarvisSignal
import JarvisSpeech

enum WakeListening {
    /// Waits for speech and returns it with some silence on both sides, 16 kHz mono.
    /// - Throws: `AudioFailure`.
    static func utterance(_ microphone: any Microphone, device: String?) async throws -> [Int16] {
        let (events, continuation) = AsyncStream.makeStream(of: MicrophoneEvent.self)
        microphone.open(device: device) { continuation.yield($0) }
        defer { microphone.close() }
        var segmenter = UtteranceSegmenter()
        var samples: [Int16] = []
        for await event in events {
            switch event {
            case .failed(let failure): throw failure
            case .frame(let frame):
                let found = segmenter.process(
                    frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex)
                for event in found {
                    switch event {
                    case .speechStarted(let preRoll, _): samples = preRoll
                    case .audio(let more): samples += more
                    case .speechEnded: return samples
                    default: break
                    }
                }
            default: break
            }
        }
        return samples
    }

    /// A line for each thing that is like the phrase, for as long as it is told.
    static func scores(
        _ spotter: KeyphraseSpotter, _ microphone: any Microphone, device: String?, settings: SpeechSettings,
        seconds: Double
    ) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let offset = (100 - settings.wakeSensitivity) * KeyphraseSpotter.decadesPerPercent
            spotter.configure(WakeConfiguration(phrase: settings.wakePhrase, sensitivityPercent: 100))
            @Sendable func search() {
                spotter.begin(isGuarded: false) { update in
                    switch update {
                    case .heard(let hit):
                        let threshold = hit.threshold + offset
                        let verdict = hit.score >= threshold ? "wakes" : "does not wake"
                        continuation.yield(
                            "score \(Int(hit.score.rounded())), threshold \(Int(threshold.rounded())): \(verdict)")
                        search()
                    case .failed(let failure): continuation.finish(throwing: failure)
                    }
                }
            }
            search()
            microphone.open(device: device) { event in
                switch event {
                case .frame(let frame): spotter.accept(frame)
                case .failed(let failure): continuation.finish(throwing: failure)
                default: break
                }
            }
            let end = Task {
                try await Task.sleep(for: .milliseconds(Int64(seconds * 1000)))
                continuation.finish()
            }
            continuation.onTermination = { _ in
                end.cancel()
                microphone.close()
                spotter.configure(nil)
            }
        }
    }
}
