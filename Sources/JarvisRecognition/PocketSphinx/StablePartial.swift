// SPDX-License-Identifier: GPL-3.0-or-later
// Which words of a changing hypothesis can be shown: those that two looks in a row agree on. What is shown stays until
// several looks in a row contradict it, because a search often strays for a moment and comes back.

struct StablePartial {
    private var previous: [String] = []
    private(set) var shown: [String] = []
    private var contradictions = 0
    private var samplesSinceLook = 0

    /// Samples between two looks: 160 ms at 16 kHz.
    private static let interval = 2_560
    /// Looks in a row after which shown words are given up: half a second.
    private static let patience = 3

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
        let kept = zip(stable, shown).prefix { $0 == $1 }.count
        guard kept < shown.count else {
            contradictions = 0
            return show(stable)
        }
        // A hypothesis that is only shorter says nothing against the rest.
        contradictions += stable.count > kept ? 1 : 0
        guard contradictions >= Self.patience else { return nil }
        contradictions = 0
        return show(stable)
    }

    /// Takes words that are known to be right.
    mutating func settle(on words: [String]) -> [String]? {
        contradictions = 0
        return show(words)
    }

    private mutating func show(_ words: [String]) -> [String]? {
        guard !words.isEmpty, words != shown else { return nil }
        shown = words
        return words
    }
}
