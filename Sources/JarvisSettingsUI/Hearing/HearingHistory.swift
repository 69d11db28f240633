// SPDX-License-Identifier: GPL-3.0-or-later
// Recent sound from the microphone, with the parts that counted as speech. Pure.

/// The bars of the sensitivity display, oldest first.
struct HearingHistory: Equatable {
    /// A reading of the microphone.
    struct Bar: Equatable {
        /// The loudness, 0…1.
        var level: Double
        /// The likelihood of speech, 0…1, on the scale of the threshold.
        var evidence: Double
        var isSpeech: Bool
    }

    private(set) var bars: [Bar] = []

    /// The height of the threshold, 0…1, at a sensitivity in percent. A higher sensitivity has a lower threshold.
    static func threshold(_ sensitivity: Double) -> Double {
        0.9 - 0.8 * min(max(sensitivity, 0), 100) / 100
    }

    /// The height of a speech likelihood, 0…1; a likelihood of 0.5 lies on the threshold.
    static func evidence(_ likelihood: Double, threshold: Double) -> Double {
        let likelihood = min(max(likelihood, 0), 1)
        return likelihood < 0.5 ? threshold * 2 * likelihood : threshold + (1 - threshold) * (2 * likelihood - 1)
    }

    /// Adds a bar.
    /// - Parameter count: the number of bars to keep, the newest ones.
    mutating func add(_ bar: Bar, keeping count: Int) {
        bars.append(bar)
        if bars.count > count { bars.removeFirst(bars.count - count) }
    }
}
