// SPDX-License-Identifier: GPL-3.0-or-later
// Finds quiet moments in an utterance, relative to its loudest and quietest moments so far. Pure.

import JarvisCore

/// Distinguishes pauses and stop consonants from sound.
struct QuietMoments {
    /// The shortest quiet moment that counts: 60 ms.
    static let shortest = 960
    /// The window for measuring the loudest moment: 300 ms.
    private static let loudWindow = 4_800
    /// A moment is quiet if it is 30 dB below the loudest one, or 20 dB below it and near the quietest one.
    private static let share = 0.001
    private static let noisyShare = 0.01
    private static let nextToQuietest = 2.0
    /// The background counts as at least −66 dBFS: next to digital silence, nothing else would be quiet.
    private static let lowestBackground = 256.0

    private var loudest = 0.0
    private var quietest = Double.infinity
    /// The number of samples examined for the quietest moment.
    private var measured = 0

    /// Examines all samples up to `end`.
    mutating func take(_ utterance: SpokenUtterance, upTo end: Int) {
        let newest = utterance.samples(from: max(0, end - Self.loudWindow), upTo: end)
        loudest = max(loudest, Self.power(newest[...]))
        // Several seconds may arrive at once: the pre-roll, or an utterance that continues.
        while measured + Self.shortest <= end {
            let moment = utterance.samples(from: measured, upTo: measured + Self.shortest)
            quietest = min(quietest, max(Self.power(moment[...]), Self.lowestBackground))
            measured += Self.shortest
        }
    }

    /// True if none of the samples is louder than quiet.
    func isQuiet(_ samples: [Int16]) -> Bool {
        let limit = max(loudest * Self.share, min(quietest * Self.nextToQuietest, loudest * Self.noisyShare))
        return stride(from: 0, to: samples.count, by: Self.shortest).allSatisfy {
            Self.power(samples[$0..<min($0 + Self.shortest, samples.count)]) < limit
        }
    }

    /// The mean square of the samples.
    private static func power(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    }
}
