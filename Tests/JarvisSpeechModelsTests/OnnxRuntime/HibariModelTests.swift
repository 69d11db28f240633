// SPDX-License-Identifier: GPL-3.0-or-later
// The real network of a Hibari voice, installed by scripts/speech-engine, and faulty files.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

@Suite(.timeLimit(.minutes(10)))
struct HibariModelTests {
    private static let phonemes = Array("həlˈo͡ʊ, ða͡ɪ ɑːɹ jˈuː.".unicodeScalars)

    @Test func theNetworkPredictsASpectrumOfThePhonemes() throws {
        let voice = try HibariModel(TestVoice.heart(), libraryFolder: TestVoice.libraryFolder)
        let spectrum = try #require(try voice.spectrum(Self.phonemes, speed: 1))
        let count = spectrum.pitch.count
        #expect((60...300).contains(count), "one to four seconds")
        for part in [
            spectrum.harmonics, spectrum.harmonicPhases, spectrum.noise, spectrum.rest, spectrum.restPhases,
        ] {
            #expect(part.count == 601 * count && part.allSatisfy(\.isFinite))
        }
        let voiced = spectrum.pitch.filter { $0 > 40 }.sorted()
        #expect(voiced.count > count / 4 && (120...300).contains(voiced[voiced.count / 2]), "a woman's voice")
        let fast = try #require(try voice.spectrum(Self.phonemes, speed: 2)).pitch.count
        #expect((0.4...0.65).contains(Double(fast) / Double(count)))
        #expect(try voice.spectrum([], speed: 1) == nil && voice.spectrum(["語", "\u{0}"], speed: 1) == nil)
    }

    /// Copies the voice's files to a folder of the test.
    private func copy(to folder: String, changing change: (String, [UInt8]) -> [UInt8]) throws -> VoiceModel {
        let source = try TestVoice.heart().folder
        for name in ["model.onnx", "tokens.txt", "voice.json"] {
            try AtomicFile.write(folder + "/" + name, change(name, try WholeFile.bytes(source + "/" + name)))
        }
        return try VoiceModel(folder: folder)
    }

    @Test func damagedVoicesAreReported() throws {
        let folder = try TemporaryFolder()
        // A number that the network lacks.
        let strange = try copy(to: folder.path) { name, bytes in
            name == "tokens.txt" ? Array("ə 3000\nh 50\n".utf8) : bytes
        }
        let voice = try HibariModel(strange, libraryFolder: TestVoice.libraryFolder)
        #expect(throws: SpeechModelFailure.self) { _ = try voice.spectrum(Self.phonemes, speed: 1) }
        let truncated = { (name: String, bytes: [UInt8]) in
            name == "model.onnx" ? Array(bytes.prefix(1_000_000)) : bytes
        }
        #expect(throws: SpeechModelFailure.self) { _ = try copy(to: folder.path, changing: truncated) }
        let tokens = try copy(to: folder.path) { name, bytes in name == "tokens.txt" ? [1, 2] : bytes }
        #expect(throws: SpeechModelFailure.voiceUnusable(folder: folder.path, reason: "tokens.txt is damaged")) {
            _ = try HibariModel(tokens, libraryFolder: TestVoice.libraryFolder)
        }
        // Another network that says it is one of Hibari's.
        let other = try copy(to: folder.path) { name, bytes in
            guard name == "model.onnx", let joe = try? WholeFile.bytes(TestVoice.published()) else { return bytes }
            return joe + ONNXMetadata(["model_type": "hibari", "sample_rate": "24000"]).appendix
        }
        #expect(throws: SpeechModelFailure.self) {
            _ = try HibariModel(other, libraryFolder: TestVoice.libraryFolder)
        }
        #expect(throws: SpeechModelFailure.libraryMissing(path: folder.path + "/libonnxruntime.so")) {
            _ = try HibariModel(TestVoice.heart(), libraryFolder: folder.path)
        }
    }
}
