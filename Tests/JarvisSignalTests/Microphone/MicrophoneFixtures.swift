// SPDX-License-Identifier: GPL-3.0-or-later
// Speech through simulated microphones with common faults, and a measure of what is left of it.

import Glibc
import JarvisSignal
import Testing

/// The bundled question, as a good microphone records it, and the disturbances of others.
struct Speech {
    /// Samples −1…1 at 16 kHz.
    let clean: [Float]

    init() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let bytes = try #require(fileBytes(root + "/data/demo/question.wav"))
        let wav = try WAVFile.decode(bytes)
        // Adds quiet room noise at both ends, as in any recording; softer than the bundled file, as people are.
        let room = Sound.noise(seconds: 0.3, amplitude: 0.000_3).map { Float($0) / 32_768 }
        let words = wav.int16Samples(atRate: 16_000).drop { abs($0) < 300 }.prefix(19_200)
        clean = room + words.map { 0.3 * Float($0) / 32_768 } + room
    }

    /// Two requests, each after a second's pause.
    init(twice speech: Speech) {
        let room = Sound.noise(seconds: 1, amplitude: 0.000_3, seed: 9).map { Float($0) / 32_768 }
        clean = room + speech.clean + room + speech.clean
    }

    /// Mains hum at this frequency with peak `amplitude`; its harmonics fall as 1/n.
    func hum(_ hertz: Double, amplitude: Float, harmonics: Int) -> [Float] {
        // One period in a thousand steps; computing a sine for each sample would take longer than the test.
        let period: [Double] = (0..<1_000).map { step in
            var sum = 0.0
            for harmonic in 1...harmonics {
                let phase = 2 * Double.pi * Double(harmonic * step) / 1_000 + Double(harmonic * harmonic)
                sum += sin(phase) / Double(harmonic)
            }
            return sum
        }
        let peak: Double = period.map { abs($0) }.max() ?? 1
        let turn = hertz / 16
        return clean.indices.map { index in
            let step = Int(Double(index) * turn) % 1_000
            return Float(period[step] / peak) * amplitude
        }
    }

    func noise(_ amplitude: Double, seed: UInt64 = 1) -> [Float] {
        Sound.noise(seconds: Double(clean.count) / 16_000, amplitude: amplitude, seed: seed).map { Float($0) / 32_768 }
    }
}

func + (first: [Float], second: Float) -> [Float] { first.map { $0 + second } }
func * (first: [Float], second: Float) -> [Float] { first.map { $0 * second } }
func mixed(_ first: [Float], _ second: [Float]) -> [Float] { zip(first, second).map { $0 + $1 } }

/// Streams the sound through the intake, frame by frame.
func stream(_ channels: [[Float]], through intake: SoundIntake) -> [Int16] {
    let length = SoundIntake.samplesPerFrame
    var result: [Int16] = []
    var output = [Int16](repeating: 0, count: length)
    for start in stride(from: 0, to: channels[0].count - length + 1, by: length) {
        var frame: [Int16] = []
        for index in start..<start + length {
            for channel in channels { frame.append(Int16(max(-1, min(1, channel[index])) * 32_767)) }
        }
        intake.process(frame, into: &output)
        result += output
    }
    return result
}

func stream(_ channels: [[Float]]) -> [Int16] {
    stream(channels, through: SoundIntake(channelCount: channels.count))
}

/// The ratio in dB of `wanted` to everything else in `heard`, at any loudness, from sample `start` on.
func clarity(_ heard: [Int16], of wanted: [Int16], from start: Int = 0) -> Double {
    let pairs = zip(heard, wanted).dropFirst(start).map { (Double($0), Double($1)) }
    let product = pairs.reduce(0) { $0 + $1.0 * $1.1 }
    let power = pairs.reduce(1e-9) { $0 + $1.1 * $1.1 }
    let gain = product / power
    let rest = pairs.reduce(1e-9) { $0 + ($1.0 - gain * $1.1) * ($1.0 - gain * $1.1) }
    return 10 * log10(gain * gain * power / rest)
}
