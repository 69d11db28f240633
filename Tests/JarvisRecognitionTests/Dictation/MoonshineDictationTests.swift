// SPDX-License-Identifier: GPL-3.0-or-later
// Dictation by a model for whole utterances, with a stand-in for the model.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisRecognition

@Suite(.timeLimit(.minutes(3)))
struct MoonshineDictationTests {
    /// A model that transcribes sound as its length in tenths of a second, such as "word20".
    private final class Model: Sendable {
        private let state = Mutex((loads: 0, decoded: [Int](), fails: false))
        var loads: Int { state.withLock { $0.loads } }
        /// The number of samples of each decode.
        var decoded: [Int] { state.withLock { $0.decoded } }
        func fail(_ fails: Bool = true) { state.withLock { $0.fails = fails } }

        func load() throws -> any UtteranceModel {
            let fails = state.withLock { state in
                state.loads += 1
                return state.fails
            }
            if fails { throw SpeechModelFailure.modelMissing(path: "/model") }
            return StandIn { samples in
                self.state.withLock { $0.decoded.append(samples.count) }
                return "word\(samples.count / 1_600)"
            }
        }
    }

    private final class StandIn: UtteranceModel {
        let comparesPhrases = false
        let workNanoseconds = 0
        private let write: ([Int16]) throws -> String

        init(_ write: @escaping ([Int16]) throws -> String) { self.write = write }

        func transcribe(_ samples: [Int16]) throws -> String { try write(samples) }
        func likelihoods(of phrases: [[String]], in samples: [Int16]) throws -> PhraseLikelihoods? { nil }
        func likelihood(ofBeginnings texts: [String], in samples: [Int16]) throws -> Double? { nil }
    }

    /// The reports of a session.
    private final class Reports: Sendable {
        let updates: AsyncStream<DictationUpdate>
        let handler: @Sendable (DictationUpdate) -> Void

        init() {
            let (updates, continuation) = AsyncStream.makeStream(of: DictationUpdate.self)
            self.updates = updates
            handler = { continuation.yield($0) }
        }

        func alternatives() async -> [[String]]? {
            for await update in updates {
                if case .result(let result?, _) = update, let alternatives = result.alternatives { return alternatives }
            }
            return nil
        }

        func result() async -> [String]? {
            for await update in updates {
                if case .result(let result, _) = update { return result?.words }
            }
            return nil
        }

        func failure() async -> RecognitionFailure? {
            for await update in updates {
                if case .failed(let failure) = update { return failure }
            }
            return nil
        }
    }

    private let model = Model()
    private let clock = ManualClock()

    private func dictation() -> MoonshineDictation {
        MoonshineDictation(idle: .seconds(300), clock: clock, load: model.load)
    }

    /// Seconds of sound that can pass for speech: noise with a short quiet part.
    private static func speech(seconds: Int) -> [Int16] {
        let second =
            Sound.noise(seconds: 0.3, amplitude: 2).samples + Sound.noise(seconds: 0.7, amplitude: 8_000).samples
        return (0..<seconds).flatMap { _ in second }
    }

    @Test func theWholeUtteranceIsDecodedAtItsEnd() async {
        let utterance = SpokenUtterance(samples: Self.speech(seconds: 2))
        let (dictation, reports) = (dictation(), Reports())
        let session = dictation.begin(utterance, report: reports.handler)
        session.accept(upTo: utterance.count)
        session.prepare(number: 1)
        #expect(await reports.result() == ["word20"])
        session.end()
        #expect(model.loads == 1)
    }

