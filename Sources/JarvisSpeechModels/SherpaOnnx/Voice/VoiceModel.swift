// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a neural voice: which kind it is, by its files and by what its model says of itself. What the library would
// end the process for is found here first.

import Glibc
public import JarvisCore
public import JarvisPlatform

/// A voice that lies in a folder.
public struct VoiceModel: Hashable, Sendable {
    /// How a voice is built.
    public enum Kind: String, Sendable {
        /// VITS, as Piper makes it.
        case vits
        case matcha, kokoro, kitten
    }

    public let folder: String
    public let kind: Kind
    public let description: VoiceDescription
    /// Of all that is loaded.
    public let byteCount: Int
    /// The file of the network.
    public let model: String
    let tokens: String
    /// Of Matcha: what makes sound of its spectra.
    let vocoder: String
    /// Of Kokoro and Kitten: the speakers.
    let voices: String

    /// Looks at the folder; the model is not loaded.
    /// - Throws: `modelMissing` or `voiceUnusable`.
    public init(folder: String) throws(SpeechModelFailure) {
        var names: [String] = []
        _ = FileSystem().listFolder(folder, &names)
        let models = names.filter { $0.hasSuffix(".onnx") }.sorted()
        let isVocoder: (String) -> Bool = { name in Self.vocoders.contains { name.contains($0) } }
        // Where there is a smaller copy of a model beside it, the whole one is meant.
        guard let name = models.filter({ !isVocoder($0) }).min(by: { ($0.count, $0) < ($1.count, $1) }) else {
            throw .modelMissing(path: folder + "/" + PiperVoiceConversion.modelFile)
        }
        let model = folder + "/" + name
        let tokens = folder + "/" + PiperVoiceConversion.tokensFile
        let voices = names.contains("voices.bin") ? folder + "/voices.bin" : ""
        let vocoder = models.first(where: isVocoder).map { folder + "/" + $0 } ?? ""
        guard Environment.exists(tokens) else { throw .modelMissing(path: tokens) }
        guard let file = MappedFile(path: model), let metadata = ONNXMetadata(model: file.bytes)?.entries else {
            throw .voiceUnusable(folder: folder, reason: "\(name) is not an ONNX model, or not all of it")
        }
        let stated = metadata["model_type"] ?? ""
        let kind: Kind? =
            if stated.hasPrefix("kitten") { .kitten } else { Kind(rawValue: stated.prefix { $0 != "-" }.lowercased()) }
        guard let kind else {
            throw .voiceUnusable(folder: folder, reason: "\(name) is not a voice of a kind that JARVIS knows")
        }
        if let missing = Self.needed(kind).first(where: { !Self.tells(metadata, $0) }) {
            throw .voiceUnusable(folder: folder, reason: "\(name) does not tell its \(missing)")
        }
        guard kind != .kitten || stated == "kitten-tts" else {
            throw .voiceUnusable(folder: folder, reason: "\(name) is a voice of Kitten's that JARVIS does not know")
        }
        guard kind == .kokoro || kind == .matcha || metadata["has_espeak"] == "1" else {
            throw .voiceUnusable(folder: folder, reason: "\(name) does not read the phonemes of espeak-ng")
        }
        if kind == .matcha, vocoder.isEmpty { throw .modelMissing(path: folder + "/vocos-22khz-univ.onnx") }
        if kind == .kokoro || kind == .kitten, voices.isEmpty { throw .modelMissing(path: folder + "/voices.bin") }
        if let size = Self.sizeOfStyles(kind, metadata), Self.size(of: voices) != size {
            throw .voiceUnusable(folder: folder, reason: "voices.bin has another size than \(name) says")
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

    /// False once somebody has removed the voice.
    public var isThere: Bool { Environment.exists(model) }

    /// Other files in the place of the old ones make another value.
    public var installation: [FileStatus] {
        [model, tokens, vocoder, voices, folder + "/" + VoiceDescription.fileName].map { path in
            var status = FileStatus()
            _ = FileSystem().statusOfPath(path, &status)
            return status
        }
    }

    /// The phonemes that it knows.
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

    /// The entries for want of which the library ends the process.
    private static func needed(_ kind: Kind) -> [String] {
        switch kind {
        case .vits: ["sample_rate", "n_speakers", "language", "comment"]
        case .matcha: ["sample_rate", "n_speakers"]
        case .kokoro, .kitten: ["sample_rate", "n_speakers", "has_espeak", "style_dim"]
        }
    }

    /// True when the entry is there and, where it is a number, is one.
    private static func tells(_ metadata: [String: String], _ entry: String) -> Bool {
        guard let text = metadata[entry] else { return false }
        return !["sample_rate", "n_speakers"].contains(entry) || Int(text).map { $0 >= 0 } ?? false
    }

    /// How many bytes voices.bin must have: a number of four bytes for each value of a style, for each speaker.
    private static func sizeOfStyles(_ kind: Kind, _ metadata: [String: String]) -> Int? {
        guard kind == .kokoro || kind == .kitten else { return nil }
        let texts = (metadata["style_dim"] ?? "").split(separator: ",") + [metadata["n_speakers"]?[...] ?? ""]
        let factors = texts.map { Int($0.filter { $0 != " " }) ?? 0 }
        let isKnown = factors.count == (kind == .kokoro ? 4 : 3) && factors.allSatisfy((1...1_000_000).contains)
        guard isKnown else { return -1 }
        return factors.reduce(4) { $0.multipliedReportingOverflow(by: $1).partialValue }
    }

    /// As voice.json says, or as the model and the folder's name do.
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
