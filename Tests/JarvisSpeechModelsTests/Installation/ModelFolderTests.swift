// SPDX-License-Identifier: GPL-3.0-or-later
// Installing models from other kinds of folders: one of links, and one of a voice.

import Glibc
import JarvisPlatform
import Testing

@testable import JarvisSpeechModels

struct ModelFolderTests {
    private let fixture: ModelsFixture

    init() throws {
        fixture = try ModelsFixture()
    }

    /// A snapshot in Hugging Face's cache: each file is a link into another folder.
    @Test func installingAFolderOfLinksCopiesTheFiles() async throws {
        let snapshot = fixture.path + "/snapshot"
        try Folder.create(snapshot)
        let sample = fixture.path + "/sample"
        try SampleModels.write(SampleModels.moonshine, to: sample)
        for name in SampleModels.moonshine.keys {
            try #require(symlink(sample + "/" + name, snapshot + "/" + name) == 0)
        }
        let model = try await fixture.install(.folder(path: snapshot), as: "linked")
        try FolderTree.remove(sample)
        try await fixture.models.verify("linked")
        #expect(model.record.bytes > 130_000)
    }

    @Test func installingAVoiceTriesItAndRecordsItsDelay() async throws {
        let folder = fixture.path + "/voice-en"
        try Folder.create(folder)
        let described = ["model_type": "vits", "comment": "piper", "language": "English", "has_espeak": "1"]
        let numbers = ["sample_rate": "22050", "n_speakers": "1"]
        try SampleModels.write(
            [
                "model.onnx": SampleModels.network(described.merging(numbers) { $1 }),
                "tokens.txt": Array("a 0\n".utf8),
            ], to: folder)
        let model = try await fixture.install(.folder(path: folder), as: "voice")
        #expect(fixture.trials == ["vits"])
        #expect(model.record.firstSoundMilliseconds == 120 && fixture.models["voice"]?.record == model.record)
    }
}