    /// Sound as it arrives, without background noise or 28 dB above it.
    @Test(arguments: [2, 300])
    func speechIsDecodedAtAPauseBeforeTheResultIsRequested(background: Double) async {
        let quiet = { Sound.noise(seconds: $0, amplitude: background).samples }
        let utterance = SpokenUtterance(
            samples: quiet(0.3) + Sound.noise(seconds: 1, amplitude: 8_000).samples + quiet(0.1))
        let (dictation, reports) = (dictation(), Reports())
        let session = dictation.begin(utterance, report: reports.handler)
        // The pre-roll arrives in one piece.
        for end in stride(from: 9_600, through: utterance.count, by: 320) { session.accept(upTo: end) }
        _ = await dictation.isLoaded()
        let decoded = model.decoded
        // 60 ms after the speech, with 120 ms of silence added.
        #expect(decoded.last == 20_800 + 960 + 1_920)
        session.prepare(number: 1)
        #expect(await reports.result() == ["word14"])
        #expect(model.decoded == decoded)
        session.end()
    }

    /// A slamming door is louder than everything said after it.
    @Test func aLoudNoiseDoesNotHideTheWordsAfterIt() async {
        let utterance = SpokenUtterance(
            samples: Sound.noise(seconds: 0.4, amplitude: 30_000).samples
                + Sound.noise(seconds: 1.6, amplitude: 500).samples)
        let (dictation, reports) = (dictation(), Reports())
        let session = dictation.begin(utterance, report: reports.handler)
        for end in stride(from: 320, through: utterance.count, by: 320) { session.accept(upTo: end) }
        session.prepare(number: 1)
        #expect(await reports.result() == ["word20"])
        session.end()
    }

    @Test func speechAfterAnEarlyDecodeIsDecodedAgain() async {
        // A stop consonant: the sound after it is shorter than the permitted age of early words.
        let samples = [(0.3, 2.0), (1, 8_000), (0.1, 2), (0.1, 8_000)].flatMap {
            Sound.noise(seconds: $0, amplitude: $1).samples
        }
        let utterance = SpokenUtterance(samples: samples)
        let (dictation, reports) = (dictation(), Reports())
        let session = dictation.begin(utterance, report: reports.handler)
        for end in stride(from: 320, through: utterance.count, by: 320) { session.accept(upTo: end) }
        session.prepare(number: 1)
        #expect(await reports.result() == ["word15"])
        #expect(model.decoded.contains(20_800 + 960 + 1_920), "the quiet was decoded before")
        session.end()
    }

    /// Longer speech is unlikely to be a command, and would take too long.
    @Test(arguments: [(1, [["word10"], ["word9"]]), (7, [])])
    func aDoubtfulUtteranceIsDecodedAgainInAlteredVoices(seconds: Int, words: [[String]]) async {
        let utterance = SpokenUtterance(samples: Self.speech(seconds: seconds))
        let (dictation, reports) = (dictation(), Reports())
        let session = dictation.begin(utterance, report: reports.handler)
        session.accept(upTo: utterance.count)
        session.prepare(number: 1)
        session.reconsider(number: 1, phrases: [])
        #expect(await reports.alternatives() == words)
        session.end()
    }

    @Test func longSpeechIsSplitAtItsPauses() async {
        let utterance = SpokenUtterance(samples: Self.speech(seconds: 12))
        let (dictation, reports) = (dictation(), Reports())
        let session = dictation.begin(utterance, report: reports.handler)
        session.accept(upTo: 9 * 16_000)
        session.prepare(number: 1)
        #expect(await reports.result() == ["word90"])
        session.accept(upTo: utterance.count)
        session.prepare(number: 2)
        #expect(await reports.result() == ["word90", "word30"])
        session.end()
    }

    @Test func speechWithoutPausesIsSplitBeforeItGetsTooLong() async {
        let utterance = SpokenUtterance(samples: Self.speech(seconds: 50))
        let (dictation, reports) = (dictation(), Reports())
        let session = dictation.begin(utterance, report: reports.handler)
        for end in stride(from: 16_000, through: utterance.count, by: 16_000) { session.accept(upTo: end) }
        session.prepare(number: 1)
        let words = await reports.result() ?? []
        #expect(words.count >= 3)
        #expect(model.decoded.allSatisfy { $0 <= 22 * 16_000 })
        session.end()
    }

