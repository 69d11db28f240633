// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies a model's files by the names that sherpa-onnx publishes and, because several families share names, by the
// metadata of the networks.

/// The files of a model, by their role. Pure.
public struct SpeechModelFiles: Hashable, Sendable {
    /// The role of a file.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        case model, encoder, decoder, joiner, tokens
        /// Three of the four networks in Moonshine's older models; the fourth is the encoder.
        case preprocessor, uncachedDecoder, cachedDecoder
        /// Moonshine's decoder, in models that have only one.
        case mergedDecoder
        /// The configuration beside a Piper voice.
        case configuration
        /// The styles of a Kokoro or Kitten voice.
        case voices
        /// The network that converts a Matcha voice's spectrum to sound.
        case vocoder
        case lexicon
    }

    public var family: SpeechModelFamily
    /// The path of each file, relative to the model's folder.
    public var paths: [Part: String]
    /// Other files that belong to the model: external weights, licences, descriptions.
    public var companions: [String] = []
    /// The main network's metadata, such as "language".
    public var metadata: [String: String] = [:]

    public init(family: SpeechModelFamily, paths: [Part: String]) {
        self.family = family
        self.paths = paths
    }

    /// The paths of all files, sorted.
    public var all: [String] { (Array(paths.values) + companions).sorted() }
}

/// The reasons why files are not a model that JARVIS can use.
public enum SpeechModelMismatch: Error, Hashable, Sendable {
    /// The files don't look like any model.
    case unknown
    /// A model of this family lacks a file, given by a name that it could have.
    case incomplete(SpeechModelFamily, missing: String)
    /// The model is a streaming model, which doesn't take whole utterances.
    case streaming
    /// The model has an unsupported architecture; with the model's own name for it.
    case unsupported(String)
}

extension SpeechModelFiles {
    /// Identifies a model by its files.
    /// - Parameters:
    ///   - names: The paths of the files below the folder, with their sizes in bytes.
    ///   - metadata: Returns the metadata of the ONNX file at this path; empty if it has none.
    public static func recognize(
        _ names: [String: Int], metadata: (String) -> [String: String]
    ) throws(SpeechModelMismatch) -> SpeechModelFiles {
        let folder = ModelNames(names)
        var files: SpeechModelFiles
        if let named = try recognizeByName(folder, metadata) {
            files = named
        } else {
            files = try recognizeByContent(folder, metadata)
        }
        if files.metadata.isEmpty, let main = files.paths[.model] ?? files.paths[.encoder] {
            files.metadata = metadata(main)
        }
        if files.metadata["decode_chunk_len"] != nil { throw .streaming }
        files.companions = folder.companions(of: files)
        return files
    }

    /// Recognizes families with distinctive file names.
    private static func recognizeByName(
        _ folder: ModelNames, _ metadata: (String) -> [String: String]
    ) throws(SpeechModelMismatch) -> SpeechModelFiles? {
        let tokens = folder.tokens
        if let encoder = folder.network("encoder_model") {
            return try complete(
                .moonshine,
                [
                    .encoder: encoder, .mergedDecoder: folder.network("decoder_model_merged"), .tokens: tokens,
                ], "decoder_model_merged.ort")
        }
        if let preprocessor = folder.network("preprocess") {
            return try complete(
                .moonshine,
                [
                    .preprocessor: preprocessor, .encoder: folder.network("encode"),
                    .uncachedDecoder: folder.network("uncached_decode"),
                    .cachedDecoder: folder.network("cached_decode"), .tokens: tokens,
                ], "encode.int8.onnx")
        }
        if let encoder = folder.network(endingIn: "-encoder"), !encoder.hasPrefix("encoder") {
            return try complete(
                .whisper, [.encoder: encoder, .decoder: folder.network(endingIn: "-decoder"), .tokens: tokens],
                "decoder")
        }
        if let encoder = folder.network(beginningWith: "encoder") {
            let isNeMo = metadata(encoder)["model_type"]?.hasPrefix("EncDec") ?? false
            return try complete(
                isNeMo ? .nemoTransducer : .transducer,
                [
                    .encoder: encoder, .decoder: folder.network(beginningWith: "decoder"),
                    .joiner: folder.network(beginningWith: "joiner"), .tokens: tokens,
                ], "joiner.onnx")
        }
        if let model = folder.network(beginningWith: "model-steps") {
            let vocoder = folder.network(beginningWith: "vocos") ?? folder.network(beginningWith: "hifigan")
            return try complete(.matcha, [.model: model, .vocoder: vocoder, .tokens: tokens], "vocos-22khz-univ.onnx")
                .with(.lexicon, folder.lexicon)
        }
        if let configuration = folder.piperConfiguration, tokens == nil {
            return try complete(
                .piper,
                [
                    .model: folder.has(String(configuration.dropLast(".json".count))), .configuration: configuration,
                ], String(configuration.dropLast(".json".count)))
        }
        return nil
    }

    /// Recognizes families with a single network by its metadata.
    private static func recognizeByContent(
        _ folder: ModelNames, _ metadata: (String) -> [String: String]
    ) throws(SpeechModelMismatch) -> SpeechModelFiles {
        guard let model = folder.network("model") ?? folder.onlyNetwork else { throw .unknown }
        let described = metadata(model)
        let type = described["model_type"] ?? ""
        let voices = folder.has("voices.bin")
        let family: SpeechModelFamily
        switch type {
        case "sense_voice_ctc": family = .senseVoice
        case "zipformer2_ctc", "zipformer_ctc": family = .zipformerCTC
        case _ where type.hasPrefix("EncDecCTC") || type.hasPrefix("EncDecHybrid"): family = .nemoCTC
        case "vits": family = .vits
        case "hibari": family = .hibari
        case _ where type.hasPrefix("kitten"): family = .kitten
        case _ where type.hasPrefix("kokoro"): family = .kokoro
        case _ where type.hasPrefix("matcha"):
            throw .incomplete(.matcha, missing: "vocos-22khz-univ.onnx")
        case "" where voices != nil: family = .kokoro
        case "": throw .unknown
        default: throw .unsupported(type)
        }
        let needsVoices = family == .kokoro || family == .kitten
        var paths: [Part: String?] = [.model: model, .tokens: folder.tokens]
        if needsVoices { paths[.voices] = voices }
        var files = try complete(family, paths, needsVoices && voices == nil ? "voices.bin" : "tokens.txt")
            .with(.lexicon, family.kind == .voice ? folder.lexicon : nil)
        files.metadata = described
        return files
    }

    /// The files if all of them exist; otherwise throws.
    private static func complete(
        _ family: SpeechModelFamily, _ paths: [Part: String?], _ example: String
    ) throws(SpeechModelMismatch) -> SpeechModelFiles {
        let present = paths.compactMapValues(\.self)
        guard present.count == paths.count else {
            let lacksTokens = paths.keys.contains(.tokens) && present[.tokens] == nil
            throw .incomplete(family, missing: lacksTokens ? "tokens.txt" : example)
        }
        return SpeechModelFiles(family: family, paths: present)
    }

    private func with(_ part: Part, _ path: String?) -> SpeechModelFiles {
        var copy = self
        copy.paths[part] = path
        return copy
    }
}
