// SPDX-License-Identifier: GPL-3.0-or-later
// When the grammar's search is kept open, ended or abandoned at pauses and in unrelated speech, with scripted engines.

import JarvisCore
import Synchronization
import Testing

@testable import JarvisRecognition

@Suite(.timeLimit(.minutes(3)))
struct UnendedSearchTests {
    private static let sound: [Int16] = (0..<64_000).map {
        $0 / 4_000 % 2 == 0 ? 3 : ($0.isMultiple(of: 2) ? 8_000 : -8_000)
    }

    private static func worker(_ grammar: ScriptedGrammar, dictated: String) throws -> RecognitionWorker {
        let patterns = try TestCommands.patterns
        let worker = RecognitionWorker(
            stopPhrases: nil,
            dictation: ScriptedDictation(
                [dictated.split(separator: " ").map(String.init)], alternatives: [], hearsCommands: true),
            matcher: { try? CommandMatcher($0, beginnings: $1, model: .installed) }
        ) { _, _ in grammar }
        worker.setCommands { RecognitionWorker.Commands(patterns: patterns, vocabulary: TestCommands.vocabulary) }
        return worker
    }

    private final class Result: Sendable {
        let transcript = Mutex<Transcript?>(nil)
        var text: String? { transcript.withLock { $0?.text } }
        var search: RecognitionSearch? { transcript.withLock { $0?.search } }
    }

    private static func begin(
        _ worker: RecognitionWorker, needsGrammar: Bool = false
    ) -> (session: any RecognitionSession, result: Result) {
        let result = Result()
        let job = RecognitionJob(task: .command, utterance: SpokenUtterance(samples: sound)) { update in
            if case .final(let transcript) = update { result.transcript.withLock { $0 = transcript } }
        }
        job.needsGrammar = needsGrammar
        worker.begin(job)
        return (PocketSphinxSession(job: job, worker: worker), result)
    }

    /// Waits until both engines have answered.
    private static func settle(_ worker: RecognitionWorker) async {
        for _ in 0..<3 { await worker.settle() }
    }

    /// Hears 2 s, a pause, and 2 s more.
    /// - Returns: The calls to the grammar before the speaker continues, after that, and at the end.
    private func hear(
        _ grammar: ScriptedGrammar, dictated: String
    ) async throws -> (counts: [ScriptedGrammar.Counts], result: Result) {
        let worker = try Self.worker(grammar, dictated: dictated)
        let (session, result) = Self.begin(worker)
        var counts: [ScriptedGrammar.Counts] = []
        session.accept(upTo: 32_000)
        session.prepareResult()
        await Self.settle(worker)
        counts.append(grammar.asked)
        session.accept(upTo: 64_000)
        await worker.settle()
        counts.append(grammar.asked)
        session.prepareResult()
        session.finish()
        await Self.settle(worker)
        counts.append(grammar.asked)
        #expect(counts[2].misuses == 0 && counts[2].starts == counts[2].ends)
        return (counts, result)
    }

    @Test func aCompleteCommandKeepsTheSearchOpenAtAPause() async throws {
        let (counts, result) = try await hear(
            ScriptedGrammar("set a timer for ten minutes"), dictated: "Sat a timer for ten minutes.")
        #expect(counts.map(\.ends) == [0, 0, 1])
        #expect(counts.map(\.samples) == [32_000, 64_000, 64_000])
        #expect(result.text == "set a timer for ten minutes" && result.search == .grammar)
    }

    /// A command to the letter, and sentences that sound like none.
    @Test(arguments: ["Set a timer for ten minutes.", "Take a note buy milk.", "The rain in the mountains is over."])
    func aClearTranscriptNeedsNoSearch(dictated: String) async throws {
        let (counts, result) = try await hear(ScriptedGrammar("read my notes", margin: -20), dictated: dictated)
        #expect(counts.allSatisfy { $0.starts == 0 && $0.samples == 0 })
        #expect(result.text?.lowercased().prefix(8) == dictated.lowercased().prefix(8))
    }

    @Test func unrelatedSpeechKeepsTheSearchOpenAtAPause() async throws {
        let (counts, result) = try await hear(
            ScriptedGrammar("read", ended: "read my notes", margin: -20), dictated: "Rain.")
        #expect(counts.map(\.ends) == [0, 0, 1])
        #expect(counts.map(\.samples) == [32_000, 64_000, 64_000])
        #expect(result.text == "Rain." && result.search == .dictation)
    }

    @Test(arguments: [
        ScriptedGrammar("set a timer for", ended: "set a timer for ten minutes"),
        // Ending adapts it to a microphone with another sound.
        ScriptedGrammar("read", margin: -20, knowsChannel: false),
    ])
    func anUncertainSearchIsEndedAndRestarted(grammar: ScriptedGrammar) async throws {
        let (counts, _) = try await hear(grammar, dictated: "Said a time of four ten.")
        #expect(counts.map(\.starts) == [1, 2, 2])
        #expect(counts.map(\.samples) == [32_000, 32_000 + 64_000, 32_000 + 64_000])
    }

    /// The button is released in the middle of a word.
    @Test func theSearchIsEndedAtTheEndOfTheUtterance() async throws {
        let grammar = ScriptedGrammar("nine", ended: "set a timer for ninety minutes")
        let worker = try Self.worker(grammar, dictated: "Sat a timer for ninety minutes.")
        let (session, result) = Self.begin(worker)
        session.accept(upTo: 64_000)
        session.finish()
        await Self.settle(worker)
        #expect(grammar.asked.ends == 1 && grammar.asked.misuses == 0)
        #expect(result.text == "set a timer for ninety minutes")
    }

    @Test(arguments: [true, false]) func theNextUtteranceIsSearchedSeparately(isCancelled: Bool) async throws {
        let grammar = ScriptedGrammar("set a timer for ten minutes")
        let worker = try Self.worker(grammar, dictated: "Sat a timer for ten minutes.")
        let (first, firstResult) = Self.begin(worker)
        first.accept(upTo: 32_000)
        first.prepareResult()
        let (second, secondResult) = Self.begin(worker)
        second.accept(upTo: 64_000)
        await Self.settle(worker)
        if isCancelled { first.cancel() } else { first.finish() }
        second.prepareResult()
        second.finish()
        await Self.settle(worker)
        let counts = grammar.asked
        #expect(counts.misuses == 0 && counts.starts == 2 && counts.ends == 2 && counts.samples == 96_000)
        #expect(firstResult.text == (isCancelled ? nil : "set a timer for ten minutes"))
        #expect(secondResult.text == "set a timer for ten minutes")
    }

    /// 1.6 s of guesses at unrelated speech, and half a second more.
    @Test(arguments: [
        (grammar: ScriptedGrammar("read my notes", margin: -20), samples: 25_600 + 3 * 3_200),
        (ScriptedGrammar("read my notes", margin: -20, knowsChannel: false), 64_000),
        (ScriptedGrammar("read my notes"), 64_000),
    ])
    func longUnrelatedSpeechIsNotSearchedFurther(grammar: ScriptedGrammar, samples: Int) async throws {
        let worker = try Self.worker(grammar, dictated: "talk")
        let (session, _) = Self.begin(worker, needsGrammar: true)
        for end in stride(from: 3_200, through: Self.sound.count, by: 3_200) {
            session.accept(upTo: end)
            await worker.settle()
        }
        #expect(grammar.asked.samples == samples && grammar.asked.misuses == 0)
        session.cancel()
        await Self.settle(worker)
        #expect(!grammar.asked.isRunning)
    }
}
