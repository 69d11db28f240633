// SPDX-License-Identifier: GPL-3.0-or-later
// The spotter with a scripted transcriber, and with the real one.

import JarvisCore
@testable import JarvisRecognition
import JarvisPlatform
import JarvisSignal
import JarvisSpeechTesting
import JarvisTesting
import JarvisSpeechModels
import Synchronization
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(3)))
struct WakeTranscriberTests {
    /// Returns the same text for all sound, or fails, with the given likelihood of the phrase.
    private final class FixedTranscriber: WakeTranscriber {
        private let state: Mutex<(asked: [Int], prepared: Int, answer: String?)>
        private let likelihood: Double?

        init(_ answer: String?, likelihood: Double? = nil) {
            state = Mutex((asked: [], prepared: 0, answer: answer))
            self.likelihood = likelihood
        }

        func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? { likelihood }

        func answer(_ text: String) { state.withLock { $0.answer = text } }

        /// The number of samples of each question.
        var asked: [Int] { state.withLock { $0.asked } }
        var preparedCount: Int { state.withLock { $0.prepared } }

        func prepare() { state.withLock { $0.prepared += 1 } }

        func text(of samples: [Int16]) throws -> String {
            let answer = state.withLock { state in
                state.asked.append(samples.count)
                return state.answer
            }
            guard let answer else { throw RecognitionFailure.engineFailed(reason: "broken") }
            return answer
        }
    }

    private static let real: MoonshineDictation = {
        let resources = ResourceLocator.standard()
        return MoonshineDictation(
            model: RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en")),
            libraryFolder: resources.speechLibraryFolder)
    }()

    private func say(_ text: String, _ voice: String = "slt") async throws -> [Int16] {
        try await Speaker.say(text, voice: voice, synthesizer: ESpeakSynthesizer())
    }

    @Test func theTranscriptDecides() async throws {
        let other = SpotterFixture(transcriber: FixedTranscriber("The kitchen is warm."))
        #expect(await other.hits(try await say("Jarvis")).isEmpty)
        let named = SpotterFixture(transcriber: FixedTranscriber("Jarvis."))
        let hit = try #require(await named.hits(try await say("Umbrella")).first)
        #expect(hit.score >= hit.threshold)
    }

    @Test func aLikelyPhraseCountsWhateverTheTranscript() async throws {
        let blurred = SpotterFixture(transcriber: FixedTranscriber("God is.", likelihood: -3))
        #expect(await blurred.hits(try await say("Jarvis")).count == 1)
        let resembling = SpotterFixture(transcriber: FixedTranscriber("The Java.", likelihood: -12))
        #expect(await resembling.hits(try await say("Umbrella")).isEmpty)
    }

    @Test func thePhraseIsLikelyOnlyWhenSpoken() async throws {
        let texts = WakePhraseDistance.beginnings(of: "jarvis", like: "")
        func likelihood(_ text: String) async throws -> Double {
            try #require(try Self.real.likelihood(ofBeginnings: texts, in: try await say(text)))
        }
        #expect(try await likelihood("Jarvis, what time is it?") > -3)
        #expect(try await likelihood("Hey Jarvis") > -3)
        for other in ["The service is closed today", "Jobs are rare", "What time is it?"] {
            #expect(try await likelihood(other) < -8, "\(other)")
        }
    }

    @Test func theTranscriberIsCalledRarelyAndNeverForSilence() async throws {
        let transcriber = FixedTranscriber("Nothing of the kind.")
        let fixture = SpotterFixture(transcriber: transcriber)
        #expect(await fixture.hits(try await say("Umbrella")).isEmpty)
        let count = transcriber.asked.count
        #expect((1...3).contains(count) && transcriber.preparedCount == 1)
        #expect(transcriber.asked.allSatisfy { (8_000...32_000).contains($0) }, "\(transcriber.asked)")
        #expect(await fixture.hear([Int16](repeating: 0, count: 80_000)).isEmpty)
        #expect(transcriber.asked.count == count, "nobody listens to silence")
    }

