// SPDX-License-Identifier: GPL-3.0-or-later
// Voices that would make the library end the process are detected beforehand by their files.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

struct VoiceModelTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try AtomicFile.write(folder.path + "/tokens.txt", Array("a 0\n".utf8))
    }

    private static let kokoro = [
        "model_type": "kokoro", "sample_rate": "24000", "n_speakers": "2", "has_espeak": "1", "style_dim": "3,1,4",
    ]
    private static let kitten = [
        "model_type": "kitten-tts", "sample_rate": "24000", "n_speakers": "2", "has_espeak": "1", "style_dim": "1,4",
    ]
    private static let matcha = ["model_type": "matcha-tts", "sample_rate": "22050", "n_speakers": "1"]

    /// - Parameter styles: The size of voices.bin in bytes.
    private func failure(_ metadata: [String: String], styles: Int? = nil) throws -> SpeechModelFailure? {
        // A graph of one byte, then the model's metadata.
        try AtomicFile.write(folder.path + "/model.onnx", [0x3A, 1, 0] + ONNXMetadata(metadata).appendix)
        if let styles { try AtomicFile.write(folder.path + "/voices.bin", [UInt8](repeating: 0, count: styles)) }
        if metadata["model_type"] == "matcha-tts" { try AtomicFile.write(folder.path + "/vocos-22khz-univ.onnx", [1]) }
        do throws(SpeechModelFailure) {
            _ = try VoiceModel(folder: folder.path)
            return nil
        } catch {
            return error
        }
    }

    @Test func completeVoicesAreAccepted() throws {
        #expect(try failure(Self.kokoro, styles: 3 * 4 * 2 * 4) == nil)
        #expect(try failure(Self.kitten, styles: 4 * 2 * 4) == nil)
        #expect(try failure(Self.matcha) == nil)
    }

    @Test(arguments: ["sample_rate", "n_speakers", "has_espeak", "style_dim"])
    func missingOrInvalidMetadataIsRejected(entry: String) throws {
        for (metadata, styles) in [(Self.kokoro, 96), (Self.kitten, 32), (Self.matcha, 0)] where metadata[entry] != nil
        {
            var damaged = metadata
            damaged[entry] = nil
            #expect(try failure(damaged, styles: styles) != nil, "\(metadata["model_type"] ?? "")")
            damaged[entry] = "nonsense"
            if entry != "has_espeak" { #expect(try failure(damaged, styles: styles) != nil) }
        }
    }

    @Test func stylesOfTheWrongSizeAreRejected() throws {
        #expect(try failure(Self.kokoro, styles: 95) != nil)
        #expect(try failure(Self.kitten, styles: 36) != nil)
        var strange = Self.kokoro
        strange["style_dim"] = "3,1"
        #expect(try failure(strange, styles: 24) != nil)
        strange["style_dim"] = "99999999999,1,99999999999"
        #expect(try failure(strange, styles: 24) != nil)
    }
}
