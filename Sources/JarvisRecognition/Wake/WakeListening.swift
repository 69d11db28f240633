// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the wake word at a microphone, with live scores.

public import JarvisCore

/// Tests the wake word at a microphone.
public enum WakeListening {
    /// Yields every stretch of sound similar to the phrase, for the given time.
    public static func candidates(
        _ spotter: KeyphraseSpotter, _ microphone: any Microphone, device: String?, settings: SpeechSettings,
        seconds: Double, clock: any Clock<Duration> = ContinuousClock()
    ) -> AsyncThrowingStream<WakeCandidate, any Error> {
        AsyncThrowingStream { continuation in
            spotter.configure(
                WakeConfiguration(phrase: settings.wakePhrase, sensitivityPercent: settings.wakeSensitivity))
            spotter.observe { continuation.yield($0) }
            @Sendable func search() {
                spotter.begin(isGuarded: false) { update in
                    switch update {
                    case .heard: search()
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
                try await clock.sleep(for: .milliseconds(Int64(seconds * 1000)))
                continuation.finish()
            }
            continuation.onTermination = { _ in
                end.cancel()
                microphone.close()
                spotter.observe(nil)
                spotter.configure(nil)
            }
        }
    }
}
