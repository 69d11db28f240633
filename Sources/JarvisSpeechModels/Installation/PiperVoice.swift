// SPDX-License-Identifier: GPL-3.0-or-later
// Converts voices as Piper publishes them, a model with a description file: sherpa-onnx needs more metadata in the
// model, and a vocabulary.

import JarvisCore
import JarvisPlatform

/// Converts a Piper voice to one that sherpa-onnx can load.
public struct PiperVoice: ModelConversion {
    public init() {}

    public func applies(to folder: String) -> Bool {
        !Environment.exists(folder + "/" + PiperVoiceConversion.modelFile) && Self.model(in: folder) != nil
    }

    public func convert(_ folder: String) throws {
        guard let model = Self.model(in: folder) else { return }
        do {
            try PiperVoiceConversion.convert(model: model, into: folder)
        } catch SpeechModelFailure.voiceNotPiper(_, let reason) {
            throw Damage(description: reason)
        }
        try FolderTree.remove(model)
        try FolderTree.remove(model + ".json")
    }

    /// The first model in a folder that has a description beside it.
    private static func model(in folder: String) -> String? {
        FolderTree.files(in: folder, depth: 1).keys.sorted().map { folder + "/" + $0 }
            .first { $0.hasSuffix(".onnx") && Environment.exists($0 + ".json") }
    }

    private struct Damage: Error, CustomStringConvertible {
        var description: String
    }
}
