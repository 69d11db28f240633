// SPDX-License-Identifier: GPL-3.0-or-later
// Which words of a changing hypothesis can be shown: those that two looks in a row agree on.

struct StablePartial {
    private var previous: [String] = []
    private var shown: [String] = []
    private var samplesSinceLook = 0

    /// Samples between two looks: 160 ms at 16 kHz.
    private static let interval = 2_560

    /// Counts samples in; true when it is time for a look.
    mutating func isDue(afterSamples count: Int) -> Bool {
        samplesSinceLook += count
        guard samplesSinceLook >= Self.interval else { return false }
        samplesSinceLook = 0
        return true
    }

    /// Takes the present hypothesis.
    /// - Returns: The stable words when they are others than last time.
    mutating func update(_ words: [String]) -> [String]? {
        let stable = zip(previous, words).prefix { $0 == $1 }.map(\.0)
        previous = words
        guard !stable.isEmpty, stable != shown else { return nil }
        shown = stable
        return stable
    }
}
