// SPDX-License-Identifier: GPL-3.0-or-later
// A synthesizer for tests without sound.

public import JarvisCore
import Synchronization

/// Synthesizes 10 ms of silence per character with one word event per word.
public final class FakeSynthesizer: SpeechSynthesizer {
    private let log = Mutex<[String]>([])
    private let forgettings = Mutex(0)
    private let warmed = Mutex<[String]>([])
    private let failure = Mutex<SynthesisFailure?>(nil)

    private let offered: [Voice]

    /// - Parameter voices: The voices it offers; nil for three English ones.
    public init(voices: [Voice]? = nil) {
        offered =
            voices ?? [
                Voice(id: "en-us", name: "English (America)", languages: ["en-us"]),
                Voice(id: "en-us+f3", name: "English (America), female 3", languages: ["en-us"]),
                Voice(id: "en-gb", name: "English (Great Britain)", languages: ["en-gb"]),
            ]
    }

    /// Every requested clause.
    public var clauses: [String] { log.withLock { $0 } }

    /// How often it was told that its sound will not be heard.
    public var forgetCount: Int { forgettings.withLock { $0 } }

    /// The voices requested to be loaded, in order.
    public var warmedVoices: [String] { warmed.withLock { $0 } }

    public func warmUp(voice: String) { warmed.withLock { $0.append(voice) } }

    public func forgetLead() { forgettings.withLock { $0 += 1 } }

    /// Makes every later synthesis fail; nil ends that.
    public func fail(with failure: SynthesisFailure?) { self.failure.withLock { $0 = failure } }

    public func voices() async throws -> [Voice] { offered }

    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        log.withLock { $0.append(clause) }
        return AsyncThrowingStream { continuation in
            if let failure = failure.withLock({ $0 }) {
                continuation.finish(throwing: failure)
                return
            }
            var words: [SpokenWord] = []
            var position = 0
            for word in clause.split(separator: " ", omittingEmptySubsequences: false) {
                let end = position + word.count
                words.append(SpokenWord(startCharacter: position, endCharacter: end, sampleOffset: position * 160))
                position = end + 1
            }
            let samples = [Int16](repeating: 0, count: clause.count * 160)
            continuation.yield(SynthesizedAudio(samples: samples, sampleRateHertz: 16_000, words: words))
            continuation.finish()
        }
    }
}
