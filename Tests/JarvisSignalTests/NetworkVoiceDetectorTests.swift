// SPDX-License-Identifier: GPL-3.0-or-later
// The bundled voice network compared with its training, its file when damaged, and the behaviour of the detector.

import FoundationEssentials
import JarvisTesting
import Testing

@testable import JarvisSignal

struct NetworkVoiceDetectorTests {
    private struct Provenance: Decodable {
        var weights: Int
        var referenceLogits: [Float]
    }

    private static let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/data/"

    private static func bytes() throws -> [UInt8] {
        try #require(fileBytes(folder + "voice-activity.weights"))
    }

    private func detector(_ sensitivity: Double = 50) throws -> NetworkVoiceDetector {
        let detector = NetworkVoiceDetector(weights: try VoiceNetworkWeights(bytes: Self.bytes()))
        detector.sensitivityPercent = sensitivity
        return detector
    }

    private func speechFrames(_ samples: [Int16], sensitivity: Double = 50) throws -> [Int] {
        try detector(sensitivity).process(all: samples).enumerated().filter { $0.element.isSpeech }.map(\.offset)
    }

    /// The bundled question.
    private func question() throws -> [Int16] {
        let bytes = try #require(fileBytes(Self.folder + "demo/question.wav"))
        return try WAVFile.decode(bytes).int16Samples(atRate: 16_000)
    }

