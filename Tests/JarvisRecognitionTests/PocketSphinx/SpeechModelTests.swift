// SPDX-License-Identifier: GPL-3.0-or-later
// The real library with the real model, which scripts/speech-engine installs, and with faulty files.

import Glibc
import JarvisCore
@testable import JarvisRecognition
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import JarvisSpeechModels
import Testing

import JarvisSpokenText
@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(10)))
struct SpeechModelTests {
    private let folder: TemporaryFolder
    private static let resources = ResourceLocator.standard()
    private static let library = resources.speechLibraryFolder
    private static let model = RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en"))

    init() throws {
        folder = try TemporaryFolder()
    }

    private func recognizer(_ model: RecognizerModel = Self.model) throws -> PocketSphinxRecognizer {
        PocketSphinxRecognizer(
            model: .installed, patterns: try TestCommands.patterns, vocabulary: TestCommands.vocabulary,
            dictation: FallbackDictation(
                MoonshineDictation(model: model, libraryFolder: Self.library),
                fallback: PocketSphinxDictation(model: .installed), notice: { _ in }))
    }

    /// Uses a voice that always sounds the same.
    private func say(_ text: String) async throws -> [Int16] {
        try await Speaker.say(text, voice: "slt", synthesizer: ESpeakSynthesizer())
    }

    @Test func commandsAndFreeSpeechAreUnderstood() async throws {
        let recognizer = try recognizer()
        let command = try await recognizer.transcribe(samples: say("set a timer for ten minutes"))
        #expect(command?.text == "set a timer for ten minutes" && command?.search == .grammar)
        let free = try await recognizer.transcribe(samples: say("the weather was very nice in the mountains"))
        #expect(free?.search == .dictation && free?.engine == "moonshine")
        #expect(free?.text.lowercased().contains("mountains") == true, "\(free?.text ?? "")")
    }

    @Test func anIncompletePhraseIsNotCompleted() async throws {
        let transcript = try await recognizer().transcribe(samples: say("what is nine times"))
        #expect(transcript?.search != .grammar, "\(transcript?.text ?? "")")
    }

    /// Speaks an utterance in pieces; the result is prepared in a pause after each.
    private func partials(
        _ pieces: [String], task: RecognitionTask = .command
    ) async throws -> (partials: [[PartialTranscript]], final: Transcript?) {
        let recognizer = try recognizer()
        let (updates, continuation) = AsyncStream.makeStream(of: RecognitionUpdate.self)
        let session = recognizer.begin(task) { continuation.yield($0) }
        var shown: [[PartialTranscript]] = []
        var iterator = updates.makeAsyncIterator()
        for piece in pieces {
            let sound = try await say(piece)
            for start in stride(from: 0, to: sound.count, by: 320) {
                session.accept(Array(sound[start..<min(start + 320, sound.count)]))
            }
            session.prepareResult()
            var own: [PartialTranscript] = []
            while let update = await iterator.next() {
                guard case .partial(let partial) = update else { break }
                own.append(partial)
                if partial.result != nil { break }
            }
            shown.append(own)
        }
        session.finish()
        while let update = await iterator.next() {
            if case .final(let transcript) = update { return (shown, transcript) }
            if case .failed(let failure) = update { throw failure }
        }
        return (shown, nil)
    }

    @Test func theResultAndCompletenessAreKnownAtThePause() async throws {
        let time = try await partials(["what time is it"])
        #expect(
            time.partials[0].last
                == PartialTranscript(
                    text: "what time is it", completeness: .complete, result: "what time is it"))
        #expect(time.final?.text == "what time is it")
        let timer = try await partials(["set a timer for ten minutes"])
        #expect(timer.partials[0].last?.completeness == .extensible)
    }

    /// Speech after a pause belongs to the phrase, and nothing is added before it is spoken.
    @Test func anIncompletePhraseWaitsForTheRest() async throws {
        let heard = try await partials(["what is twelve divided by", "four"])
        #expect(heard.partials[0].last?.completeness == .unfinished)
        #expect(heard.partials[0].allSatisfy { SpokenWords.words(of: $0.text).count <= 5 }, "\(heard.partials[0])")
        #expect(
            heard.final.map { SpokenWords.words(of: $0.text) } == ["what", "is", "twelve", "divided", "by", "four"])
    }

    @Test func anUnusableModelFallsBackToPocketSphinx() async throws {
        let incomplete = RecognizerModel(folder: folder.path + "/model")
        #expect(throws: SpeechModelFailure.modelMissing(path: incomplete.folder)) {
            _ = try OfflineTranscriber(incomplete, library: SherpaOnnxLibrary(folder: Self.library))
        }
        let command = try await recognizer(incomplete).transcribe(samples: say("set a timer for ten minutes"))
        #expect(command?.text == "set a timer for ten minutes", "\(String(describing: command))")
        #expect(command?.engine == "pocketsphinx")
    }

    @Test func unusableLibrariesAreRejected() throws {
        let path = folder.path + "/" + SherpaOnnxLibrary.fileName
        #expect(throws: SpeechModelFailure.libraryMissing(path: path)) {
            _ = try SherpaOnnxLibrary(folder: folder.path)
        }
        try AtomicFile.write(path, Array("no library".utf8))
        do {
            _ = try SherpaOnnxLibrary(folder: folder.path)
            Issue.record("a text was opened as a library")
        } catch {
            guard case .libraryUnusable(path, _) = error else { throw error }
        }
        // A library, but a different one.
        unlink(path)
        try #require(symlink(Self.library + "/libonnxruntime.so", path) == 0)
        #expect(
            throws: SpeechModelFailure.libraryUnusable(path: path, reason: "it has no SherpaOnnxGetVersionStr")
        ) { _ = try SherpaOnnxLibrary(folder: folder.path) }
    }
}
