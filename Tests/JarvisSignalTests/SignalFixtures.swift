// SPDX-License-Identifier: GPL-3.0-or-later
// Deterministic sounds and byte strings for the tests.

import Glibc
import JarvisSignal
import JarvisTesting

enum Sound {
    static func sine(_ hertz: Double, seconds: Double, amplitude: Double = 0.5, rate: Int = 16_000) -> [Int16] {
        (0..<Int(seconds * Double(rate))).map {
            Int16(amplitude * 32767 * sin(2 * .pi * hertz * Double($0) / Double(rate)))
        }
    }

    static func silence(seconds: Double) -> [Int16] {
        [Int16](repeating: 0, count: Int(seconds * 16_000))
    }

    static func noise(seconds: Double, amplitude: Double, seed: UInt64 = 1) -> [Int16] {
        var generator = SeededGenerator(seed: seed)
        return (0..<Int(seconds * 16_000)).map { _ in
            Int16(amplitude * 32767 * Double.random(in: -1...1, using: &generator))
        }
    }

    /// A vowel-like sound: a 130 Hz buzz with formants and a fade at each end.
    static func vowel(seconds: Double, amplitude: Double = 0.2) -> [Int16] {
        (0..<Int(seconds * 16_000)).map { index in
            let time = Double(index) / 16_000
            var value = 0.0
            for harmonic in 1...25 {
                let hertz = 130.0 * Double(harmonic)
                let formants = exp(-pow((hertz - 600) / 250, 2)) + 0.5 * exp(-pow((hertz - 1500) / 300, 2)) + 0.03
                value += formants * sin(2 * .pi * hertz * time)
            }
            let edge = min(1, min(time, seconds - time) / 0.02)
            return Int16(max(-1, min(1, amplitude * edge * value)) * 32767)
        }
    }
}

func mix(_ first: [Int16], _ second: [Int16]) -> [Int16] {
    zip(first, second).map { Int16(clamping: Int($0) + Int($1)) }
}

/// The bytes of a file; nil if it can't be read.
func fileBytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&block, 1, block.count, file)
        if count == 0 { return bytes }
        bytes += block[..<count]
    }
}