    /// Two seconds of integer noise, the middle one with a pulse train of 160 Hz, as generated in training.
    private func referenceSound() -> [Int16] {
        var state: UInt32 = 1
        return (0..<32_000).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            var sample = (Int(state >> 16) - 32_768) >> 6
            if 8_000..<24_000 ~= index, index % 100 < 20 { sample += 8_000 - 400 * (index % 100) }
            return Int16(sample)
        }
    }

    @Test func theOutputMatchesTheTrainingReference() throws {
        let json = try #require(fileBytes(Self.folder + "voice-activity.json"))
        let expected = try JSONDecoder().decode(Provenance.self, from: Data(json))
        #expect(expected.weights <= 30_000)
        let features = VoiceFeatures()
        let network = VoiceNetwork(try VoiceNetworkWeights(bytes: Self.bytes()))
        let sound = referenceSound()
        var logits: [Float] = []
        sound.withUnsafeBufferPointer { sound in
            for frame in 0..<sound.count / 320 {
                features.process(UnsafeBufferPointer(rebasing: sound[frame * 320..<frame * 320 + 320]))
                let logit = network.process(features.values)
                if frame % 10 == 9 { logits.append(logit) }
            }
        }
        #expect(logits.count == expected.referenceLogits.count)
        for (mine, theirs) in zip(logits, expected.referenceLogits) {
            #expect(abs(mine - theirs) < 0.02 + 0.005 * abs(theirs))
        }
    }

    @Test func damagedWeightsAreRejected() throws {
        let whole = try Self.bytes()
        #expect(throws: VoiceNetworkError.notWeights) { try VoiceNetworkWeights(bytes: []) }
        #expect(throws: VoiceNetworkError.notWeights) { try VoiceNetworkWeights(bytes: [0] + whole) }
        #expect(throws: VoiceNetworkError.truncated) { try VoiceNetworkWeights(bytes: whole.dropLast(9) + []) }
        for (offset, error) in [
            (4, VoiceNetworkError.unknownVersion(3)), (8, .wrongShape), (12, .wrongShape), (20, .damaged),
            (whole.count / 2, .damaged), (whole.count - 1, .damaged),
        ] {
            var bytes = whole
            bytes[offset] ^= 2
            #expect(throws: error) { try VoiceNetworkWeights(bytes: bytes) }
        }
    }

    @Test func silenceNeedsLittleComputation() throws {
        let detector = try detector()
        let quiet = Sound.silence(seconds: 2) + Sound.noise(seconds: 20, amplitude: 0.0008)
        #expect(!detector.process(all: quiet).contains { $0.isSpeech })
        #expect(detector.framesComputed < 400, "of 1100")
        // Uses recorded speech, since a synthetic vowel that holds its pitch sounds like a machine.
        let found = detector.process(all: try question()).filter(\.isSpeech)
        #expect(!found.isEmpty, "the first sound wakes it")
    }

    @Test func speechIsDetectedFromTheFirstSample() throws {
        let whole = try question()
        // Starts in the middle of the first word, first in a room heard before, then with nothing before it.
        let cut = Array(whole[((try #require(speechFrames(whole).first) + 5) * 320)...])
        let known = try speechFrames(Sound.noise(seconds: 1, amplitude: 0.0005) + cut).count { $0 < 75 }
        let found = try speechFrames(cut).count { $0 < 25 }
        #expect(known >= 10 && found * 10 >= known * 6, "\(found) of \(known) frames")
        let detector = try detector()
        _ = detector.process(all: cut)
        detector.reset()
        let again = detector.process(all: cut).prefix(25).count { $0.isSpeech }
        #expect(again * 10 >= known * 6, "and after the stream was made anew")
    }

    @Test func noiseHumAndClicksAreNotSpeech() throws {
        #expect(try speechFrames(Sound.noise(seconds: 6, amplitude: 0.1)).isEmpty)
        #expect(try speechFrames(mix(Sound.sine(50, seconds: 5), Sound.noise(seconds: 5, amplitude: 0.001))).isEmpty)
        var clicks = Sound.noise(seconds: 4, amplitude: 0.0005)
        for click in 0..<10 {
            for (offset, sample) in Sound.noise(seconds: 0.015, amplitude: 0.5, seed: UInt64(click)).enumerated() {
                clicks[8_000 + click * 4_800 + offset] = sample
            }
        }
        #expect(try speechFrames(clicks).count <= 2)
    }

    @Test func steadyNoiseThatStartsLaterIsNotSpeech() throws {
        let samples = Sound.noise(seconds: 1, amplitude: 0.0005) + Sound.noise(seconds: 5, amplitude: 0.1, seed: 2)
        #expect(try speechFrames(samples).count <= 3)
    }

    @Test func higherSensitivityNeverFindsLessSpeech() throws {
        let speech =
            Sound.silence(seconds: 0.5) + Sound.vowel(seconds: 0.7, amplitude: 0.05) + Sound.silence(seconds: 0.5)
        let noise = Sound.noise(seconds: 1.7, amplitude: 0.05)
        let counts = try [0, 25, 50, 75, 100].map { try speechFrames(mix(speech, noise), sensitivity: $0).count }
        #expect(counts == counts.sorted())
        #expect(counts[0] < counts[4])
        let outside = try [-40.0, 140].map { try speechFrames(mix(speech, noise), sensitivity: $0).count }
        #expect(outside == [counts[0], counts[4]])
    }

    @Test func aResetClearsAllState() throws {
        let detector = try detector()
        let first = detector.process(all: referenceSound())
        _ = detector.process(all: Sound.noise(seconds: 3, amplitude: 0.3))
        detector.reset()
        #expect(detector.process(all: referenceSound()) == first)
    }

    @Test func extremeSamplesStayFinite() throws {
        let detector = try detector()
        var generator = SeededGenerator(seed: 5)
        let extremes = (0..<32_000).map { _ in Bool.random(using: &generator) ? Int16.max : .min }
        for activity in detector.process(all: extremes + Sound.silence(seconds: 1) + extremes) {
            #expect(activity.likelihood.isFinite && activity.levelDBFS.isFinite)
        }
    }

    /// The bundled question in noise, which starts 1 s before it and ends 1 s after it.
    @Test func theBundledQuestionIsFoundInNoise() throws {
        let question = try question()
        let samples = Sound.silence(seconds: 1) + question + Sound.silence(seconds: 1)
        let noise = Sound.noise(seconds: Double(samples.count) / 16_000, amplitude: 0.003)
        let found = try speechFrames(mix(samples, noise))
        let length = question.count / 320
        #expect(found.count > length * 2 / 3)
        #expect(try #require(found.first) >= 48 && (try #require(found.first)) < 50 + length / 4)
        #expect(try #require(found.last) < 50 + length + 15)
    }

    /// Recorded commands, if the corpus is present.
    @Test func recordedCommandsAreFoundInNoise() throws {
        for clip in try SpeechCorpus.commands(limit: 6) where !clip.name.hasPrefix("synthetic") {
            let noise = Sound.noise(seconds: Double(clip.samples.count) / 16_000, amplitude: 0.003)
            let found = try speechFrames(mix(clip.samples, noise)).map { Double($0) / 50 }
            let inside = found.filter { $0 > clip.speech.lowerBound - 0.1 && $0 < clip.speech.upperBound + 0.2 }
            #expect(Double(inside.count) > 0.9 * Double(found.count), "\(clip.name)")
            #expect(try #require(found.first) < clip.speech.lowerBound + 0.15, "\(clip.name)")
        }
    }
}
