// SPDX-License-Identifier: GPL-3.0-or-later
// Results prepared at a pause, and the user's own words.

import JarvisCore
@testable import JarvisRecognition
import JarvisSpeechTesting
import Synchronization
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(3)))
struct PreparationTests {
    private let recognizer: PocketSphinxRecognizer
    private let synthesizer = ESpeakSynthesizer()
    private let silence = Sound.noise(seconds: 0.3, amplitude: 2).samples

    init() throws {
        recognizer = PocketSphinxRecognizer(
            model: .installed, patterns: try TestCommands.patterns, vocabulary: TestCommands.vocabulary)
    }

    /// An utterance that records its updates.
    private final class Call: Sendable {
        let session: UtteranceFeed
        private let updates: AsyncStream<RecognitionUpdate>
        private let seen = Mutex<[PartialTranscript]>([])

        init(_ recognizer: PocketSphinxRecognizer, _ task: RecognitionTask = .command) {
            let (updates, continuation) = AsyncStream.makeStream(of: RecognitionUpdate.self)
            self.updates = updates
            session = recognizer.begin(task) { continuation.yield($0) }
        }

        var partials: [PartialTranscript] { seen.withLock { $0 } }

        /// The result; records partial transcripts on the way.
        func end() async throws -> Transcript? {
            session.finish()
            for await update in updates {
                switch update {
                case .partial(let partial): seen.withLock { $0.append(partial) }
                case .final(let transcript): return transcript
                case .failed(let failure): throw failure
                }
            }
            return nil
        }
    }

    @Test(arguments: [RecognitionTask.command, .dictation], [TestCommands.spoken[0], TestCommands.prose[1]])
    func aPreparedResultMatchesAnUnpreparedOne(task: RecognitionTask, text: String) async throws {
        let samples = try await Speaker.say(text, voice: "slt", synthesizer: synthesizer)
        let plain = Call(recognizer, task)
        plain.session.accept(samples + silence)
        let expected = try #require(try await plain.end())

        let prepared = Call(recognizer, task)
        prepared.session.accept(samples)
        prepared.session.prepareResult()
        prepared.session.accept(silence)
        let heard = try #require(try await prepared.end())
        #expect(heard.search == expected.search)
        // Dictation may recognize a word of prose differently without the silence after it.
        let (words, others) = (heard.text.split(separator: " "), expected.text.split(separator: " "))
        let distance = CommandJudge.distance(words.map(String.init), others.map(String.init))
        #expect(distance <= others.count / 6, "\(heard.text) | \(expected.text)")
        // A command is reported at the pause, with its completeness; dictation may come after the end.
        guard heard.search == .grammar else { return }
        #expect(prepared.partials.last?.text == heard.text)
        #expect(prepared.partials.last?.completeness == .complete)
    }

    @Test func moreSpeechDiscardsAPreparedResult() async throws {
        let first = try await Speaker.say("set a timer for", voice: "slt", synthesizer: synthesizer)
        let second = try await Speaker.say("ten minutes", voice: "slt", synthesizer: synthesizer)
        let call = Call(recognizer)
        call.session.accept(first)
        call.session.prepareResult()
        call.session.accept(second)
        call.session.prepareResult()
        call.session.accept(silence)
        #expect(try await call.end()?.text == "set a timer for ten minutes")
    }

    @Test func dictationContinuesAfterAPause() async throws {
        let sentence = try await Speaker.say(TestCommands.prose[0], voice: "slt", synthesizer: synthesizer)
        let call = Call(recognizer, .dictation)
        for _ in 0..<3 {
            call.session.accept(sentence)
            call.session.prepareResult()
            call.session.accept(silence)
        }
        let text = try #require(try await call.end()?.text)
        #expect(text.split(separator: " ").count { $0 == "fox" } == 3, "\(text)")
    }

    @Test func aPreparedUtteranceCanBeCancelled() async throws {
        let samples = try await Speaker.say("tell me a joke", voice: "slt", synthesizer: synthesizer)
        let dropped = Call(recognizer)
        dropped.session.accept(samples)
        dropped.session.prepareResult()
        dropped.session.cancel()
        let call = Call(recognizer)
        call.session.accept(samples)
        #expect(try await call.end()?.text == "tell me a joke")
    }

    @Test func theUsersWordsAreRecognizedOnceSet() async throws {
        let recognizer = PocketSphinxRecognizer(model: .installed, patterns: try TestCommands.patterns)
        let note = try await Speaker.say("take a note buy oat milk", voice: "slt", synthesizer: synthesizer)
        let prose = try await Speaker.say("i use firefox every day", voice: "slt", synthesizer: synthesizer)
        #expect(try await recognizer.transcribe(samples: note)?.text != "take a note buy oat milk")
        let before = try await recognizer.transcribe(samples: prose, task: .dictation)
        #expect(before?.text.contains("firefox") != true)
        recognizer.setGrammar(
            patterns: try TestCommands.patterns,
            vocabulary: GrammarVocabulary(phrases: ["buy oat milk"], names: ["Firefox"]))
        let heard = try #require(try await recognizer.transcribe(samples: note))
        #expect(heard.text == "take a note buy oat milk")
        #expect(heard.search == .grammar)
        let after = try #require(try await recognizer.transcribe(samples: prose, task: .dictation))
        #expect(after.text.contains("firefox"), "\(after.text)")
    }

    @Test(arguments: [RecognitionTask.command, .dictation])
    func clicksGiveNoText(task: RecognitionTask) async throws {
        var clicks = Sound.noise(seconds: 3, amplitude: 5).samples
        for start in stride(from: 4_000, to: 44_000, by: 6_000) {
            for (index, sample) in Sound.noise(seconds: 0.04, amplitude: 12_000).samples.enumerated() {
                clicks[start + index] = Int16(Double(sample) * (1 - Double(index) / 640))
            }
        }
        #expect(try await recognizer.transcribe(samples: clicks, task: task) == nil)
    }
}
