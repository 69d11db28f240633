// SPDX-License-Identifier: GPL-3.0-or-later
// Falling back to the embedded engines when a speech server fails.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisSpeechServers

@Suite(.timeLimit(.minutes(10)))
struct FallbackTests {
    private static let failure = ServerFailure(server: "box:1", kind: .refused)

    private final class Notices: Sendable {
        private let all = Mutex<[Notice]>([])
        var count: Int { all.withLock { $0.count } }
        var first: String { all.withLock { $0.first?.advice ?? "" } }
        var note: @Sendable (Notice) -> Void { { [self] notice in all.withLock { $0.append(notice) } } }
    }

    /// A monotonic clock that the test advances.
    private final class Time: Sendable {
        private let seconds = Mutex(100.0)
        var now: @Sendable () -> Duration { { [self] in .seconds(seconds.withLock { $0 }) } }
        func pass(_ amount: Double) { seconds.withLock { $0 += amount } }
    }

    private let server = FakeRecognizer()
    private let embedded = FakeRecognizer()
    private let notices = Notices()
    private let time = Time()

    private func recognizer() -> FallbackRecognizer {
        FallbackRecognizer(
            server: server, embedded: embedded,
            trial: .recognition(ServerAvailability(server: "box:1", now: time.now), notices.note))
    }

    private func hear(_ recognizer: FallbackRecognizer, _ task: RecognitionTask = .command) async -> String? {
        let log = UpdateLog()
        let session = recognizer.begin(task, handler: log.handler)
        session.accept([1, 2, 3])
        session.finish()
        return await log.text()
    }

    @Test func serverTranscriptIsUsed() async {
        server.hear("from the server")
        embedded.hear("by itself")
        #expect(await hear(recognizer()) == "from the server")
        #expect(embedded.sessions.isEmpty)
        #expect(notices.count == 0)
    }

    @Test func failureAtTheEndHandsOverTheWholeUtterance() async {
        server.answer(.failed(.serverFailed(Self.failure)))
        embedded.hear("by itself")
        #expect(await hear(recognizer()) == "by itself")
        #expect(embedded.sessions.map(\.samples) == [[1, 2, 3]])
        #expect(notices.count == 1)
        #expect(notices.first.contains("Nothing is listening at box:1"))
    }

    @Test func aFailureMidUtteranceLosesNoSpeech() async {
        embedded.hear("by itself")
        let log = UpdateLog()
        let session = recognizer().begin(.command, handler: log.handler)
        session.accept([1, 2])
        server.send(.failed(.serverFailed(Self.failure)))
        session.accept([3])
        session.prepareResult()
        session.accept([4])
        session.prepareResult()
        session.finish()
        #expect(await log.text() == "by itself")
        #expect(embedded.sessions.map(\.samples) == [[1, 2, 3, 4]])
        #expect(embedded.sessions.map(\.preparationCount) == [2])
        server.send(.final(nil))
        #expect(log.count == 1, "a late answer of the server changes nothing")
    }

    @Test func anImmediateFailureFallsBack() async {
        server.failAtOnce(.serverFailed(Self.failure))
        embedded.hear("by itself")
        #expect(await hear(recognizer()) == "by itself")
    }

    @Test func anOutageIsReportedOnceAndRetriesBackOff() async {
        server.answer(.failed(.serverFailed(Self.failure)))
        embedded.hear("by itself")
        let recognizer = recognizer()
        _ = await hear(recognizer)
        _ = await hear(recognizer)
        #expect(server.sessions.count == 1, "left alone")
        time.pass(5)
        _ = await hear(recognizer)
        #expect(server.sessions.count == 2, "tried again")
        time.pass(5)
        _ = await hear(recognizer)
        #expect(server.sessions.count == 2, "left alone for longer")
        #expect(notices.count == 1)
        time.pass(5)
        server.hear("back")
        #expect(await hear(recognizer) == "back")
        #expect(await hear(recognizer) == "back")
        server.answer(.failed(.serverFailed(Self.failure)))
        _ = await hear(recognizer)
        #expect(notices.count == 2, "another outage is told again")
    }

    @Test func aReturnedServerIsTriedAtOnce() async {
        server.answer(.failed(.serverFailed(Self.failure)))
        embedded.hear("by itself")
        let availability = ServerAvailability(server: "box:1", now: time.now)
        let recognizer = FallbackRecognizer(
            server: server, embedded: embedded, trial: .recognition(availability, notices.note))
        _ = await hear(recognizer)
        let failing = availability.health
        availability.returned()
        _ = await hear(recognizer)
        #expect(server.sessions.count == 2)
        #expect(availability.health != failing, "the same failure again is news")
        #expect(notices.count == 1)
        server.hear("back")
        availability.returned()
        #expect(await hear(recognizer) == "back")
    }

