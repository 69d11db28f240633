// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the words of a changing hypothesis that are worth showing: those on which two or more successive hypotheses
// agree. Shown words stay until several hypotheses in a row contradict them, because a search often strays for a moment
// and comes back.

import JarvisCore

struct StablePartial {
    /// True for recognizers that misrecognize sound that has only just begun or is cut within a word.
    var isCautious = false
    /// The number of successive hypotheses that have to agree on a word before it is shown: more for the first words,
    /// which are heard without those before them.
    private var agreement: Int { isCautious && shown.isEmpty ? 3 : 2 }
    /// The latest hypotheses, newest last.
    private var previous: [[String]] = []
    private(set) var shown: [String] = []
    private var contradictions = 0
    private var samplesSinceLook = 0

    /// Samples between two hypotheses: 160 ms at 16 kHz.
    private static let interval = 2_560
    /// Successive contradictions after which shown words are dropped: about half a second.
    private static let patience = 3

    /// Counts samples; returns true if the next hypothesis is due.
    mutating func isDue(afterSamples count: Int) -> Bool {
        samplesSinceLook += count
        guard samplesSinceLook >= Self.interval else { return false }
        samplesSinceLook = 0
        return true
    }

    /// Adds the current hypothesis.
    /// - Parameter isLikely: True if all words but the last are unlikely to be misrecognized.
    /// - Returns: The stable words, if they have changed.
    mutating func update(_ words: [String], isLikely: Bool = false) -> [String]? {
        previous.append(words)
        previous.removeFirst(max(0, previous.count - agreement))
        let isKnown = isLikely || previous.count == agreement
        let common =
            isLikely ? words.count : previous.map { zip($0, words).prefix(while: Self.isSame).count }.min() ?? 0
        let isCut = isCautious && common == words.count
        let trusted = isKnown ? words.prefix(isCut ? max(common - 1, 0) : common) : []
        let stable = isCautious && shown.isEmpty && trusted.count < 2 ? [] : Array(trusted)
        let kept = zip(stable, shown).prefix(while: Self.isSame).count
        guard kept < shown.count else {
            contradictions = 0
            return show(stable)
        }
        // A hypothesis that is merely shorter doesn't contradict the rest.
        contradictions += stable.count > kept ? 1 : 0
        guard contradictions >= Self.patience else { return nil }
        contradictions = 0
        return show(stable)
    }

    /// Shows words that are known to be correct.
    mutating func settle(on words: [String]) -> [String]? {
        contradictions = 0
        return show(words)
    }

    /// Compares words without case and full stops: with more speech, recognizers move the full stop and its capital
    /// along.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left == right || left.plainWord == right.plainWord
    }

    private mutating func show(_ words: [String]) -> [String]? {
        guard !words.isEmpty, words != shown else { return nil }
        shown = words
        return words
    }
}
