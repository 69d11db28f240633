// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizing models of every family by their file names and metadata.

import JarvisPlatform
import JarvisTesting
@testable import JarvisSpeechModels
import Testing

struct SpeechModelFilesTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var family: SpeechModelFamily
        var names: [String]
        /// The networks' metadata, by file name.
        var metadata: [String: [String: String]] = [:]
        /// The files to be used, apart from licences.
        var taken: [String]
        var testDescription: String { family.rawValue + " " + names[0] }
    }

    /// The files of sherpa-onnx's own archives.
    static let samples: [Sample] = [
        Sample(
            family: .moonshine, names: ["encoder_model.ort", "decoder_model_merged.ort", "tokens.txt", "README.md"],
            taken: ["encoder_model.ort", "decoder_model_merged.ort", "tokens.txt"]),
        Sample(
            family: .moonshine,
            names: [
                "preprocess.onnx", "encode.int8.onnx", "uncached_decode.int8.onnx", "cached_decode.int8.onnx",
                "tokens.txt",
            ],
            taken: [
                "preprocess.onnx", "encode.int8.onnx", "uncached_decode.int8.onnx", "cached_decode.int8.onnx",
                "tokens.txt",
            ]),
        Sample(
            family: .whisper,
            names: [
                "tiny.en-encoder.onnx", "tiny.en-encoder.int8.onnx", "tiny.en-decoder.onnx",
                "tiny.en-decoder.int8.onnx",
                "tiny.en-tokens.txt",
            ], taken: ["tiny.en-encoder.int8.onnx", "tiny.en-decoder.int8.onnx", "tiny.en-tokens.txt"]),
        Sample(
            family: .transducer,
            names: [
                "encoder-epoch-30-avg-1.onnx", "encoder-epoch-30-avg-1.int8.onnx", "decoder-epoch-30-avg-1.onnx",
                "joiner-epoch-30-avg-1.onnx", "joiner-epoch-30-avg-1.int8.onnx", "tokens.txt", "bpe.model",
            ], metadata: ["encoder-epoch-30-avg-1.int8.onnx": ["model_type": "zipformer2"]],
            taken: [
                "encoder-epoch-30-avg-1.int8.onnx", "decoder-epoch-30-avg-1.onnx", "joiner-epoch-30-avg-1.int8.onnx",
                "tokens.txt",
            ]),
        Sample(
            family: .nemoTransducer,
            names: ["encoder.int8.onnx", "decoder.int8.onnx", "joiner.int8.onnx", "tokens.txt"],
            metadata: ["encoder.int8.onnx": ["model_type": "EncDecRNNTBPEModel"]],
            taken: ["encoder.int8.onnx", "decoder.int8.onnx", "joiner.int8.onnx", "tokens.txt"]),
        Sample(
            family: .nemoTransducer,
            names: ["encoder.onnx", "encoder.weights", "decoder.onnx", "joiner.onnx", "tokens.txt"],
            metadata: ["encoder.onnx": ["model_type": "EncDecRNNTBPEModel"]],
            taken: ["encoder.onnx", "encoder.weights", "decoder.onnx", "joiner.onnx", "tokens.txt"]),
        Sample(
            family: .nemoCTC, names: ["model.onnx", "model.int8.onnx", "tokens.txt"],
            metadata: ["model.int8.onnx": ["model_type": "EncDecCTCModelBPE"]],
            taken: ["model.int8.onnx", "tokens.txt"]),
        Sample(
            family: .senseVoice, names: ["model.int8.onnx", "tokens.txt", "export-onnx.py"],
            metadata: ["model.int8.onnx": ["model_type": "sense_voice_ctc"]], taken: ["model.int8.onnx", "tokens.txt"]),
        Sample(
            family: .zipformerCTC, names: ["model.int8.onnx", "tokens.txt", "bbpe.model"],
            metadata: ["model.int8.onnx": ["model_type": "zipformer2_ctc"]], taken: ["model.int8.onnx", "tokens.txt"]),
        Sample(
            family: .piper, names: ["en_US-joe-medium.onnx", "en_US-joe-medium.onnx.json"],
            taken: ["en_US-joe-medium.onnx", "en_US-joe-medium.onnx.json"]),
        Sample(
            family: .vits,
            names: ["en_US-amy-low.onnx", "en_US-amy-low.onnx.json", "tokens.txt", "espeak-ng-data/phontab"],
            metadata: ["en_US-amy-low.onnx": ["model_type": "vits", "comment": "piper"]],
            taken: ["en_US-amy-low.onnx", "tokens.txt"]),
        Sample(
            family: .kokoro, names: ["model.onnx", "voices.bin", "tokens.txt"],
            metadata: ["model.onnx": ["model_type": "kokoro"]], taken: ["model.onnx", "voices.bin", "tokens.txt"]),
        Sample(
            family: .kitten, names: ["model.fp16.onnx", "voices.bin", "tokens.txt"],
            metadata: ["model.fp16.onnx": ["model_type": "kitten-tts"]],
            taken: ["model.fp16.onnx", "voices.bin", "tokens.txt"]),
        Sample(
            family: .matcha, names: ["model-steps-3.onnx", "vocos-22khz-univ.onnx", "tokens.txt", "lexicon.txt"],
            taken: ["model-steps-3.onnx", "vocos-22khz-univ.onnx", "tokens.txt", "lexicon.txt"]),
    ]

    private func recognize(_ names: [String], _ metadata: [String: [String: String]] = [:]) throws -> SpeechModelFiles {
        try SpeechModelFiles.recognize(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })) { metadata[$0] ?? [:] }
    }

    @Test(arguments: samples) func everyFamilyIsRecognizedByItsFiles(sample: Sample) throws {
        let files = try recognize(sample.names + ["LICENSE", "test_wavs/0.wav"], sample.metadata)
        #expect(files.family == sample.family)
        let described = sample.names.filter { $0 == "README.md" }
        #expect(files.all == (sample.taken + described + ["LICENSE"]).sorted())
    }

    /// The same on disk, with real ONNX metadata after a network.
    @Test(arguments: samples) func everyFamilyIsRecognizedOnDisk(sample: Sample) throws {
        let folder = try TemporaryFolder()
        for name in sample.names {
            let described = sample.metadata[name] ?? [:]
            try SampleModels.write(
                [name: name.hasSuffix(".onnx") ? SampleModels.network(described, size: 300_000) : [1]], to: folder.path)
        }
        #expect(try SpeechModelFiles.recognize(folder: folder.path).family == sample.family)
    }

    @Test(arguments: samples) func aMissingFileMakesAModelIncomplete(sample: Sample) throws {
        // Without its weights or lexicon, a network looks complete.
        for missing in sample.taken where !missing.hasSuffix(".weights") && missing != "lexicon.txt" {
            var metadata = sample.metadata
            metadata[missing] = nil
            let names = sample.names.filter { $0 != missing && $0 != missing.replacing(".int8", with: "") }
            // A converted Piper voice without its vocabulary can be converted again.
            guard sample.family != .vits || missing != "tokens.txt" else { continue }
            #expect(throws: SpeechModelMismatch.self, "\(missing)") { _ = try recognize(names, metadata) }
        }
    }

    @Test func unsupportedModelsAreReportedByKind() {
        let streaming = ["encoder.onnx": ["model_type": "zipformer2", "decode_chunk_len": "32"]]
        #expect(throws: SpeechModelMismatch.streaming) {
            _ = try recognize(["encoder.onnx", "decoder.onnx", "joiner.onnx", "tokens.txt"], streaming)
        }
        #expect(throws: SpeechModelMismatch.unsupported("paraformer")) {
            _ = try recognize(["model.int8.onnx", "tokens.txt"], ["model.int8.onnx": ["model_type": "paraformer"]])
        }
        #expect(throws: SpeechModelMismatch.unknown) { _ = try recognize(["readme.txt", "a.onnx", "b.onnx"]) }
        #expect(throws: SpeechModelMismatch.unknown) { _ = try recognize([]) }
    }

    @Test(arguments: [
        ("sherpa-onnx-whisper-tiny.en.tar.bz2", "whisper-tiny.en"),
        ("/a/b/vits-piper-en_US-joe-medium/", "vits-piper-en_us-joe-medium"),
        ("https://host/x/Kokoro%20v1.zip?download=1", "kokoro-20v1"), ("...", ""), ("Ünder.tar", "nder"),
    ])
    func idsAreDerivedFromFileNames(source: String, id: String) {
        #expect(ModelRecord.id(from: source) == id)
    }
}
