// SPDX-License-Identifier: GPL-3.0-or-later
// Provides the sound in rendered pictures: tones, noise or a recording, analysed like playback.

import ArgumentParser
import Glibc
import JarvisSignal
import JarvisVisuals

/// A sound along the time of the reel; its moments have to be requested in order.
final class RenderSound {
    enum Kind {
        case silence
        case sine(hertz: Double)
        case noise
        case file(String)

        /// Parses a kind of sound.
        /// - Throws: `ValidationError` for an inaudible tone.
        init(text: String) throws {
            if text == "noise" {
                self = .noise
            } else if text.hasPrefix("sine:") {
                guard let hertz = Double(text.dropFirst(5)), (20...10_000).contains(hertz) else {
                    throw ValidationError(
                        "\"\(text)\" isn't a tone; use sine:HERTZ with 20 to 10000, as in \"sine:440\".")
                }
                self = .sine(hertz: hertz)
            } else {
                self = .file(text)
            }
        }
    }

    /// The sample rate, that of the offline voices.
    private static let rate = 22_050
    /// The steps per unit to which levels and bands are rounded, to hide the last bit of the C library's results, which
    /// depends on the processor.
    private static let steps = 4096.0

    private let sample: (Int) -> Int16
    private let isSilent: Bool
    private let level: Double?
    private let analyzer = HeardSoundAnalyzer(sampleRateHertz: RenderSound.rate)
    private var window: [Int16]
    private var last: Double?

    /// - Parameters:
    ///   - kind: The kind of sound.
    ///   - level: The level to show; nil shows the sound's own.
    init(_ kind: Kind, level: Double?) throws {
        self.level = level
        window = [Int16](repeating: 0, count: analyzer.windowLength)
        var isSilent = false
        switch kind {
        case .silence:
            isSilent = true
            sample = { _ in 0 }
        case .sine(let hertz): sample = { Self.sine(hertz, at: $0) }
        case .noise: sample = Self.noise
        case .file(let path):
            let samples = try Self.samples(of: path)
            sample = { samples.indices.contains($0) ? samples[$0] : 0 }
        }
        self.isSilent = isSilent
    }

    /// The level and spectrum at a moment in seconds; a recording begins at 0.
    func moment(at time: Double) -> SceneSound {
        guard !isSilent else { return SceneSound(level: level ?? 0) }
        let middle = (time + HeardSoundAnalyzer.leadSeconds) * Double(Self.rate)
        let first = Int(middle.rounded()) - window.count / 2
        for index in window.indices { window[index] = sample(first + index) }
        let elapsed = Float(last.map { time - $0 } ?? 1.0 / 60)
        last = time
        window.withUnsafeBufferPointer { analyzer.process($0, elapsedSeconds: elapsed) }
        return SceneSound(
            level: level ?? Double(Self.stepped(analyzer.level)),
            spectrum: (0..<SpectrumAnalyzer.bandCount).map { Self.stepped(analyzer[$0]) })
    }

    private static func stepped(_ value: Float) -> Float {
        Float((Double(value) * steps).rounded() / steps)
    }

    private static func samples(of path: String) throws -> [Int16] {
        let bytes = try FileBytes.read(path)
        do {
            return try WAVFile.decode(bytes).int16Samples(atRate: rate)
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }

    /// A sample of a tone at half of full scale, about as loud as speech.
    private static func sine(_ hertz: Double, at index: Int) -> Int16 {
        Int16((16_000 * sin(2 * .pi * hertz * Double(index) / Double(rate))).rounded())
    }

    /// A sample of white noise that is the same on every machine (splitmix64 of the position).
    private static func noise(at index: Int) -> Int16 {
        var value = UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int16(truncatingIfNeeded: (value ^ value >> 31) >> 48) / 4
    }
}
