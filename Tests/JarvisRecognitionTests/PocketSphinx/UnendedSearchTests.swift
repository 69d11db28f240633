// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the grammar's search at a pause that was none, with engines that say what the test tells them.

import JarvisCore
import Synchronization
import Testing

@testable import JarvisRecognition

@Suite(.timeLimit(.minutes(3)))
struct UnendedSearchTests {
    /// Hears 2 s, a pause, and 2 s more.
    /// - Returns: What was asked of the grammar before and after the speaker went on, and the result at the end.
    private func hear(
        _ grammar: ScriptedGrammar, dictated: String
    ) async throws -> (before: ScriptedGrammar.Counts, after: ScriptedGrammar.Counts, result: Transcript?) {
        let patterns = try TestCommands.patterns
        let worker = RecognitionWorker(
            stopPhrases: nil,
            dictation: ScriptedDictation(
                [dictated.split(separator: " ").map(String.init)], alternatives: [], hearsCommands: true),
            matcher: { try? CommandMatcher($0, beginnings: $1, model: .installed) }
        ) { _, _ in grammar }
        worker.setCommands { RecognitionWorker.Commands(patterns: patterns, vocabulary: TestCommands.vocabulary) }
        let result = Mutex<Transcript?>(nil)
        let sound: [Int16] = (0..<64_000).map { $0 / 4_000 % 2 == 0 ? 3 : ($0.isMultiple(of: 2) ? 8_000 : -8_000) }
        let job = RecognitionJob(task: .command, utterance: SpokenUtterance(samples: sound)) { update in
            if case .final(let transcript) = update { result.withLock { $0 = transcript } }
        }
        let session = PocketSphinxSession(job: job, worker: worker)
        worker.begin(job)
        session.accept(upTo: 32_000)
        session.prepareResult()
        for _ in 0..<3 { await worker.settle() }
        let before = grammar.asked
        session.accept(upTo: 64_000)
        await worker.settle()
        let after = grammar.asked
        session.prepareResult()
        session.finish()
        for _ in 0..<3 { await worker.settle() }
        return (before, after, result.withLock { $0 })
    }

    @Test func aWholeCommandSoFarNeedsNoEnd() async throws {
        let (before, after, result) = try await hear(
            ScriptedGrammar("set a timer for ten minutes"), dictated: "Set a timer for ten minutes.")
        #expect(before == ScriptedGrammar.Counts(starts: 1, ends: 0, samples: 32_000))
        #expect(after == ScriptedGrammar.Counts(starts: 1, ends: 0, samples: 64_000))
        #expect(result?.text == "set a timer for ten minutes" && result?.search == .grammar)
    }

    @Test func aGuessAtOtherSpeechNeedsNoEnd() async throws {
        let (before, after, result) = try await hear(
            ScriptedGrammar("read", ended: "read my notes", margin: -20), dictated: "The rain in the mountains.")
        #expect(before.ends == 0 && after.samples == 64_000)
        #expect(result?.text == "The rain in the mountains." && result?.search == .dictation)
    }

    @Test func whatIsNotWholeYetIsEndedAndHeardAgain() async throws {
        let (before, after, _) = try await hear(
            ScriptedGrammar("set a timer for", ended: "set a timer for ten minutes"),
            dictated: "Said a time of four ten.")
        #expect(before.starts == 1 && before.ends == 1)
        #expect(after.starts == 2 && after.samples == 32_000 + 64_000)
    }

    /// Two seconds of guesses at other speech, and half a second more of them.
    @Test(arguments: [(margin: -20.0, samples: 32_000 + 3 * 3_200), (9, 64_000)])
    func whatHasLongBeenTalkIsNotSearched(margin: Double, samples: Int) async throws {
        let grammar = ScriptedGrammar("read my notes", margin: margin)
        let patterns = try TestCommands.patterns
        let worker = RecognitionWorker(
            stopPhrases: nil, dictation: ScriptedDictation([["talk"]], alternatives: [], hearsCommands: true),
            matcher: { try? CommandMatcher($0, beginnings: $1, model: .installed) }
        ) { _, _ in grammar }
        worker.setCommands { RecognitionWorker.Commands(patterns: patterns, vocabulary: TestCommands.vocabulary) }
        let sound: [Int16] = (0..<64_000).map { $0 / 4_000 % 2 == 0 ? 3 : ($0.isMultiple(of: 2) ? 8_000 : -8_000) }
        let job = RecognitionJob(task: .command, utterance: SpokenUtterance(samples: sound)) { _ in }
        let session = PocketSphinxSession(job: job, worker: worker)
        worker.begin(job)
        for end in stride(from: 3_200, through: sound.count, by: 3_200) {
            session.accept(upTo: end)
            await worker.settle()
        }
        #expect(grammar.asked.samples == samples)
        session.cancel()
    }
}
