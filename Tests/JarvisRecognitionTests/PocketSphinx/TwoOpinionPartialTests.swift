// SPDX-License-Identifier: GPL-3.0-or-later
// The words shown during speech, with scripted engines.

import JarvisCore
import Synchronization
import Testing

@testable import JarvisRecognition

@Suite(.timeLimit(.minutes(3)))
struct TwoOpinionPartialTests {
    /// The partial transcripts shown until the speaker pauses, and at the pause.
    private func shown(
        _ hypotheses: [String], alternatives: [String] = [], hearsCommands: Bool = true
    ) async throws -> [PartialTranscript] {
        let dictation = ScriptedDictation(
            hypotheses.map { $0.split(separator: " ").map(String.init) },
            alternatives: alternatives.map { $0.split(separator: " ").map(String.init) }, hearsCommands: hearsCommands)
        let patterns = try TestCommands.patterns
        let worker = RecognitionWorker(
            stopPhrases: nil, dictation: dictation,
            matcher: { try? CommandMatcher($0, beginnings: $1, model: .installed) }
        ) { _, _ in ScriptedGrammar("what is nine times ten") }
        worker.setCommands { RecognitionWorker.Commands(patterns: patterns, vocabulary: TestCommands.vocabulary) }
        let partials = Mutex<[PartialTranscript]>([])
        let sound: [Int16] = (0..<64_000).map { $0 / 4_000 % 2 == 0 ? 3 : ($0.isMultiple(of: 2) ? 8_000 : -8_000) }
        let utterance = SpokenUtterance(samples: sound)
        let job = RecognitionJob(task: .command, utterance: utterance) { update in
            if case .partial(let partial) = update { partials.withLock { $0.append(partial) } }
        }
        let session = PocketSphinxSession(job: job, worker: worker)
        worker.begin(job)
        for end in stride(from: 4_000, through: sound.count, by: 4_000) {
            session.accept(upTo: end)
            await worker.settle()
        }
        session.prepareResult()
        // Dictation may be asked twice.
        for _ in 0..<3 { await worker.settle() }
        session.cancel()
        return partials.withLock { $0 }
    }

    @Test func dictatedWordsAreShownInsteadOfTheGrammars() async throws {
        let shown = try await shown(["what", "what is", "what is nine", "what is nine times", "what is nine times"])
        #expect(shown.map(\.text) == ["what is", "what is nine", "what is nine"])
        #expect(shown.allSatisfy { !$0.text.contains("ten") })
        #expect(shown.last?.result == "what is nine times" && shown.last?.completeness == .unfinished)
    }

    /// Shows only the words that three looks agree on, whatever their punctuation.
    @Test func unstableWordsAreNotShown() async throws {
        let shown = try await shown(["Watt is.", "What is", "What is mine", "What is nine?", "What is nine times"])
        #expect(shown.dropLast().allSatisfy { !$0.text.contains("mine") && !$0.text.contains("Watt") })
    }

    @Test func transcriptsOfAlteredCopiesDecideInDoubt() async throws {
        let heard = ["Said at time of four ten millets."]
        #expect(try await shown(heard).last?.result == heard[0])
        let again = try await shown(
            heard, alternatives: ["Set a timer for ten minutes.", "Set a timer for ten minute."])
        #expect(again.last?.result == "set a timer for ten minutes")
    }

    @Test func soundWithoutWordsShowsNoText() async throws {
        let shown = try await shown(["", "", "", "", "what", ""])
        #expect(shown.allSatisfy { $0.text.isEmpty })
    }

    @Test func withoutASecondOpinionTheGrammarsWordsAreShown() async throws {
        let shown = try await shown(["what"], hearsCommands: false)
        #expect(shown.last?.text == "what is nine times ten")
    }
}