    @Test func anIdleModelIsUnloadedAndReloadedOnUse() async {
        let utterance = SpokenUtterance(samples: Self.speech(seconds: 1))
        let dictation = dictation()
        dictation.warmUp()
        #expect(await dictation.isLoaded())
        await yieldUntil { clock.sleeperCount > 0 }
        clock.advance(by: .seconds(301))
        await yieldUntil { await !dictation.isLoaded() }
        let reports = Reports()
        let session = dictation.begin(utterance, report: reports.handler)
        session.accept(upTo: utterance.count)
        session.prepare(number: 1)
        #expect(await reports.result() == ["word10"])
        session.end()
        #expect(model.loads == 2)
    }

    @Test func theFallbackEngineDecodesTheFailedUtterance() async {
        model.fail()
        let utterance = SpokenUtterance(samples: Self.speech(seconds: 1))
        let other = Model()
        let notices = Mutex<[RecognitionFailure]>([])
        let fallback = FallbackDictation(
            dictation(), fallback: MoonshineDictation(idle: .seconds(300), clock: clock, load: other.load),
            notice: { failure in notices.withLock { $0.append(failure) } })
        for _ in 0..<2 {
            let reports = Reports()
            let session = fallback.begin(utterance, report: reports.handler)
            session.accept(upTo: utterance.count)
            session.prepare(number: 1)
            #expect(await reports.result() == ["word10"])
            session.end()
        }
        #expect(notices.withLock { $0 } == [.speechModel(.modelMissing(path: "/model"))], "told once")
        #expect(model.loads == 1)
    }

    @Test func aFailedEngineIsRetriedAfterAWhile() async {
        model.fail()
        let utterance = SpokenUtterance(samples: Self.speech(seconds: 1))
        let notices = Mutex(0)
        let other = MoonshineDictation(name: "other", idle: .seconds(300), clock: clock, load: Model().load)
        let fallback = FallbackDictation(
            dictation(), fallback: other, rest: FailureRest(.seconds(300), clock: clock),
            notice: { _ in notices.withLock { $0 += 1 } })
        func hear() async -> String {
            let reports = Reports()
            let session = fallback.begin(utterance, report: reports.handler)
            session.accept(upTo: utterance.count)
            session.prepare(number: 1)
            _ = await reports.result()
            session.end()
            return fallback.name
        }
        #expect(await hear() == "other" && model.loads == 1)
        clock.advance(by: .seconds(299))
        #expect(await hear() == "other" && model.loads == 1, "it is left alone")
        clock.advance(by: .seconds(1))
        #expect(await hear() == "other" && model.loads == 2 && notices.withLock { $0 } == 1, "told once")
        model.fail(false)
        clock.advance(by: .seconds(300))
        #expect(await hear() == "moonshine" && model.loads == 3)
    }

    /// The runtime throws when a model computes nonsense; the program must keep running.
    @Test func aModelFailureDuringAnUtteranceIsReported() async {
        let failure = SpeechModelFailure.modelFailed(folder: "/model", reason: "nonsense")
        let dictation = MoonshineDictation(idle: .seconds(300), clock: clock) { StandIn { _ in throw failure } }
        let reports = Reports()
        let session = dictation.begin(SpokenUtterance(samples: Self.speech(seconds: 1)), report: reports.handler)
        session.accept(upTo: 16_000)
        session.prepare(number: 1)
        #expect(await reports.failure() == .speechModel(failure))
    }

    @Test func aLoadFailureWithoutAFallbackIsReported() async {
        model.fail()
        let reports = Reports()
        let session = dictation().begin(SpokenUtterance(samples: Self.speech(seconds: 1)), report: reports.handler)
        session.accept(upTo: 16_000)
        session.prepare(number: 1)
        #expect(await reports.failure() == .speechModel(.modelMissing(path: "/model")))
    }
}
