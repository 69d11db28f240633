// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether a recorded utterance contains a spoken clip from its first to its last sound.

import JarvisPlatform
import JarvisSignal

public enum Containment {
    /// Finds the clip in the utterance by cross-correlating their loudness, and checks that its first and last sounds
    /// are inside. Synthesizers put up to 250 ms of silence around the words, which an utterance may lack.
    /// - Parameters:
    ///   - clip: A WAV file.
    ///   - recorded: Mono samples at 16 kHz.
    public static func holds(clip: String, in recorded: [Int16]) throws -> Bool {
        let spoken = try samples(clip)
        guard spoken.count > 1600, recorded.count > 1600 else { return false }
        let loudness = envelope(spoken)
        let audible = (loudness.max() ?? 0) / 100
        guard let first = loudness.firstIndex(where: { $0 >= audible }),
            let last = loudness.lastIndex(where: { $0 >= audible })
        else { return false }
        let lag = bestLag(of: loudness, in: envelope(recorded))
        return lag + first >= -tolerance && (lag + last + 1) <= recorded.count / step + tolerance
    }

    /// Samples in a block of 5 ms.
    private static let step = 80
    /// The number of blocks by which the position may be off.
    private static let tolerance = 8

    /// Loudness in blocks of 5 ms.
    private static func envelope(_ samples: [Int16]) -> [Float] {
        stride(from: 0, to: samples.count - step, by: step).map { start in
            samples[start..<start + step].reduce(Float(0)) { $0 + abs(Float($1)) } / Float(step)
        }
    }

    /// The shift of `needle` at which it best matches `haystack`; negative if its beginning is missing.
    private static func bestLag(of needle: [Float], in haystack: [Float]) -> Int {
        var best = (lag: 0, score: -Float.infinity)
        for lag in -needle.count / 2...max(0, haystack.count - needle.count / 2) {
            var dot: Float = 0
            var energy: Float = 1
            for index in max(0, -lag)..<min(needle.count, haystack.count - lag) {
                dot += needle[index] * haystack[index + lag]
                energy += haystack[index + lag] * haystack[index + lag]
            }
            let score = dot / energy.squareRoot()
            if score > best.score { best = (lag, score) }
        }
        return best.lag
    }

    /// The sound of a WAV file, mono at 16 kHz.
    public static func samples(_ path: String) throws -> [Int16] {
        try WAVFile.decode(WholeFile.bytes(path)).int16Samples(atRate: 16_000)
    }
}
