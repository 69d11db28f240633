// SPDX-License-Identifier: GPL-3.0-or-later
// The natural voices for tests and benchmarks: Hibari's, which scripts/speech-engine installs, and a Piper voice
// downloaded by scripts/speech-engine --voice, converted once.

import JarvisPlatform
public import JarvisSpeechModels

/// The voices "joe" (Piper, English, CC0) and "heart" (Hibari, English, Apache-2.0).
public enum TestVoice {
    /// The voice is missing; the text explains how to get it.
    public struct Missing: Error, CustomStringConvertible {
        public var description: String { "the voice of the tests is missing: run scripts/speech-engine --voice" }
    }

    /// The folder of the voice as published.
    public static func published() throws -> String {
        let resources = ResourceLocator.standard()
        guard let path = resources.path(".build/piper/joe/en_US-joe-medium.onnx") else { throw Missing() }
        return path
    }

    /// The converted voice. Several processes may convert it at once.
    public static func model() throws -> VoiceModel {
        let published = try published()
        let folder = Folder.parent(of: Folder.parent(of: Folder.parent(of: published))) + "/voices/joe-en-us"
        if let model = try? VoiceModel(folder: folder), model.description.name == "Joe" { return model }
        try Folder.create(folder)
        try PiperVoiceConversion.convert(model: published, into: folder)
        return try VoiceModel(folder: folder)
    }

    /// The voice that comes with JARVIS.
    public static func heart() throws -> VoiceModel {
        let folder = ResourceLocator.standard().speechModelFolder("heart-en-us")
        guard Environment.exists(folder) else { throw Missing() }
        return try VoiceModel(folder: folder)
    }

    /// The folder of sherpa-onnx.
    public static var libraryFolder: String { ResourceLocator.standard().speechLibraryFolder }
}