    @Test func aFailingTranscriberLeavesTheSearchWorking() async throws {
        let transcriber = FixedTranscriber(nil)
        let fixture = SpotterFixture(percent: 75, transcriber: transcriber)
        _ = await fixture.hits(try await say("Umbrella"))
        fixture.begin()
        #expect(await fixture.hits(try await say("Jarvis")).count == 1)
        #expect(transcriber.asked.count == 1, "it is not asked again")
    }

    @Test func aFailedTranscriberIsRetriedAfterAWhile() async throws {
        let (transcriber, clock) = (FixedTranscriber(nil), ManualClock())
        let fixture = SpotterFixture(
            transcriber: transcriber, transcriberRest: FailureRest(.seconds(300), clock: clock))
        let other = try await say("Umbrella")
        _ = await fixture.hits(other)
        transcriber.answer("Jarvis.")
        clock.advance(by: .seconds(299))
        #expect(await fixture.hits(other).isEmpty && transcriber.asked.count == 1)
        clock.advance(by: .seconds(1))
        #expect(await fixture.hits(other).count == 1)
    }

    @Test func aTrialReportsCandidatesThatDoNotWake() async throws {
        let transcriber = FixedTranscriber("Charles")
        let spotter = KeyphraseSpotter(model: .installed, transcriber: transcriber)
        spotter.configure(WakeConfiguration(phrase: "jarvis"))
        let candidates = try await WakeTrial(spotter).candidates(
            in: say("Umbrella"), detector: SpectralVoiceDetector())
        let candidate = try #require(candidates.first)
        #expect(candidate.text == "Charles" && !candidate.wakes && candidate.distance ?? 0 > 0.2)
        #expect((0...16_000).contains(candidate.samples.lowerBound), "\(candidate.samples)")
    }

    @Test func callsInManyVoicesAreDetectedAndLocated() async throws {
        for voice in ["slt", "rms", "awb", "kal16", "en-gb"] {
            let fixture = SpotterFixture(transcriber: Self.real)
            var hits = await fixture.hits(try await say("Jarvis, what time is it?", voice))
            // No two readings by espeak-ng are the same, and a rare one is recognized as another word.
            if hits.isEmpty, voice == "en-gb" {
                hits = await fixture.hits(try await say("Jarvis, what time is it?", voice))
            }
            let hit = try #require(hits.first, "\(voice)")
            #expect(hits.count == 1)
            // The next utterance begins where the word ends.
            #expect((3_200...20_800).contains(hit.samples.upperBound), "\(voice) \(hit.samples)")
        }
    }

    @Test(arguments: ["slt", "rms", "awb"]) func otherSpeechDoesNotWakeTheRealTranscriber(voice: String) async throws {
        let fixture = SpotterFixture(transcriber: Self.real)
        for sentence in TestCommands.prose {
            #expect(await fixture.hits(try await say(sentence, voice)).isEmpty, "\(voice): \(sentence)")
        }
    }

    @Test func aCustomPhraseNeedsNoTraining() async throws {
        let fixture = SpotterFixture("okay butler", transcriber: Self.real)
        #expect(await fixture.hits(try await say("Okay butler, stop the music")).count == 1)
        #expect(await fixture.hits(try await say("Please turn on the kitchen light")).isEmpty)
    }

    @Test func calibrationAlsoLearnsTranscripts() async throws {
        let spoken = try await [say("Jarvis"), say("Jarvis", "rms"), say("Jarvis", "awb")]
        let taught = try await WakeCalibrator(model: .installed, transcriber: FixedTranscriber("Dorothy."))
            .calibrate(phrase: "jarvis", recordings: spoken)
        #expect(taught.hearings == ["dorothy"])
        let fixture = SpotterFixture(calibration: taught, transcriber: FixedTranscriber("Dorothy, what is up"))
        #expect(await fixture.hits(spoken[0]).count == 1)
    }

    @Test func theModelIsUnloadedByTrimAndReloaded() async throws {
        let transcriber = Self.real
        _ = try transcriber.text(of: [Int16](repeating: 0, count: 16_000))
        #expect(await transcriber.isLoaded())
        transcriber.trim()
        #expect(await !transcriber.isLoaded())
        transcriber.prepare()
        #expect(await transcriber.isLoaded())
    }
}
