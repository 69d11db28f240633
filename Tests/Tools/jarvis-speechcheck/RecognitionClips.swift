// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings for the checks of the recognizer: the corpus's clips, lists of synthetic ones, and noise over both.

import FoundationEssentials
import Glibc
import JarvisSignal
import JarvisTesting

/// A recording with what is said in it.
struct RecognitionClip: Sendable {
    var name: String
    /// "dictation", "command", … of the corpus, or the voice.
    var kind: String
    var text: String
    var samples: [Int16]
    /// Its speaker belongs to the third on which nothing was tuned.
    var isKeptOut = false

    /// Clips of a list of "FILE<tab>KIND<tab>TEXT", with half a second of room before and a second behind.
    static func list(_ path: String) throws -> [RecognitionClip] {
        try String(decoding: ChildProcess.bytes(of: path), as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let sound = try WAVFile.decode(ChildProcess.bytes(of: parts[0])).int16Samples(atRate: 16_000)
            var room = ClipNoise(seed: UInt64(sound.count))
            let before = room.white(8_000, rms: 3)
            return RecognitionClip(
                name: parts[0], kind: parts[1], text: parts[2], samples: before + sound + room.white(16_000, rms: 3),
                isKeptOut: CommandPhrases.keptOutVoices.contains(parts[1]))
        }
    }

    private struct Manifest: Decodable {
        struct Clip: Decodable {
            var file: String
            var kind: String
            var speaker: String?
            var transcript: String?
        }
        var clips: [Clip]
    }

    /// The corpus's clips of these kinds; empty without a corpus.
    static func corpus(_ folder: String?, kinds: Set<String>) throws -> [RecognitionClip] {
        guard let folder, !folder.isEmpty else { return [] }
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(ChildProcess.bytes(of: folder + "/manifest.json")))
        let speakers = Set(manifest.clips.compactMap(\.speaker)).sorted()
        let keptOut = Set(speakers.enumerated().filter { $0.offset % 3 == 2 }.map(\.element))
        return try manifest.clips.filter { kinds.contains($0.kind) }.map { clip in
            let sound = try WAVFile.decode(ChildProcess.bytes(of: folder + "/" + clip.file))
            return RecognitionClip(
                name: clip.file, kind: clip.kind, text: clip.transcript ?? "",
                samples: sound.int16Samples(atRate: 16_000), isKeptOut: clip.speaker.map(keptOut.contains) ?? false)
        }
    }

    /// The clip with noise this many decibels below its loud half.
    func mixed(with noise: [Int16], decibels: Double) -> RecognitionClip {
        var copy = self
        let gain = ClipNoise.speechLevel(samples) / pow(10, decibels / 20) / max(ClipNoise.level(noise[...]), 1)
        for index in copy.samples.indices {
            let sum = Double(samples[index]) + Double(noise[index % noise.count]) * gain
            copy.samples[index] = Int16(max(-32_768, min(32_767, sum)))
        }
        return copy
    }
}

/// Noises from code, the same for the same seed.
struct ClipNoise {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func uniform() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
    }

    mutating func white(_ count: Int, rms: Double) -> [Int16] {
        (0..<count).map { _ in Int16(uniform() * rms * 1.732) }
    }

    /// 1/f, by Voss: octaves of white noise, each held twice as long as the one before.
    mutating func pink(_ count: Int) -> [Int16] {
        var octaves = [Double](repeating: 0, count: 12)
        return (0..<count).map { index in
            octaves[min((index + 1).trailingZeroBitCount, 11)] = uniform()
            return Int16(octaves.reduce(0, +) * 2_000)
        }
    }

    /// Mains hum with its harmonics, and a little hiss.
    mutating func hum(_ count: Int) -> [Int16] {
        (0..<count).map { index in
            let time = Double(index) / 16_000
            let tone = (1...8).reduce(0.0) { $0 + sin(2 * .pi * 50 * Double($1) * time) / Double($1) }
            return Int16(tone * 3_000 + uniform() * 300)
        }
    }

    /// Keys being struck: short decaying bursts, some two to five a second.
    mutating func keys(_ count: Int) -> [Int16] {
        var burst = 0.0
        var wait = 2_000
        return (0..<count).map { _ in
            wait -= 1
            if wait == 0 {
                burst = 12_000
                wait = 3_200 + Int(abs(uniform()) * 4_800)
            }
            burst *= 0.993
            return Int16(uniform() * burst + uniform() * 20)
        }
    }

    /// Root of the mean square.
    static func level(_ samples: ArraySlice<Int16>) -> Double {
        (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))).squareRoot()
    }

    /// The level of the frames (20 ms) within 25 dB of the loudest.
    static func speechLevel(_ samples: [Int16]) -> Double {
        let powers = stride(from: 0, to: samples.count - 319, by: 320).map { level(samples[$0..<($0 + 320)]) }
        let top = powers.max() ?? 0
        let loud = powers.filter { $0 > top * 0.056 }
        return (loud.reduce(0) { $0 + $1 * $1 } / Double(max(loud.count, 1))).squareRoot()
    }
}
