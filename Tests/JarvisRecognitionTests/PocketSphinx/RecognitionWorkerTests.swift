// SPDX-License-Identifier: GPL-3.0-or-later
// Grammar first, dictation second, with scripted engines; no model is loaded.

import JarvisCore
@testable import JarvisRecognition
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RecognitionWorkerTests {
    /// Finds the same match in every utterance.
    private final class FakeGrammar: GrammarRecognizer {
        let name = "fake grammar"
        let match: GrammarMatch?

        init(_ match: GrammarMatch?) { self.match = match }

        let knowsChannel = true
        func has(_ kind: GrammarKind) -> Bool { true }
        func start(_ kind: GrammarKind) throws {}
        func process(_ samples: [Int16]) {}
        func partial() -> GrammarMatch? { nil }
        func end() -> GrammarMatch? { match }
        func searchAgain(_ samples: [Int16], _ kind: GrammarKind) throws -> GrammarMatch? { match }
        func scores(of phrases: [[String]], in samples: [Int16]) throws -> [[String]: Double] { [:] }
    }

    /// Answers every preparation with the same words, and records its input.
    private final class FakeDictation: DictationRecognizer {
        let hearsCommands = false

        func warmUp() {}
        final class Session: DictationSession {
            let utterance: SpokenUtterance
            private let answer: DictationUpdate
            private let report: @Sendable (DictationUpdate) -> Void
            private let state = Mutex((sampleCount: 0, hasEnded: false))

            init(
                _ utterance: SpokenUtterance, _ answer: DictationUpdate,
                _ report: @escaping @Sendable (DictationUpdate) -> Void
            ) {
                self.utterance = utterance
                self.answer = answer
                self.report = report
            }

            var samples: [Int16] { utterance.samples(upTo: state.withLock { $0.sampleCount }) }
            var hasEnded: Bool { state.withLock { $0.hasEnded } }
            func accept(upTo sampleCount: Int) { state.withLock { $0.sampleCount = sampleCount } }
            func end() { state.withLock { $0.hasEnded = true } }
            func reconsider(number: Int, phrases: [[String]]) { prepare(number: number) }
            func prepare(number: Int) {
                if case .result(let result, _) = answer {
                    report(.result(result, number: number))
                } else {
                    report(answer)
                }
            }
        }

        let name = "fake dictation"
        private let answer: DictationUpdate
        private let all = Mutex<[Session]>([])

        init(_ answer: DictationUpdate) { self.answer = answer }

        var sessions: [Session] { all.withLock { $0 } }
        func setOwnWords(_ words: Set<String>) {}
        func trim() {}
        func isLoaded() async -> Bool { false }
        func begin(
            _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
        ) -> any DictationSession {
            let session = Session(utterance, answer, report)
            all.withLock { $0.append(session) }
            return session
        }
    }

    private static let free = DictationResult(words: ["a", "natural", "ear"], probabilities: [0.9, 0.9, 0.9])
    /// A second of sound that can pass for speech: quiet, then loud.
    private let sound: [Int16] = {
        let quiet = [Int16](repeating: 3, count: 8_000)
        let loud: [Int16] = (0..<8_000).map { $0.isMultiple(of: 2) ? 8_000 : -8_000 }
        return quiet + loud
    }()

    private func hear(
        _ match: GrammarMatch?, _ dictation: FakeDictation, _ task: RecognitionTask = .command
    ) async -> RecognitionUpdate? {
        let worker = RecognitionWorker(stopPhrases: nil, dictation: dictation) { _, _ in FakeGrammar(match) }
        let (updates, continuation) = AsyncStream.makeStream(of: RecognitionUpdate.self)
        let utterance = SpokenUtterance(samples: sound)
        let job = RecognitionJob(task: task, utterance: utterance) { continuation.yield($0) }
        let session = PocketSphinxSession(job: job, worker: worker)
        worker.begin(job)
        session.accept(upTo: utterance.count)
        session.finish()
        for await update in updates {
            if case .partial = update { continue }
            return update
        }
        return nil
    }

    private func final(
        _ match: GrammarMatch?, _ dictation: FakeDictation, _ task: RecognitionTask = .command
    ) async throws -> Transcript {
        let update = try #require(await hear(match, dictation, task))
        guard case .final(let transcript) = update else { throw RecognitionFailure.engineFailed(reason: "\(update)") }
        return try #require(transcript)
    }

    @Test func aCertainCommandNeedsNoDictation() async throws {
        let dictation = FakeDictation(.result(Self.free, number: 0))
        let transcript = try await final(GrammarMatch(words: ["stop"], margin: 11, wordShare: 0.8), dictation)
        #expect(transcript.text == "stop" && transcript.engine == "fake grammar" && transcript.search == .grammar)
        #expect(dictation.sessions.isEmpty)
    }

    /// Any engine for free speech can back up the grammar; both read the same utterance.
    @Test(arguments: [RecognitionTask.command, .dictation])
    func otherSpeechComesFromTheDictationRecognizer(task: RecognitionTask) async throws {
        let dictation = FakeDictation(.result(Self.free, number: 0))
        let transcript = try await final(nil, dictation, task)
        #expect(transcript.text == "a natural ear")
        #expect(transcript.engine == "fake dictation" && transcript.search == .dictation)
        #expect(dictation.sessions.map(\.samples) == [sound])
        #expect(dictation.sessions.map(\.hasEnded) == [true])
    }

    @Test func agreementMakesADoubtfulCommandCertain() async throws {
        let words = ["what", "time", "is", "it"]
        let dictation = FakeDictation(
            .result(DictationResult(words: words, probabilities: [0.8, 0.8, 0.8, 0.8]), number: 0))
        let doubtful = GrammarMatch(words: words, margin: -2, wordShare: 0.8)
        let transcript = try await final(doubtful, dictation)
        #expect(transcript.text == "what time is it" && transcript.search == .grammar)
        #expect(transcript.confidence > 0.8)
    }

    @Test func aDictationFailureIsReported() async {
        let dictation = FakeDictation(.failed(.modelMissing(path: "/nowhere")))
        #expect(await hear(nil, dictation) == .failed(.modelMissing(path: "/nowhere")))
    }
}
