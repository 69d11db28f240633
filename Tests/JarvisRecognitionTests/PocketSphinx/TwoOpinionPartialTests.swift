// SPDX-License-Identifier: GPL-3.0-or-later
// Which words are shown while somebody speaks, with engines that say what the test tells them.

import JarvisCore
import Synchronization
import Testing

@testable import JarvisRecognition

@Suite(.timeLimit(.minutes(3)))
struct TwoOpinionPartialTests {
    /// Hears the same command in everything, and is sure of it.
    private final class EagerGrammar: GrammarRecognizer {
        let name = "grammar"
        private let match = GrammarMatch(words: ["what", "is", "nine", "times", "ten"], margin: 9, wordShare: 0.9)
        func has(_ kind: GrammarKind) -> Bool { true }
        func start(_ kind: GrammarKind) throws {}
        func process(_ samples: [Int16]) {}
        func partial() -> GrammarMatch? { match }
        func end() -> GrammarMatch? { match }
        func searchAgain(_ samples: [Int16], _ kind: GrammarKind) throws -> GrammarMatch? { match }
        func scores(of phrases: [[String]], in samples: [Int16]) throws -> [[String]: Double] { [:] }
    }

    /// Shows the next hypothesis with every piece of sound.
    private final class Dictation: DictationRecognizer {
        let name = "free"
        let hearsCommands: Bool
        private let hypotheses: [[String]]
        private let alternatives: [[String]]

        init(_ hypotheses: [[String]], alternatives: [[String]], hearsCommands: Bool) {
            self.hypotheses = hypotheses
            self.alternatives = alternatives
            self.hearsCommands = hearsCommands
        }

        func warmUp() {}
        func setOwnWords(_ words: Set<String>) {}
        func trim() {}
        func isLoaded() async -> Bool { false }
        func begin(
            _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
        ) -> any DictationSession { Session(hypotheses, alternatives, report) }

        private final class Session: DictationSession {
            private let hypotheses: [[String]]
            private let alternatives: [[String]]
            private let report: @Sendable (DictationUpdate) -> Void
            private let next = Mutex(0)

            init(
                _ hypotheses: [[String]], _ alternatives: [[String]],
                _ report: @escaping @Sendable (DictationUpdate) -> Void
            ) {
                self.hypotheses = hypotheses
                self.alternatives = alternatives
                self.report = report
            }

            func accept(upTo sampleCount: Int) {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                if index < hypotheses.count { report(.partial(hypotheses[index])) }
            }
            func prepare(number: Int) {
                report(.result(DictationResult(words: hypotheses.last ?? [], confidence: 0.9), number: number))
            }
            func reconsider(number: Int, phrases: [[String]]) {
                var result = DictationResult(words: hypotheses.last ?? [], confidence: 0.9)
                result.alternatives = alternatives
                report(.result(result, number: number))
            }
            func end() {}
        }
    }

    /// What is shown until the speaker pauses, and then.
    private func shown(
        _ hypotheses: [String], alternatives: [String] = [], hearsCommands: Bool = true
    ) async throws -> [PartialTranscript] {
        let dictation = Dictation(
            hypotheses.map { $0.split(separator: " ").map(String.init) },
            alternatives: alternatives.map { $0.split(separator: " ").map(String.init) }, hearsCommands: hearsCommands)
        let patterns = try TestCommands.patterns
        let worker = RecognitionWorker(
            stopPhrases: nil, dictation: dictation,
            matcher: { try? CommandMatcher($0, beginnings: $1, model: .installed) }
        ) { _, _ in EagerGrammar() }
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

    @Test func freeWordsAreShownAndTheGrammarsAreNot() async throws {
        let shown = try await shown(["what", "what is", "what is nine", "what is nine times", "what is nine times"])
        #expect(shown.map(\.text) == ["what is", "what is nine", "what is nine"])
        #expect(shown.allSatisfy { !$0.text.contains("ten") })
        #expect(shown.last?.result == "what is nine times" && shown.last?.completeness == .unfinished)
    }

    /// Only what three looks agree on, whatever its marks are.
    @Test func wordsThatWaverAreNotShown() async throws {
        let shown = try await shown(["Watt is.", "What is", "What is mine", "What is nine?", "What is nine times"])
        #expect(shown.dropLast().allSatisfy { !$0.text.contains("mine") && !$0.text.contains("Watt") })
    }

    @Test func whatIsInDoubtIsDecidedByWhatDictationHearsInAlteredCopies() async throws {
        let heard = ["Said at time of four ten millets."]
        #expect(try await shown(heard).last?.result == heard[0])
        let again = try await shown(
            heard, alternatives: ["Set a timer for ten minutes.", "Set a timer for ten minute."])
        #expect(again.last?.result == "set a timer for ten minutes")
    }

    @Test func soundWithoutWordsShowsNothing() async throws {
        let shown = try await shown(["", "", "", "", "what", ""])
        #expect(shown.allSatisfy { $0.text.isEmpty })
    }

    @Test func withoutASecondOpinionTheGrammarShowsWhatItHears() async throws {
        let shown = try await shown(["what"], hearsCommands: false)
        #expect(shown.last?.text == "what is nine times ten")
    }
}
