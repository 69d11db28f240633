// SPDX-License-Identifier: GPL-3.0-or-later
// What the microphone has heard lately, and what of it was taken for speech. Pure.

/// The bars of the sensitivity's picture, oldest first.
struct HearingHistory: Equatable {
    /// A look at the microphone.
    struct Bar: Equatable {
        /// How loud it was, 0…1.
        var level: Double
        /// How much it was like speech, on the same scale as the threshold, 0…1.
        var evidence: Double
        var isSpeech: Bool
    }

    private(set) var bars: [Bar] = []

    /// Where the threshold stands at a sensitivity in percent, 0…1: the more sensitive, the lower.
    static func threshold(_ sensitivity: Double) -> Double {
        0.9 - 0.8 * min(max(sensitivity, 0), 100) / 100
    }

    /// How high something stands that lies so far above the threshold (0.5: on it).
    static func evidence(_ likelihood: Double, threshold: Double) -> Double {
        let likelihood = min(max(likelihood, 0), 1)
        return likelihood < 0.5 ? threshold * 2 * likelihood : threshold + (1 - threshold) * (2 * likelihood - 1)
    }

    /// - Parameter count: how many bars are kept.
    mutating func add(_ bar: Bar, keeping count: Int) {
        bars.append(bar)
        if bars.count > count { bars.removeFirst(bars.count - count) }
    }
}
