// SPDX-License-Identifier: GPL-3.0-or-later
// Which words of a changing hypothesis can be shown: those that two looks in a row, or more, agree on. What is shown stays until
// several looks in a row contradict it, because a search often strays for a moment and comes back.

import JarvisCore

struct StablePartial {
    /// For a recognizer that hears sound that is cut within a word, or has hardly begun, as other words. Of the words shown
    /// of the development recordings 3.9 % change then, and 10 % otherwise; they come 0.3 s later.
    var isCautious = false
    /// Looks in a row that have to agree on a word before it is shown.
    private var agreement: Int { isCautious ? 3 : 2 }
    /// The latest hypotheses, the newest last.
    private var previous: [[String]] = []
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
        previous.append(words)
        previous.removeFirst(max(0, previous.count - agreement))
        let isKnown = previous.count == agreement
        let common = previous.map { zip($0, words).prefix(while: Self.isSame).count }.min() ?? 0
        let isCut = isCautious && common == words.count
        let trusted = isKnown ? words.prefix(isCut ? max(common - 1, 0) : common) : []
        let stable = isCautious && shown.isEmpty && trusted.count < 2 ? [] : Array(trusted)
        let kept = zip(stable, shown).prefix(while: Self.isSame).count
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

    /// A recognizer of free words moves its full stop along, and writes words behind it with a capital.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left == right || left.plainWord == right.plainWord
    }

    private mutating func show(_ words: [String]) -> [String]? {
        guard !words.isEmpty, words != shown else { return nil }
        shown = words
        return words
    }
}
