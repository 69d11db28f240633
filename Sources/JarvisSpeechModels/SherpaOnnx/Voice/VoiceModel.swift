// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies the kind of voice in a folder by its files and its model's metadata. Detects faults that would make the
// library end the process.

import Glibc
public import JarvisCore
public import JarvisPlatform

/// A voice in a folder, and the paths of its files.
public struct VoiceModel: Hashable, Sendable {
    /// The architecture of a voice.
    public enum Kind: String, Sendable {
        /// VITS, as made by Piper.
        case vits
        case matcha, kokoro, kitten
        /// Hibari, which JARVIS computes itself.
        case hibari
    }

    public let folder: String
    public let kind: Kind
    public let description: VoiceDescription
    /// The total size in bytes of all files to load.
    public let byteCount: Int
    /// The path of the network's file.
    public let model: String
    let tokens: String
    /// The path of Matcha's network that converts spectra to sound; empty for other kinds.
    let vocoder: String
    /// The path of Kokoro's or Kitten's file of speakers; empty for other kinds.
    let voices: String

    /// Examines the folder without loading the model.
    /// - Throws: `modelMissing` or `voiceUnusable`.
    public init(folder: String) throws(SpeechModelFailure) {
        var names: [String] = []
        _ = FileSystem().listFolder(folder, &names)
        let models = names.filter { $0.hasSuffix(".onnx") }.sorted()
        let isVocoder: (String) -> Bool = { name in Self.vocoders.contains { name.contains($0) } }
        // If there is a smaller copy of the model as well, use the full one.
        guard let name = models.filter({ !isVocoder($0) }).min(by: { ($0.count, $0) < ($1.count, $1) }) else {
            throw .modelMissing(path: folder + "/" + PiperVoiceConversion.modelFile)
        }
        let model = folder + "/" + name
        let tokens = folder + "/" + PiperVoiceConversion.tokensFile
        let voices = names.contains("voices.bin") ? folder + "/voices.bin" : ""
        let vocoder = models.first(where: isVocoder).map { folder + "/" + $0 } ?? ""
        guard Environment.exists(tokens) else { throw .modelMissing(path: tokens) }
        guard let file = MappedFile(path: model), let metadata = ONNXMetadata(model: file.bytes)?.entries else {
            throw .voiceUnusable(folder: folder, reason: "\(name) isn't a complete ONNX model")
        }
        let stated = metadata["model_type"] ?? ""
        let kind: Kind? =
            if stated.hasPrefix("kitten") { .kitten } else { Kind(rawValue: stated.prefix { $0 != "-" }.lowercased()) }
        guard let kind else {
            throw .voiceUnusable(folder: folder, reason: "\(name) isn't a kind of voice that JARVIS knows")
        }
        if let missing = Self.needed(kind).first(where: { !Self.tells(metadata, $0) }) {
            throw .voiceUnusable(folder: folder, reason: "\(name) doesn't give its \(missing)")
        }
        guard kind != .kitten || stated == "kitten-tts" else {
            throw .voiceUnusable(folder: folder, reason: "\(name) is a Kitten voice that JARVIS doesn't know")
        }
        guard [.kokoro, .matcha, .hibari].contains(kind) || metadata["has_espeak"] == "1" else {
            throw .voiceUnusable(folder: folder, reason: "\(name) doesn't read espeak-ng's phonemes")
        }
        if kind == .matcha, vocoder.isEmpty { throw .modelMissing(path: folder + "/vocos-22khz-univ.onnx") }
        if kind == .kokoro || kind == .kitten, voices.isEmpty { throw .modelMissing(path: folder + "/voices.bin") }
        if let size = Self.sizeOfStyles(kind, metadata), Self.size(of: voices) != size {
            throw .voiceUnusable(folder: folder, reason: "voices.bin isn't the size that \(name) says")
        }
        self.folder = folder
        self.kind = kind
        self.model = model
        self.tokens = tokens
        self.vocoder = vocoder
        self.voices = voices
        description = Self.description(of: folder, metadata)
        byteCount = [model, vocoder, voices].filter { !$0.isEmpty }.map(Self.size).reduce(0, +)
    }

    /// False if the voice has been removed since.
    public var isThere: Bool { Environment.exists(model) }

    /// A value that identifies the installed files: it changes when they are replaced.
    public var installation: [FileStatus] {
        [model, tokens, vocoder, voices, folder + "/" + VoiceDescription.fileName].map { path in
            var status = FileStatus()
            _ = FileSystem().statusOfPath(path, &status)
            return status
        }
    }

    /// The phonemes that the voice can speak.
    /// - Throws: `modelNotLoaded` or `voiceUnusable`.
    public func phonemeTokens() throws(SpeechModelFailure) -> PhonemeTokens {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.bytes(tokens, limit: 1 << 20)
        } catch {
            throw .modelNotLoaded(folder: folder, reason: StoreFailure.systemText(of: error.code))
        }
        guard let known = PhonemeTokens(text: String(decoding: bytes, as: UTF8.self)) else {
            throw .voiceUnusable(folder: folder, reason: "\(PiperVoiceConversion.tokensFile) is damaged")
        }
        return known
    }

    private static let vocoders = ["vocos", "hifigan", "vocoder"]

    /// The metadata entries that the library needs; without them it ends the process.
    private static func needed(_ kind: Kind) -> [String] {
        switch kind {
        case .vits: ["sample_rate", "n_speakers", "language", "comment"]
        case .hibari: ["sample_rate"]
        case .matcha: ["sample_rate", "n_speakers"]
        case .kokoro, .kitten: ["sample_rate", "n_speakers", "has_espeak", "style_dim"]
        }
    }

    /// True if the entry exists and, for numeric entries, is a number.
    private static func tells(_ metadata: [String: String], _ entry: String) -> Bool {
        guard let text = metadata[entry] else { return false }
        return !["sample_rate", "n_speakers"].contains(entry) || Int(text).map { $0 >= 0 } ?? false
    }

    /// The required size of voices.bin in bytes: four for each value of a style, for each speaker.
    private static func sizeOfStyles(_ kind: Kind, _ metadata: [String: String]) -> Int? {
        guard kind == .kokoro || kind == .kitten else { return nil }
        let texts = (metadata["style_dim"] ?? "").split(separator: ",") + [metadata["n_speakers"]?[...] ?? ""]
        let factors = texts.map { Int($0.filter { $0 != " " }) ?? 0 }
        let isKnown = factors.count == (kind == .kokoro ? 4 : 3) && factors.allSatisfy((1...1_000_000).contains)
        guard isKnown else { return -1 }
        return factors.reduce(4) { $0.multipliedReportingOverflow(by: $1).partialValue }
    }

    /// The description in voice.json, or else one made from the model and the folder's name.
    private static func description(of folder: String, _ metadata: [String: String]) -> VoiceDescription {
        if let json = try? WholeFile.bytes(folder + "/" + VoiceDescription.fileName, limit: 65_536),
            let own = VoiceDescription(json: json)
        {
            return own
        }
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        let voice = metadata["voice"].flatMap { $0.isEmpty ? nil : $0 } ?? "en-us"
        return VoiceDescription(
            name: name, language: voice, phonemeVoice: voice, licence: "",
            sampleRateHertz: metadata["sample_rate"].flatMap { Int($0) } ?? 22_050)
    }

    private static func size(of path: String) -> Int {
        var status = FileStatus()
        return FileSystem().statusOfPath(path, &status) >= 0 ? status.size : 0
    }
}
