// SPDX-License-Identifier: GPL-3.0-or-later
// Converting Hibari's voice, with small files; and the one that scripts/speech-engine converts.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

struct HibariVoiceTests {
    private let folder: TemporaryFolder
    private static let graph: [UInt8] = [0x08, 0x08, 0x3A, 0x03, 1, 2, 3]

    init() throws {
        folder = try TemporaryFolder()
        for (name, bytes) in [
            ("hibari.onnx", Self.graph), ("vocab.json", Array(#"{"a": 43, " ": 16, "̃": 17, "<pad>": 0}"#.utf8)),
            ("oov.onnx", [1]), ("lexicon_us_gold.json.gz", [1]), ("LICENSE", Array("Apache License".utf8)),
        ] {
            try AtomicFile.write(folder.path + "/" + name, bytes)
        }
    }

    private var names: Set<String> { Set(FolderTree.files(in: folder.path).keys) }

    @Test func thePublishedFilesBecomeAVoice() throws {
        #expect(HibariVoice().applies(to: folder.path))
        try HibariVoice().convert(folder.path)
        #expect(names == ["model.onnx", "tokens.txt", "voice.json", "LICENSE"])
        #expect(WholeFile.text(folder.path + "/tokens.txt") == "  16\ñ 17\na 43\n")
        #expect(try AtomicFile.read(folder.path + "/model.onnx")?.starts(with: Self.graph) == true)
        let voice = try VoiceModel(folder: folder.path)
        #expect(voice.kind == .hibari && voice.description == HibariVoice.description)
        #expect(try SpeechModelFiles.recognize(folder: folder.path).family == .hibari)
        #expect(!HibariVoice().applies(to: folder.path))
    }

    @Test(arguments: ["", "[]", "{}", #"{"a": "b"}"#, #"{"a": -1}"#, #"{"<pad>": 0}"#])
    func aDamagedVocabularyIsReported(json: String) throws {
        try AtomicFile.write(folder.path + "/vocab.json", Array(json.utf8))
        #expect(throws: (any Error).self) { try HibariVoice().convert(folder.path) }
        #expect(names.contains("hibari.onnx"))
    }

    @Test func aTruncatedNetworkIsReported() throws {
        try AtomicFile.write(folder.path + "/hibari.onnx", Self.graph.dropLast())
        #expect(throws: (any Error).self) { try HibariVoice().convert(folder.path) }
    }

    /// The files that come with JARVIS are made by a script, and those that it fetches itself by `HibariVoice`.
    @Test func thePackagedVoiceIsThatOfTheCatalogue() async throws {
        let folder = try TestVoice.heart().folder
        let models = InstalledModels(
            folder: self.folder.path, catalogue: try ModelCatalogue(ResourceLocator.standard()),
            packagedFolder: { Folder.parent(of: folder) + "/" + $0 })
        try await models.verify("heart-en-us")
        let description = try AtomicFile.read(folder + "/voice.json")
        #expect(description == HibariVoice.description.json)
    }
}
