// SPDX-License-Identifier: GPL-3.0-or-later
// Which file of a model is which. A model is recognized by what is in its folder, as sherpa-onnx publishes it, and by
// what its networks say about themselves, because several families share the names of their files.

/// The files of one model, by their part in it. Pure.
public struct SpeechModelFiles: Hashable, Sendable {
    /// What a file is for.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        case model, encoder, decoder, joiner, tokens
        /// Moonshine's four networks.
        case preprocessor, uncachedDecoder, cachedDecoder
        /// Moonshine's decoder where it has but one.
        case mergedDecoder
        /// The configuration beside a Piper voice.
        case configuration
        /// The styles of a Kokoro or Kitten voice.
        case voices
        /// What makes sound of a Matcha voice's spectrum.
        case vocoder
        case lexicon
    }

    public var family: SpeechModelFamily
    /// Paths in the model's folder.
    public var paths: [Part: String]
    /// Files that belong to the model as well: external weights, licences, descriptions.
    public var companions: [String] = []
    /// What the main network says about itself, such as "language".
    public var metadata: [String: String] = [:]

    public init(family: SpeechModelFamily, paths: [Part: String]) {
        self.family = family
        self.paths = paths
    }

    /// Every file, sorted.
    public var all: [String] { (Array(paths.values) + companions).sorted() }
}

/// Why files are not a model that JARVIS can use.
public enum SpeechModelMismatch: Error, Hashable, Sendable {
    /// Nothing looks like a model.
    case unknown
    /// It is of this family, but for a file, which is named as it could be called.
    case incomplete(SpeechModelFamily, missing: String)
    /// It is a model, but not one that takes whole utterances.
    case streaming
    /// It is a model of an architecture that JARVIS has no use for, by its own name of it.
    case unsupported(String)
}

extension SpeechModelFiles {
    /// Recognizes a model.
    /// - Parameters:
    ///   - names: The files below the folder, with their sizes in bytes.
    ///   - metadata: What an ONNX file at this path says about itself; empty when it says nothing.
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

    /// Families whose files have names of their own.
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

    /// Families that have one network, which tells what it is.
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

    /// The files, when all of them are there.
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
