// SPDX-License-Identifier: GPL-3.0-or-later
// Converting Piper voices, with small files and with the real voice.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

@Suite(.timeLimit(.minutes(10)))
struct PiperVoiceConversionTests {
    private let folder: TemporaryFolder
    private static let description = """
        {"audio": {"sample_rate": 16000}, "espeak": {"voice": "de"}, "num_speakers": 2, "dataset": "eva_k",
         "language": {"code": "de_DE", "name_english": "German"},
         "phoneme_id_map": {"_": [0], "^": [1], "$": [2], " ": [3], "ç": [40], "̧": [140], "aɪ": [7], "3": [133]}}
        """

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.path + "/" + name
        try AtomicFile.write(path, bytes)
        return path
    }

    private static let graph: [UInt8] = [0x08, 0x08, 0x3A, 0x03, 1, 2, 3]

    @Test func aConvertedVoiceIsRecognized() throws {
        let path = try write("de_DE-eva_k-low.onnx", Self.graph)
        _ = try write("de_DE-eva_k-low.onnx.json", Array(Self.description.utf8))
        _ = try write("MODEL_CARD", Array("# Model card\n* License: CC BY 4.0\n".utf8))
        let made = folder.path + "/made"
        try Folder.create(made)
        let description = try PiperVoiceConversion.convert(model: path, into: made)
        #expect(
            description
                == VoiceDescription(
                    name: "Eva k", language: "de-de", phonemeVoice: "de", licence: "CC BY 4.0", sampleRateHertz: 16_000)
        )
        let model = try VoiceModel(folder: made)
        #expect(model.kind == .vits && model.description == description)
        #expect(WholeFile.text(made + "/tokens.txt") == "_ 0\n^ 1\n$ 2\n  3\nç 40\n3 133\ņ 140\n")
        let bytes = try #require(try AtomicFile.read(made + "/model.onnx"))
        #expect(bytes.starts(with: Self.graph))
        let entries = try #require(bytes.withUnsafeBytes { ONNXMetadata(model: $0)?.entries })
        #expect(entries["sample_rate"] == "16000" && entries["n_speakers"] == "2" && entries["voice"] == "de")
        // Converts the result again: nothing is added twice.
        _ = try write("made/model.onnx.json", Array(Self.description.utf8))
        try PiperVoiceConversion.convert(model: made + "/model.onnx", into: made)
        #expect(try AtomicFile.read(made + "/model.onnx") == bytes)
    }

    @Test(arguments: [
        ("", "its description isn't JSON"), ("[1]", "its description isn't JSON"),
        ("{}", "its description has no sample rate"),
        (#"{"audio": {"sample_rate": 1}}"#, "its description has no sample rate"),
        (#"{"audio": {"sample_rate": 22050}}"#, "its description has no phonemes"),
        (#"{"audio": {"sample_rate": 22050}, "phoneme_type": "text"}"#, "it reads text instead of phonemes"),
        (#"{"audio": {"sample_rate": 22050}, "phoneme_id_map": {"a": [1]}}"#, "its phonemes lack _, ^ or $"),
        (#"{"audio": {"sample_rate": 22050}, "phoneme_id_map": {"a": "b"}}"#, "its phonemes have no numbers"),
    ])
    func unusableDescriptionsAreReported(json: String, reason: String) throws {
        let path = try write("voice.onnx", Self.graph)
        _ = try write("voice.onnx.json", Array(json.utf8))
        #expect(throws: SpeechModelFailure.voiceNotPiper(path: path, reason: reason)) {
            try PiperVoiceConversion.convert(model: path, into: folder.path)
        }
    }

    @Test func missingDescriptionsAndTruncatedModelsAreReported() throws {
        let path = folder.path + "/voice.onnx"
        #expect(
            throws: SpeechModelFailure.voiceNotPiper(path: path, reason: "its description \(path).json can't be read")
        ) { try PiperVoiceConversion.convert(model: path, into: folder.path) }
        _ = try write("voice.onnx.json", Array(Self.description.utf8))
        _ = try write("voice.onnx", Self.graph.dropLast())
        #expect(
            throws: SpeechModelFailure.voiceNotPiper(
                path: path, reason: "it isn't a complete ONNX model")
        ) { try PiperVoiceConversion.convert(model: path, into: folder.path) }
    }

    @Test(arguments: ["a", "a b", "ab 1", "a 1\na 2", "a 99999", "a -1", "", "\n\n"])
    func damagedTokensAreRejected(text: String) {
        #expect(PhonemeTokens(text: text) == nil)
    }

    @Test func tokensAreParsedAndWrittenBack() throws {
        let tokens = try #require(PhonemeTokens(text: "  3\na 14\n<BLNK> 200\nˈ 120\n"))
        #expect(tokens.numbers == [" ": 3, "a": 14, "ˈ": 120])
        #expect(PhonemeTokens(text: tokens.text) == tokens)
        #expect(tokens.padded("a".unicodeScalars).isEmpty, "it has no marks of beginning and end")
        let piper = try #require(PhonemeTokens(text: "_ 0\n^ 1\n$ 2\na 14\nb 15\n"))
        #expect(piper.padded("a!b".unicodeScalars) == [1, 0, 14, 0, 15, 0, 2])
        #expect(piper.padded("!".unicodeScalars).isEmpty)
        #expect(tokens.known("aˈxa ".unicodeScalars) == ["a", "ˈ", "a", " "])
    }

    @Test func theRealVoiceSpeaksAndDamagedOnesThrow() throws {
        let library = try SherpaOnnxLibrary(folder: TestVoice.libraryFolder)
        let model = try TestVoice.model()
        #expect(model.description.language == "en-us" && model.description.licence == "CC0")
        let voice = try OfflineVoice(model, library: library)
        #expect(voice.sampleRateHertz == 22_050)
        let sound = try voice.speak(Array("həlˈoʊ.".unicodeScalars), speed: 1)
        #expect(sound.count > 5_000 && sound.contains { abs($0) > 0.05 })
        #expect(try voice.speak([], speed: 1).isEmpty && voice.speak(["語"], speed: 1).isEmpty)
        // Its code takes some 16 MiB, and is loaded again when needed.
        #expect(SherpaOnnxLibrary.releaseMemory() > 10 << 20)
        #expect(try voice.speak(Array("həlˈoʊ.".unicodeScalars), speed: 1).count > 5_000)
        // A number that the model lacks makes the runtime throw during computation.
        let made = folder.path + "/damaged"
        try Folder.create(made)
        let whole = try #require(try AtomicFile.read(model.folder + "/model.onnx"))
        try AtomicFile.write(made + "/model.onnx", whole)
        try AtomicFile.write(made + "/tokens.txt", Array(voice.tokens.text.replacing("oʊ", with: "").utf8))
        let text = voice.tokens.text.replacing("o 27\n", with: "o 3000\n")
        try AtomicFile.write(made + "/tokens.txt", Array(text.utf8))
        let damaged = try OfflineVoice(VoiceModel(folder: made), library: library)
        do {
            _ = try damaged.speak(Array("həlˈoʊ.".unicodeScalars), speed: 1)
            Issue.record("a phoneme without a place in the model was spoken")
        } catch {
            guard case .voiceFailed(made, let reason) = error else { throw error }
            #expect(reason.contains("out of data bounds"))
        }
        // A truncated model is rejected before the library sees it.
        try AtomicFile.write(made + "/model.onnx", Array(whole.prefix(1_000_000)))
        #expect(
            throws: SpeechModelFailure.voiceUnusable(
                folder: made, reason: "model.onnx isn't a complete ONNX model")
        ) { _ = try VoiceModel(folder: made) }
        let plain = try #require(try AtomicFile.read(TestVoice.published()))
        try AtomicFile.write(made + "/model.onnx", plain)
        #expect(throws: SpeechModelFailure.self) { _ = try VoiceModel(folder: made) }
        try AtomicFile.write(made + "/tokens.txt", Array("no tokens".utf8))
        try AtomicFile.write(made + "/model.onnx", whole)
        #expect(throws: SpeechModelFailure.voiceUnusable(folder: made, reason: "tokens.txt is damaged")) {
            _ = try OfflineVoice(VoiceModel(folder: made), library: library)
        }
    }
}
