// SPDX-License-Identifier: GPL-3.0-or-later
// The wake word in synthetic voices other than JARVIS's own, in other speech and in noise.

import JarvisCore
import JarvisSpeechTesting
import Synchronization
import Testing

@testable import JarvisRecognition
@testable import JarvisSynthesis

@Suite(.timeLimit(.minutes(3)))
struct KeyphraseSpotterTests {
    private let synthesizer = ESpeakSynthesizer()

    private func say(_ text: String, _ voice: String) async throws -> [Int16] {
        try await Speaker.say(text, voice: voice, synthesizer: synthesizer)
    }

    @Test(arguments: ["slt", "rms", "awb"]) func theWakeWordIsDetectedBeforeMoreSpeech(voice: String) async throws {
        let fixture = SpotterFixture()
        let samples = try await say("Jarvis, what time is it?", voice)
        let hits = await fixture.hits(samples)
        let hit = try #require(hits.first, "\(voice)")
        #expect(hits.count == 1)
        // The next utterance begins where the word ends: within the first second of speech.
        #expect((3_200...17_600).contains(hit.samples.upperBound), "\(hit.samples)")
        #expect(hit.samples.lowerBound < 9_600)
    }

    @Test func theWakeWordIsLocatedAgainInTheSameStream() async throws {
        let fixture = SpotterFixture(percent: 75)
        let samples = try await say("Jarvis", "slt")
        var places: [Int64] = []
        var length: Int64 = 0
        for _ in 0..<4 {
            let hit = try #require(await fixture.hits(samples).first)
            places.append(hit.samples.upperBound - length * Int64(places.count))
            length = Int64((samples.count + 16_000) / 320 * 320)
            fixture.begin()
        }
        let spread = (places.max() ?? 0) - (places.min() ?? 0)
        #expect(spread <= 3_200, "counting goes on rightly from utterance to utterance: \(places)")
    }

    @Test(arguments: ["slt", "rms", "awb", "kal16"]) func proseDoesNotWake(voice: String) async throws {
        let fixture = SpotterFixture()
        for sentence in TestCommands.prose {
            #expect(await fixture.hits(try await say(sentence, voice)).isEmpty, "\(voice): \(sentence)")
        }
    }

    @Test func noiseAndSilenceDoNotWake() async {
        let fixture = SpotterFixture(percent: 100)
        #expect(await fixture.hear(Sound.noise(seconds: 5, amplitude: 1_500).samples).isEmpty)
        #expect(await fixture.hear([Int16](repeating: 0, count: 80_000)).isEmpty)
    }

    @Test func aNewCalibrationAppliesDuringASearch() async throws {
        let nonsense = WakeCalibration(phrase: "jarvis", pronunciations: [["M", "UW", "M", "UW"]], thresholdOffset: 0)
        let kept = Mutex<WakeCalibration?>(nonsense)
        let fixture = SpotterFixture(percent: 75, calibrations: { _ in kept.withLock { $0 } })
        let samples = try await say("Jarvis", "slt")
        #expect(await fixture.hits(samples).isEmpty, "it listens for something else")
        kept.withLock { $0 = nil }
        #expect(await fixture.hits(samples).isEmpty, "nobody has said that this has changed")
        fixture.spotter.recalibrate()
        #expect(await fixture.hits(samples).count == 1)
    }

    @Test func sensitivityAppliesDuringASearch() async throws {
        let fixture = SpotterFixture(percent: 0)
        let samples = try await say("Jarvis", "rms")
        let strict = WakeScore.threshold(percent: 0)
        fixture.spotter.configure(WakeConfiguration(phrase: "jarvis", sensitivityPercent: 100))
        let hit = try #require(await fixture.hits(samples).first)
        #expect(hit.threshold == WakeScore.threshold(percent: 100) && hit.threshold < strict)
        #expect(await fixture.spotter.isLoaded())
    }

    @Test func aCustomPhraseIsDetectedButOtherSpeechIsNot() async throws {
        let fixture = SpotterFixture("okay butler", percent: 75)
        #expect(await fixture.hits(try await say("Okay butler", "slt")).count == 1)
        let other = SpotterFixture("okay butler", percent: 75)
        #expect(await other.hits(try await say("Please turn on the kitchen light", "slt")).isEmpty)
    }

    @Test func aGuardedSearchHasAHigherThreshold() {
        for percent in [0.0, 50, 100] {
            #expect(
                WakeScore.threshold(percent: percent, isGuarded: true)
                    >= WakeScore.threshold(percent: percent) + 10)
        }
    }

    @Test func withoutASearchNothingIsReportedOrKeptLoaded() async throws {
        let fixture = SpotterFixture()
        fixture.spotter.end()
        #expect(await fixture.hear(try await say("Jarvis", "slt")).isEmpty)
        fixture.spotter.configure(nil)
        #expect(await !fixture.spotter.isLoaded())
    }

    @Test func aMissingModelIsReportedOnce() async throws {
        let fixture = SpotterFixture(model: PocketSphinxModel(directory: "/nowhere") { _ in [] })
        let updates = await fixture.hear(Sound.noise(seconds: 0.1, amplitude: 10).samples)
        #expect(updates.count == 1)
        guard case .failed(.modelMissing(let path)) = try #require(updates.first) else {
            Issue.record("\(updates)")
            return
        }
        #expect(path.hasPrefix("/nowhere"))
    }
}
