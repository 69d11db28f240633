// SPDX-License-Identifier: GPL-3.0-or-later
// The natural voice of tests and benchmarks: a Piper voice that scripts/speech-engine --voice fetches, converted once.

import JarvisPlatform
public import JarvisSpeechModels

/// The voice "joe" (English, CC0).
public enum TestVoice {
    /// There is no voice; the text says how to get it.
    public struct Missing: Error, CustomStringConvertible {
        public var description: String { "the voice of the tests is missing: run scripts/speech-engine --voice" }
    }

    /// The voice as it is published.
    public static func published() throws -> String {
        let resources = ResourceLocator.standard()
        guard let path = resources.path(".build/piper/joe/en_US-joe-medium.onnx") else { throw Missing() }
        return path
    }

    /// The converted voice. Several processes may make it at once.
    public static func model() throws -> VoiceModel {
        let published = try published()
        let folder = Folder.parent(of: Folder.parent(of: Folder.parent(of: published))) + "/voices/joe-en-us"
        if let model = try? VoiceModel(folder: folder), model.description.name == "Joe" { return model }
        try Folder.create(folder)
        try PiperVoiceConversion.convert(model: published, into: folder)
        return try VoiceModel(folder: folder)
    }

    /// Where sherpa-onnx is.
    public static var libraryFolder: String { ResourceLocator.standard().speechLibraryFolder }
}
