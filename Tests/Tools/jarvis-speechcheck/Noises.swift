// SPDX-License-Identifier: GPL-3.0-or-later
// Noises to mix with speech and to use alone: generated ones and, with a corpus, recorded ones.

import Glibc
import JarvisSpeechTesting
import JarvisTesting

struct Noises {
    /// Noises to mix with speech.
    private var mixed: [(name: String, samples: [Int16])]
    /// Noises to use alone, including music, taps and claps.
    private(set) var alone: [(name: String, samples: [Int16])]

    var names: [String] { mixed.map(\.name) }

    init(corpus: String?) throws {
        var source = ClipNoise(seed: 5)
        mixed = [("pink", source.pink(160_000)), ("hum", source.hum(160_000))]
        alone = mixed + [("keys", source.keys(160_000)), ("white", source.white(80_000, rms: 2_000))]
        for clip in try RecognitionClip.corpus(corpus, kinds: ["noise"]) {
            // The others are single events.
            if clip.name.contains("kitchen") { mixed.append((clip.name, clip.samples)) }
            alone.append((clip.name, source.white(8_000, rms: 3) + clip.samples + source.white(16_000, rms: 3)))
        }
        var music = SyntheticMusic(seed: 11)
        alone += [
            ("melody", music.melody(320_000)), ("chords", music.chords(320_000)), ("drums", music.drums(320_000)),
            ("clicks", music.clicks(320_000)),
        ]
    }

    func noise(_ index: Int) -> [Int16] {
        let samples = mixed[index % mixed.count].samples
        let offset = index * 7_919 % samples.count
        return Array(samples[offset...] + samples[..<offset])
    }
}

/// Generated music: notes with overtones that swell and decay, the same for the same seed.
struct SyntheticMusic {
    private static let rate = 16_000.0
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func uniform() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53)
    }

    /// One voice with vibrato, two to five notes a second: within the range and pace of speech.
    mutating func melody(_ count: Int) -> [Int16] {
        var sound = [Double](repeating: 0, count: count)
        var start = 0
        while start < count {
            let length = Int((0.2 + uniform() * 0.3) * Self.rate)
            add(
                pitch: 110 * pow(2, (uniform() * 24).rounded() / 12), from: start, length: length, loudness: 5_000,
                to: &sound)
            start += length + (uniform() < 0.2 ? length : 0)
        }
        return sound.map { Int16(clamping: Int($0)) }
    }

    /// Three notes at once, a new chord each second.
    mutating func chords(_ count: Int) -> [Int16] {
        var sound = [Double](repeating: 0, count: count)
        for start in stride(from: 0, to: count, by: Int(Self.rate)) {
            let root = 130 * pow(2, (uniform() * 12).rounded() / 12)
            for interval in [0.0, uniform() < 0.5 ? 3 : 4, 7] {
                add(
                    pitch: root * pow(2, interval / 12), from: start, length: Int(Self.rate * 0.95), loudness: 2_500,
                    to: &sound)
            }
        }
        return sound.map { Int16(clamping: Int($0)) }
    }

    /// Four beats a second, alternating low and rustling.
    mutating func drums(_ count: Int) -> [Int16] {
        var sound = [Double](repeating: 0, count: count)
        for (stroke, start) in stride(from: 0, to: count, by: 4_000).enumerated() {
            for index in 0..<min(3_200, count - start) {
                let decay = exp(-Double(index) / 500)
                sound[start + index] +=
                    stroke % 2 == 0
                    ? 12_000 * decay * sin(2 * .pi * 70 * Double(index) / Self.rate)
                    : 5_000 * decay * (uniform() * 2 - 1)
            }
        }
        return sound.map { Int16(clamping: Int($0)) }
    }

    /// Single taps and claps, seconds apart, in a quiet room.
    mutating func clicks(_ count: Int) -> [Int16] {
        var sound = (0..<count).map { _ in (uniform() - 0.5) * 12 }
        var start = 8_000
        while start < count {
            let (length, loudness) = (20 + uniform() * 400, 3_000 + uniform() * 20_000)
            for index in 0..<min(Int(length * 8), count - start) {
                sound[start + index] += loudness * exp(-Double(index) / length) * (uniform() * 2 - 1)
            }
            start += Int((0.3 + uniform() * 3) * Self.rate)
        }
        return sound.map { Int16(clamping: Int($0)) }
    }

    private func add(pitch: Double, from start: Int, length: Int, loudness: Double, to sound: inout [Double]) {
        var phase = 0.0
        for index in 0..<min(length, sound.count - start) {
            let time = Double(index) / Self.rate
            phase += 2 * .pi * pitch * (1 + 0.01 * sin(2 * .pi * 5.5 * time)) / Self.rate
            let swell = min(time / 0.02, 1) * min(Double(length - index) / (0.05 * Self.rate), 1)
            let tone = (1...10).reduce(0.0) { $0 + sin(phase * Double($1)) / Double($1) }
            sound[start + index] += tone * loudness * swell * 0.5
        }
    }
}
