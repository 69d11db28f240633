// SPDX-License-Identifier: GPL-3.0-or-later
// A Piper voice as it is published, made into a folder that sherpa-onnx and JARVIS can use. The model itself stays as it is:
// what the library misses is appended to it.

import JarvisCore
import JarvisPlatform

/// Converts Piper voices.
public enum PiperVoiceConversion {
    /// The file's name in the folder that is made; beside it are `PiperVoiceConversion.tokensFile` and the description.
    public static let modelFile = "model.onnx"
    public static let tokensFile = "tokens.txt"

    /// Writes model, tokens and description into a folder; each file is complete or not there.
    /// - Parameters:
    ///   - model: The voice's `.onnx` file; its description is beside it, with `.json` appended to the name.
    ///   - folder: Exists; what is in it under these names is replaced.
    ///   - licence: What the voice may be used under; nil: as `MODEL_CARD` beside the model says.
    /// - Throws: `SpeechModelFailure.voiceNotPiper`, and `StoreFailure` when the folder cannot be written.
    @discardableResult
    public static func convert(model: String, into folder: String, licence: String? = nil) throws -> VoiceDescription {
        let path = model + ".json"
        guard let json = try? WholeFile.bytes(path, limit: longestDescription) else {
            throw SpeechModelFailure.voiceNotPiper(path: model, reason: "its description \(path) cannot be read")
        }
        let configuration: PiperConfiguration
        do {
            configuration = try PiperConfiguration(json: json)
        } catch {
            throw SpeechModelFailure.voiceNotPiper(path: model, reason: error.reason)
        }
        guard let file = MappedFile(path: model), let metadata = ONNXMetadata(model: file.bytes) else {
            throw SpeechModelFailure.voiceNotPiper(path: model, reason: "it is not an ONNX model, or not all of it")
        }
        let fileName = model.split(separator: "/").last.map(String.init) ?? model
        let card =
            licence == nil ? WholeFile.text(Folder.parent(of: model) + "/MODEL_CARD", limit: longestDescription) : nil
        let description = configuration.description(
            name: String(fileName.prefix { $0 != "." }), licence: licence ?? card.flatMap(self.licence) ?? "")
        // One that was converted before needs nothing more: of entries with the same name, any may be taken.
        let missing = configuration.metadata.entries.filter { metadata.entries[$0.key] != $0.value }
        try AtomicFile.replace(folder + "/" + modelFile) { output throws(StoreFailure) in
            for start in stride(from: 0, to: file.bytes.count, by: pieceLength) {
                try output.write(Array(file.bytes[start..<min(start + pieceLength, file.bytes.count)]))
            }
            try output.write(ONNXMetadata(missing).appendix)
        }
        try AtomicFile.write(folder + "/" + tokensFile, Array(configuration.tokens.text.utf8))
        try AtomicFile.write(folder + "/" + VoiceDescription.fileName, description.json)
        return description
    }

    /// The line "License: …" of a model card.
    static func licence(ofCard card: String) -> String? {
        for line in card.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            let name = parts.first?.drop { !$0.isLetter }.lowercased() ?? ""
            guard parts.count == 2, name == "license" || name == "licence" else { continue }
            let text = parts[1].trimmingPrefix { $0.isWhitespace }
            if !text.isEmpty { return String(text.prefix(80)) }
        }
        return nil
    }

    private static let longestDescription = 1_000_000
    private static let pieceLength = 1 << 20
}
