// SPDX-License-Identifier: GPL-3.0-or-later
// The test voice, computed in pieces.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import JarvisTesting
@testable import JarvisSpeechModels
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct VITSModelTests {
    private static let phonemes = "ðə kwˈɪk bɹˈaʊn fˈɑːks dʒˈʌmps ˌoʊvɚ ðə lˈeɪzi dˈɑːɡ"

    private func numbers(_ phonemes: String) throws -> [Int] {
        try TestVoice.model().phonemeTokens().padded(phonemes.unicodeScalars)
    }

    private func voice() throws -> VITSModel {
        try #require(
            try VITSModel(
                model: TestVoice.model().model, sampleRateHertz: 22_050, libraryFolder: TestVoice.libraryFolder,
                threadCount: 2))
    }

    /// Pieces of the same plan, which varies from one call to the next, add up to the same sound as the whole.
    @Test func piecesAddUpToTheWholeSound() throws {
        let voice = try voice()
        let plan = try voice.plan(numbers(Self.phonemes), speed: 1)
        let whole = try voice.sound(of: plan, 0..<plan.count)
        #expect(whole.count > 22_050 && (whole.map(abs).max() ?? 0) > 0.1)
        for cut in [1, 40, plan.count / 2, plan.count - 1] {
            let pieces = try voice.sound(of: plan, 0..<cut) + voice.sound(of: plan, cut..<plan.count)
            try #require(pieces.count == whole.count)
            #expect(zip(pieces, whole).allSatisfy { abs($0 - $1) < 0.0001 }, "cut at frame \(cut)")
        }
    }

    @Test func theFirstPieceIsShortAndTheLastIsMarked() throws {
        let voice = try voice()
        var pieces: [(count: Int, isLast: Bool)] = []
        try voice.speak(numbers(Self.phonemes), speed: 1) { samples, isLast in
            pieces.append((samples.count, isLast))
            return true
        }
        #expect(pieces.count > 1 && pieces[0].count < 22_050 * 6 / 10)
        #expect(pieces.map(\.isLast) == pieces.indices.map { $0 == pieces.count - 1 })
        var heard = 0
        try voice.speak(numbers(Self.phonemes), speed: 1) { _, _ in
            heard += 1
            return false
        }
        #expect(heard == 1, "no more than is wanted")
    }

    /// Low-quality voices have fewer values in a frame.
    @Test func partsOfPlansOfAnyWidthAreExtracted() {
        let plan = VITSModel.Plan(values: [1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400], width: 3, count: 4)
        #expect(plan.part(1..<3) == [2, 3, 20, 30, 200, 300])
    }

    @Test func speedChangesTheLength() throws {
        let voice = try voice()
        func length(_ speed: Double) throws -> Double {
            Double(try voice.plan(numbers(Self.phonemes), speed: speed).count)
        }
        let plain = try length(1)
        #expect(try length(0.5) > 1.4 * plain && length(1.5) < 0.85 * plain)
    }

    /// The result matches that of the library, which computes the network as a whole.
    @Test func theVoiceMatchesSherpaOnnx() throws {
        let other = try OfflineVoice(
            TestVoice.model(), library: SherpaOnnxLibrary(folder: TestVoice.libraryFolder))
        let whole = try other.speak(Array(Self.phonemes.unicodeScalars), speed: 1)
        var samples: [Float] = []
        try voice().speak(numbers(Self.phonemes), speed: 1) { piece, _ in
            samples += piece
            return true
        }
        func level(_ samples: [Float]) -> Float {
            (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
        }
        #expect(abs(Double(samples.count) / Double(whole.count) - 1) < 0.2)
        #expect(abs(level(samples) / level(whole) - 1) < 0.3)
    }

    @Test func otherFilesAreNotOpenedAsVoices() throws {
        let folder = try TemporaryFolder()
        try AtomicFile.write(folder.path + "/model.onnx", [1, 2, 3])
        for path in [folder.path + "/model.onnx", folder.path + "/missing.onnx"] {
            let model = try VITSModel(
                model: path, sampleRateHertz: 22_050, libraryFolder: TestVoice.libraryFolder, threadCount: 1)
            #expect(model == nil)
        }
    }

    @Test func aMissingLibraryThrows() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SpeechModelFailure.self) {
            _ = try VITSModel(
                model: TestVoice.model().model, sampleRateHertz: 22_050, libraryFolder: folder.path, threadCount: 1)
        }
    }
}
