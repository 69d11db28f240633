// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone for trying the wake word: live scores.

import JarvisCore
import JarvisRecognition

enum WakeListening {
    /// A line for each thing that is like the phrase, for the given time.
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
