// SPDX-License-Identifier: GPL-3.0-or-later
// Where it is quiet in an utterance, by its loudest and its quietest moments so far. Pure.

import JarvisCore

/// Tells pauses and stop consonants from sound.
struct QuietMoments {
    /// Shorter quiet is none: 60 ms.
    static let shortest = 960
    /// Over which the loudest moment is taken: 300 ms.
    private static let loudWindow = 4_800
    /// 30 dB below the loudest moment it is quiet, and 20 dB below it where it is next to the quietest.
    private static let share = 0.001
    private static let noisyShare = 0.01
    private static let nextToQuietest = 2.0
    /// The background is never taken lower than −66 dBFS: silence in figures is none.
    private static let lowestBackground = 256.0

    private var loudest = 0.0
    private var quietest = Double.infinity
    /// How many samples of the utterance have been looked at for the quietest.
    private var measured = 0

    /// Takes note of all samples up to one.
    mutating func take(_ utterance: SpokenUtterance, upTo end: Int) {
        let newest = utterance.samples(from: max(0, end - Self.loudWindow), upTo: end)
        loudest = max(loudest, Self.power(newest[...]))
        // Several seconds may come at once: the pre-roll, or an utterance that goes on.
        while measured + Self.shortest <= end {
            let moment = utterance.samples(from: measured, upTo: measured + Self.shortest)
            quietest = min(quietest, max(Self.power(moment[...]), Self.lowestBackground))
            measured += Self.shortest
        }
    }

    /// True when there is nothing but quiet in the samples.
    func isQuiet(_ samples: [Int16]) -> Bool {
        let limit = max(loudest * Self.share, min(quietest * Self.nextToQuietest, loudest * Self.noisyShare))
        return stride(from: 0, to: samples.count, by: Self.shortest).allSatisfy {
            Self.power(samples[$0..<min($0 + Self.shortest, samples.count)]) < limit
        }
    }

    /// The mean of the squares.
    private static func power(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    }
}
