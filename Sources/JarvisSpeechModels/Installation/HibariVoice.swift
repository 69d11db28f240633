// SPDX-License-Identifier: GPL-3.0-or-later
// Converts Hibari's voice as its Python package carries it, a network and a vocabulary among files that JARVIS doesn't
// need, to a folder like that of other voices. scripts/speech-engine.d/hibari.py does the same for packages.

import JarvisCore
import JarvisPlatform

/// Converts the voice "heart" of Hibari (https://pypi.org/project/hibari-tts).
public struct HibariVoice: ModelConversion {
    private static let network = "hibari.onnx"
    /// Maps phonemes to numbers.
    private static let vocabulary = "vocab.json"
    /// What the network's metadata says after the conversion.
    private static let metadata = ONNXMetadata([
        "model_type": "hibari", "sample_rate": "24000", "n_speakers": "1", "language": "English", "voice": "en-us",
    ])
    /// The voice's description.
    public static let description = VoiceDescription(
        name: "Heart", language: "en-us", phonemeVoice: "en-us", licence: "Apache-2.0", sampleRateHertz: 24_000,
        isFemale: true)

    private struct Damage: Error, CustomStringConvertible {
        var description: String
    }

    public init() {}

    public func applies(to folder: String) -> Bool {
        [Self.network, Self.vocabulary].allSatisfy { Environment.exists(folder + "/" + $0) }
    }

    public func convert(_ folder: String) throws {
        guard let bytes = try? WholeFile.bytes(folder + "/" + Self.vocabulary, limit: 1 << 20),
            let vocabulary = (try? JSONValue(parsing: bytes))?.asObject,
            let tokens = PhonemeTokens(vocabulary: vocabulary)
        else { throw Damage(description: "\(Self.vocabulary) is damaged") }
        let network = try WholeFile.bytes(folder + "/" + Self.network, limit: 1 << 28)
        guard let known = network.withUnsafeBytes({ ONNXMetadata(model: $0)?.entries }) else {
            throw Damage(description: "\(Self.network) isn't a complete ONNX model")
        }
        let missing = Self.metadata.entries.filter { known[$0.key] != $0.value }
        for name in FolderTree.files(in: folder).keys where !name.hasPrefix("LICENSE") {
            try FolderTree.remove(folder + "/" + name)
        }
        try AtomicFile.write(
            folder + "/" + PiperVoiceConversion.modelFile, network + ONNXMetadata(missing).appendix)
        try AtomicFile.write(folder + "/" + PiperVoiceConversion.tokensFile, Array(tokens.text.utf8))
        try AtomicFile.write(folder + "/" + VoiceDescription.fileName, Self.description.json)
    }
}

extension PhonemeTokens {
    /// - Returns: Nil if a symbol has no number, or if there are none.
    fileprivate init?(vocabulary: JSONObject) {
        var numbers: [Unicode.Scalar: Int] = [:]
        for member in vocabulary.members {
            guard let number = member.value.asInteger, (0...Int64(Self.highestNumber)) ~= number else { return nil }
            // Longer names are marks such as "<pad>", which are not spoken.
            if member.key.unicodeScalars.count == 1, let scalar = member.key.unicodeScalars.first {
                numbers[scalar] = Int(number)
            }
        }
        guard !numbers.isEmpty else { return nil }
        self.init(numbers)
    }
}
