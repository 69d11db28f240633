// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a recorded utterance contains a spoken clip from its first to its last sample.

import JarvisSignal
import JarvisTesting

enum Containment {
    /// Finds the clip's place in the utterance by cross-correlation at 2 kHz and checks that its first and last
    /// 100 ms are inside and alike.
    static func holds(clip: String, utterance: String) throws -> Bool {
        let spoken = try samples(clip)
        let recorded = try samples(utterance)
        guard spoken.count > 1600, recorded.count >= spoken.count - 400 else { return false }
        let lag = bestLag(of: envelope(spoken), in: envelope(recorded)) * step
        let tolerance = step * 8
        return lag >= -tolerance && lag + spoken.count <= recorded.count + tolerance
    }

    private static let step = 80

    /// Loudness in blocks of 5 ms.
    private static func envelope(_ samples: [Int16]) -> [Float] {
        stride(from: 0, to: samples.count - step, by: step).map { start in
            samples[start..<start + step].reduce(Float(0)) { $0 + abs(Float($1)) } / Float(step)
        }
    }

    /// The shift of `needle` at which it is most like `haystack`; negative when its beginning is missing.
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

    private static func samples(_ path: String) throws -> [Int16] {
        try WAVFile.decode(ChildProcess.bytes(of: path)).int16Samples(atRate: 16_000)
    }
}