    /// An incomplete answer still begins with sound.
    @Test func startOfAnAnswerDoesNotEndAnOutage() {
        let availability = ServerAvailability(server: "box:1", now: time.now)
        #expect(availability.failed(Self.failure) && !availability.mayTry())
        availability.answered(after: .milliseconds(40))
        #expect(availability.health.latencyMilliseconds == 40 && availability.health.state == .failing)
        #expect(!availability.failed(Self.failure), "told once")
        availability.succeeded()
        #expect(availability.health.state == .answering && availability.mayTry())
    }

    @Test func twoIncompleteAnswersInARowAreAnOutage() {
        let incomplete = ServerFailure(server: "box:1", kind: .incomplete(soundMilliseconds: 10, letterCount: 10))
        let availability = ServerAvailability(server: "box:1", now: time.now)
        #expect(!availability.failed(incomplete) && availability.mayTry())
        availability.succeeded()
        #expect(!availability.failed(incomplete) && availability.mayTry())
        #expect(availability.failed(incomplete) && !availability.mayTry())
    }

    @Test func stopPhrasesNeverGoToTheServer() async {
        embedded.hear("stop")
        #expect(await hear(recognizer(), .stopPhrase) == "stop")
        #expect(server.sessions.isEmpty)
    }

    @Test func cancellingReachesTheCurrentRecognizer() {
        let log = UpdateLog()
        let recognizer = recognizer()
        let first = recognizer.begin(.command, handler: log.handler)
        first.cancel()
        #expect(server.sessions[0].isCancelled)
        let second = recognizer.begin(.command, handler: log.handler)
        server.send(.failed(.serverFailed(Self.failure)))
        second.cancel()
        #expect(embedded.sessions[0].isCancelled)
        #expect(log.count == 0)
    }

    // MARK: Speech

    /// Delivers `piece`, then fails.
    private final class BreakingSynthesizer: SpeechSynthesizer {
        let piece: SynthesizedAudio?
        init(_ piece: SynthesizedAudio?) { self.piece = piece }
        func voices() async throws -> [Voice] { [] }
        func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
            AsyncThrowingStream { continuation in
                if let piece { continuation.yield(piece) }
                continuation.finish(throwing: SynthesisFailure.serverFailed(FallbackTests.failure))
            }
        }
    }

    private func speak(
        _ clause: String, after piece: SynthesizedAudio?
    ) async throws -> (said: [String], pieces: [SynthesizedAudio]) {
        let own = FakeSynthesizer()
        let synthesizer = FallbackSynthesizer(
            server: BreakingSynthesizer(piece), embedded: own,
            trial: .synthesis(ServerAvailability(server: "box:1"), notices.note))
        let pieces = try await Remote.pieces(synthesizer, clause)
        return (own.clauses, pieces)
    }

    @Test func aClauseWithoutAnySoundIsSpokenWhole() async throws {
        let (said, pieces) = try await speak("one two three", after: nil)
        #expect(said == ["one two three"])
        #expect(pieces.count == 1)
        #expect(notices.count == 1)
    }

    @Test func anInterruptedClauseContinuesWithTheNextWord() async throws {
        let words = [
            SpokenWord(startCharacter: 0, endCharacter: 3, sampleOffset: 0),
            SpokenWord(startCharacter: 4, endCharacter: 7, sampleOffset: 8_000),
        ]
        let half = SynthesizedAudio(
            samples: [Int16](repeating: 1, count: 16_000), sampleRateHertz: 24_000, words: words)
        let (said, pieces) = try await speak("one two three", after: half)
        #expect(said == [" three"])
        let last = try #require(pieces.last?.words.last)
        #expect(last.startCharacter == 8 && last.endCharacter == 13)
        // 16 000 samples at 24 kHz are 10 667 at the embedded synthesizer's 16 kHz, then the space.
        #expect(last.sampleOffset == 10_666 + 160)
    }

    @Test func barelyBegunWordIsRepeated() async throws {
        let words = [
            SpokenWord(startCharacter: 0, endCharacter: 3, sampleOffset: 0),
            SpokenWord(startCharacter: 4, endCharacter: 7, sampleOffset: 15_000),
        ]
        let half = SynthesizedAudio(
            samples: [Int16](repeating: 1, count: 16_000), sampleRateHertz: 24_000, words: words)
        #expect(try await speak("one two three", after: half).said == ["two three"])
    }

    @Test func finishedClauseIsNotRepeated() async throws {
        let word = SpokenWord(startCharacter: 0, endCharacter: 3, sampleOffset: 0)
        let all = SynthesizedAudio(
            samples: [Int16](repeating: 1, count: 16_000), sampleRateHertz: 24_000, words: [word])
        #expect(try await speak("one.", after: all).said.isEmpty)
    }
}
