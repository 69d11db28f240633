// SPDX-License-Identifier: GPL-3.0-or-later
// The real model recognizes synthetic and human voices.

import JarvisCore
@testable import JarvisRecognition
import JarvisSpeechTesting
import Synchronization
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(3)))
struct PocketSphinxRecognizerTests {
    /// Shared, because loading the models takes longer than most of the tests.
    private static let shared = Result { try fresh() }
    private let recognizer: PocketSphinxRecognizer
    private let synthesizer = ESpeakSynthesizer()

    init() throws {
        recognizer = try Self.shared.get()
    }

    private static func fresh() throws -> PocketSphinxRecognizer {
        PocketSphinxRecognizer(
            model: .installed, patterns: try TestCommands.patterns, vocabulary: TestCommands.vocabulary)
    }

    @Test(arguments: ["slt", "rms", "awb", "kal16"])
    func commandsAreUnderstood(voice: String) async throws {
        var wrong: [String] = []
        for command in TestCommands.spoken {
            let samples = try await Speaker.say(command, voice: voice, synthesizer: synthesizer)
            let heard = try await recognizer.transcribe(samples: samples)
            if heard?.text != command || heard?.search != .grammar {
                wrong.append("\(command) -> \(heard?.text ?? "-")")
            }
        }
        #expect(wrong.count <= 1, "\(voice): \(wrong)")
    }

    @Test func clearCommandsNeedNoLanguageModel() async throws {
        let recognizer = try Self.fresh()
        for command in ["what is twelve times four", "tell me a joke", "convert five miles to kilometers"] {
            let samples = try await Speaker.say(command, voice: "slt", synthesizer: synthesizer)
            let heard = try #require(try await recognizer.transcribe(samples: samples))
            #expect(heard.text == command)
            #expect(heard.confidence > 0.6, "\(command): \(heard.confidence)")
        }
        #expect(await !recognizer.isDictationLoaded())
    }

    @Test func proseIsNotTakenForACommand() async throws {
        for (index, sentence) in TestCommands.prose.prefix(4).enumerated() {
            let voice = TestCommands.fliteVoices[index % 4]
            let samples = try await Speaker.say(sentence, voice: voice, synthesizer: synthesizer)
            let heard = try await recognizer.transcribe(samples: samples)
            #expect(heard?.search != .grammar, "\(sentence) -> \(heard?.text ?? "-")")
        }
        for path in Corpus.files("dictation").prefix(4) {
            let heard = try await recognizer.transcribe(samples: Speaker.samples(ofFile: path))
            #expect(heard?.search != .grammar, "\(path) -> \(heard?.text ?? "-")")
        }
    }

    @Test func onlyWholeStopPhrasesStop() async throws {
        for (phrase, isStop) in [
            ("stop", true), ("never mind", true), ("jarvis stop", true), ("tell me a joke", false),
        ] {
            let samples = try await Speaker.say(phrase, voice: "slt", synthesizer: synthesizer)
            let heard = try await recognizer.transcribe(samples: samples, task: .stopPhrase)
            #expect((heard != nil) == isStop, "\(phrase) -> \(heard?.text ?? "-")")
        }
    }

    @Test(arguments: [RecognitionTask.command, .dictation, .stopPhrase], [0.0, 3, 300, 3_000])
    func noiseGivesNoText(task: RecognitionTask, amplitude: Double) async throws {
        let noise = Sound.noise(seconds: 2, amplitude: amplitude).samples
        #expect(try await recognizer.transcribe(samples: noise, task: task) == nil)
    }

    @Test func aMissingModelIsReportedWithItsPath() async throws {
        let lost = PocketSphinxRecognizer(model: PocketSphinxModel(directory: "/nonexistent/model") { _ in [] })
        lost.warmUp()
        for task in [RecognitionTask.command, .dictation, .stopPhrase] {
            let error = await #expect(throws: RecognitionFailure.self) {
                _ = try await lost.transcribe(samples: [0, 0], task: task)
            }
            guard case .modelMissing(let path) = error else {
                Issue.record("unexpected error \(String(describing: error))")
                continue
            }
            #expect(path.hasPrefix("/nonexistent/model/"))
        }
    }

    @Test func cancelledSessionsReportNothingAndTheNextOneWorks() async throws {
        let samples = try await Speaker.say("tell me a joke", voice: "slt", synthesizer: synthesizer)
        let reports = Mutex(0)
        for _ in 0..<50 {
            let session = recognizer.begin(.command) { _ in reports.withLock { $0 += 1 } }
            session.accept(Array(samples.prefix(320)))
            session.cancel()
            session.accept(samples)
            session.finish()
        }
        #expect(try await recognizer.transcribe(samples: samples)?.text == "tell me a joke")
        #expect(reports.withLock { $0 } == 0)
    }

    @Test func overlappingSessionsEachGetTheirOwnResult() async throws {
        let joke = try await Speaker.say("tell me a joke", voice: "slt", synthesizer: synthesizer)
        let time = try await Speaker.say("what time is it", voice: "slt", synthesizer: synthesizer)
        async let first = recognizer.transcribe(samples: joke)
        async let second = recognizer.transcribe(samples: time)
        #expect(try await first?.text == "tell me a joke")
        #expect(try await second?.text == "what time is it")
    }

    @Test func theLanguageModelIsLoadedOnUseAndUnloadedByTrim() async throws {
        let recognizer = try Self.fresh()
        #expect(await !recognizer.isDictationLoaded())
        _ = try await recognizer.transcribe(samples: [Int16](repeating: 0, count: 1_600), task: .dictation)
        #expect(await recognizer.isDictationLoaded())
        recognizer.trim()
        #expect(await !recognizer.isDictationLoaded())
    }

    @Test func aNewGrammarAppliesFromTheNextUtterance() async throws {
        let recognizer = try Self.fresh()
        let samples = try await Speaker.say("tell me a joke", voice: "slt", synthesizer: synthesizer)
        recognizer.setGrammar(patterns: [try UtterancePattern("good morning")], vocabulary: GrammarVocabulary())
        #expect(try await recognizer.transcribe(samples: samples)?.search != .grammar)
        recognizer.setGrammar(patterns: [try UtterancePattern("tell me a joke")], vocabulary: GrammarVocabulary())
        #expect(try await recognizer.transcribe(samples: samples)?.text == "tell me a joke")
    }
}
