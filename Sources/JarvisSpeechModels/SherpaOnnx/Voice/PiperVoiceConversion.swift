// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a published Piper voice to a folder for sherpa-onnx and JARVIS. Copies the model unchanged and appends the
// metadata that the library needs.

import JarvisCore
import JarvisPlatform

/// Converts Piper voices.
public enum PiperVoiceConversion {
    /// The file name of the model in the new folder.
    public static let modelFile = "model.onnx"
    public static let tokensFile = "tokens.txt"

    /// Writes model, tokens and description into a folder. Each file is either complete or absent.
    /// - Parameters:
    ///   - model: The path of the voice's `.onnx` file; its description has the same name with `.json` appended.
    ///   - folder: An existing folder; files with the same names are replaced.
    ///   - licence: The voice's licence; nil takes it from `MODEL_CARD` next to the model.
    /// - Throws: `SpeechModelFailure.voiceNotPiper`, and `StoreFailure` if the folder cannot be written.
    @discardableResult
    public static func convert(model: String, into folder: String, licence: String? = nil) throws -> VoiceDescription {
        let path = model + ".json"
        guard let json = try? WholeFile.bytes(path, limit: longestDescription) else {
            throw SpeechModelFailure.voiceNotPiper(path: model, reason: "its description \(path) can't be read")
        }
        let configuration: PiperConfiguration
        do {
            configuration = try PiperConfiguration(json: json)
        } catch {
            throw SpeechModelFailure.voiceNotPiper(path: model, reason: error.reason)
        }
        guard let file = MappedFile(path: model), let metadata = ONNXMetadata(model: file.bytes) else {
            throw SpeechModelFailure.voiceNotPiper(path: model, reason: "it isn't a complete ONNX model")
        }
        let fileName = model.split(separator: "/").last.map(String.init) ?? model
        let card =
            licence == nil ? WholeFile.text(Folder.parent(of: model) + "/MODEL_CARD", limit: longestDescription) : nil
        let description = configuration.description(
            name: String(fileName.prefix { $0 != "." }), licence: licence ?? card.flatMap(self.licence) ?? "")
        // Add only missing entries: an earlier conversion is complete, and if a name occurs twice, readers may use
        // either value.
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

    /// The licence in a model card's "License: …" line; nil if it has none.
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
