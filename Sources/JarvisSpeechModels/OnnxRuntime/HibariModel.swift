// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the network of a Hibari voice (https://pypi.org/project/hibari-tts, Apache-2.0), which predicts the parts of a
// spectrum; JarvisSignal's HarmonicNoiseSynthesis turns them into sound.

public import JarvisCore
import JarvisPlatform

/// A loaded voice, for use by one thread at a time.
public final class HibariModel {
    /// The parts of a spectrum, each with a row for each frequency and a value for each frame.
    public struct Spectrum: Sendable {
        /// The natural logarithms of the magnitudes of the harmonics, of the noise and of the rest.
        public var harmonics, noise, rest: [Float]
        /// The phases of the harmonics and of the rest, as the network gives them.
        public var harmonicPhases, restPhases: [Float]
        /// The pitch of each frame in hertz; 0 without a voice.
        public var pitch: [Float]
    }

    private static let (phonemes, speed) = ("ids", "speed")
    private static let outputs = ["lh", "theta", "ln", "lr", "phi", "f0"]
    /// The number of frequencies in a spectrum.
    private static let frequencyCount = 601
    /// The number at both ends of the phonemes.
    private static let edge = 0
    /// The most frames of a phrase: two minutes.
    private static let mostFrames = 9_600

    private let network: OnnxNetwork
    private let tokens: PhonemeTokens
    private let folder: String

    /// Loads the voice, which takes a few hundredths of a second.
    /// - Parameter libraryFolder: The folder that contains ONNX Runtime.
    /// - Throws: `SpeechModelFailure`.
    public init(_ model: VoiceModel, libraryFolder: String) throws(SpeechModelFailure) {
        folder = model.folder
        tokens = try model.phonemeTokens()
        try SherpaOnnxLibrary.checkRuntime(in: libraryFolder)
        do {
            network = try OnnxNetwork(model: model.model, libraryFolder: libraryFolder)
        } catch {
            throw .modelNotLoaded(folder: folder, reason: error.reason)
        }
        guard Set(network.inputs.map(\.name)) == [Self.phonemes, Self.speed] else {
            throw .voiceUnusable(folder: folder, reason: "its network expects different inputs")
        }
        ProcessMemory.trim()
    }

    /// The spectrum of phonemes as espeak-ng names them; nil if the voice knows none of them.
    /// - Parameter speed: A multiple of the voice's own speed.
    public func spectrum(_ phonemes: [Unicode.Scalar], speed: Double) throws(SpeechModelFailure) -> Spectrum? {
        let numbers = MisakiPhonemes.converted(phonemes).compactMap { tokens.numbers[$0] }
        guard !numbers.isEmpty else { return nil }
        let ids = ([Self.edge] + numbers + [Self.edge]).map(Int64.init)
        do throws(OnnxFailure) {
            let results = try network.run(
                [
                    (Self.phonemes, try OnnxTensor(ids, [1, ids.count], of: network)),
                    (Self.speed, try OnnxTensor([Float(speed)], [1], of: network)),
                ], outputs: Self.outputs)
            var parts: [[Float]] = []
            for result in results {
                parts.append(try result.withFloats { values, _ in Array(values) })
            }
            guard let count = parts.last?.count, count <= Self.mostFrames,
                parts.dropLast().allSatisfy({ $0.count == count * Self.frequencyCount })
            else {
                throw OnnxFailure(reason: "its spectrum has an unexpected shape")
            }
            return Spectrum(
                harmonics: parts[0], noise: parts[2], rest: parts[3], harmonicPhases: parts[1], restPhases: parts[4],
                pitch: parts[5])
        } catch {
            throw .voiceFailed(folder: folder, reason: error.reason)
        }
    }
}
