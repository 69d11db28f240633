// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the phrase of a grammar that sounds most like the transcript: the path through the network of phones that
// exchanges, misses or inserts phones at the lowest cost. Pure.

/// A phrase and its distance from the transcript.
struct PhraseMatch: Equatable {
    var words: [String]
    /// The cost of the differences per recognized phone: 0 for identical phones, above 0.4 for other speech.
    var distance: Float
    /// True if a significant word of the phrase has no counterpart in the transcript.
    var hasUnspokenWord: Bool
    /// The distance of the significant word that differs most, per phone recognized for it; phones after the last word
    /// count as a word.
    var worstWord: Float

    /// Short words that people drop in quick speech without changing the meaning.
    static let swallowedWords: Set = [
        "a", "an", "the", "is", "to", "of", "my", "me", "in", "it", "and", "for", "you", "at", "that",
    ]
}

struct PhraseSearch {
    /// Paths that cost this much more than the best one are dropped.
    private static let beam: Float = 3.5
    /// The greatest distance per phone of a match.
    private static let limit: Float = 0.6
    /// Distances that differ by less than this count as equal.
    private static let sameDistance: Float = 0.02
    /// Fewer phones than this after the last word are a breath or a drawn-out sound.
    private static let fewestPhonesOfAWord = 2

    private struct HistoryEntry {
        var previous: Int32
        var word: Int32
        /// The number of phones recognized by the end of the word.
        var end: Int32
        /// The path's cost by the end of the word.
        var cost: Float
    }

    /// The best paths after a number of recognized phones: for each state the lowest cost, and the position in the
    /// history of the last word on that path.
    private struct Column {
        var costs: [Float]
        var entries: [Int32]
        var states: [Int32] = []

        init(stateCount: Int) {
            costs = [Float](repeating: .infinity, count: stateCount)
            entries = [Int32](repeating: -1, count: stateCount)
        }

        /// Keeps the path if it is the best one to the state so far, and returns whether it is.
        mutating func offer(_ cost: Float, _ entry: Int32, to state: Int32) -> Bool {
            let known = costs[Int(state)]
            guard cost < known else { return false }
            if known == .infinity { states.append(state) }
            costs[Int(state)] = cost
            entries[Int(state)] = entry
            return true
        }

        mutating func clear() {
            for state in states { costs[Int(state)] = .infinity }
            states.removeAll(keepingCapacity: true)
        }

        var best: Float { states.reduce(.infinity) { min($0, costs[Int($1)]) } }
    }

    private let graph: PhoneGraph
    private var history: [HistoryEntry] = []
    private var column: Column
    private var next: Column

    init(_ graph: PhoneGraph) {
        self.graph = graph
        column = Column(stateCount: graph.stateCount)
        next = column
    }

    /// The phrase nearest to the phones; nil if none is near enough.
    mutating func nearest(to heard: [Phone]) -> PhraseMatch? {
        nearest(to: heard, endingAt: [heard.count])?.match
    }

    /// The phrase nearest to the beginning of the phones.
    /// - Parameter ends: Numbers of phones after which the phrase may end, ascending: the ends of words.
    /// - Returns: The phrase and its number of phones; nil if none is near enough. Of several at about the same
    ///   distance, the longest.
    mutating func nearest(to heard: [Phone], endingAt ends: [Int]) -> (match: PhraseMatch, end: Int)? {
        guard let last = ends.last, last > 0, graph.start != graph.end else { return nil }
        var best: (entry: Int32, cost: Float, end: Int)?
        history = []
        column.clear()
        _ = column.offer(0, -1, to: graph.start)
        skipSilentArcs(heardCount: 0)
        for (index, phone) in heard.prefix(last).enumerated() {
            hear(phone, heardCount: Int32(index + 1))
            skipSilentArcs(heardCount: Int32(index + 1))
            let (cost, length) = (column.costs[Int(graph.end)], Float(index + 1))
            guard ends.contains(index + 1), cost <= Self.limit * length else { continue }
            if let known = best, cost / length > known.cost / Float(known.end) + Self.sameDistance { continue }
            best = (column.entries[Int(graph.end)], cost, index + 1)
        }
        return best.map { (match($0.entry, cost: $0.cost, heardCount: $0.end), $0.end) }
    }

    /// The distance of the phones from the nearest beginning of any phrase.
    mutating func distanceOfBeginning(_ heard: [Phone]) -> Float {
        guard !heard.isEmpty, graph.start != graph.end else { return 1 }
        history = []
        column.clear()
        _ = column.offer(0, -1, to: graph.start)
        skipSilentArcs(heardCount: 0)
        for (index, phone) in heard.enumerated() {
            hear(phone, heardCount: Int32(index + 1))
            skipSilentArcs(heardCount: Int32(index + 1))
        }
        return column.best / Float(heard.count)
    }

    /// The nearest phrases of different shapes, nearest first: the best phrase for each alternative of the grammar.
    mutating func nearest(to heard: [Phone], most: Int) -> [PhraseMatch] {
        guard let best = nearest(to: heard, endingAt: [heard.count])?.match else { return [] }
        let limit = Self.limit * Float(heard.count)
        let ends = column.states.filter { graph.mayEnd[Int($0)] && column.costs[Int($0)] <= limit }
        var found = [best]
        var known: Set = [best.words]
        for state in ends.sorted(by: { column.costs[Int($0)] < column.costs[Int($1)] }) where found.count < most {
            let match = match(column.entries[Int(state)], cost: column.costs[Int(state)], heardCount: heard.count)
            if known.insert(match.words).inserted { found.append(match) }
        }
        return found
    }

    /// Processes one recognized phone, which is either a phone of the grammar or an insertion.
    private mutating func hear(_ phone: Phone, heardCount: Int32) {
        let worst = column.best + Self.beam
        next.clear()
        for state in column.states {
            let (cost, entry) = (column.costs[Int(state)], column.entries[Int(state)])
            guard cost <= worst else { continue }
            _ = next.offer(cost + phone.gapCost, entry, to: state)
            for place in graph.arcs(of: state) {
                let arc = graph[place]
                guard let expected = arc.phone else { continue }
                let total = cost + expected.cost(heardAs: phone)
                guard total < next.costs[Int(arc.target)] else { continue }
                _ = next.offer(total, self.entry(after: entry, arc, heardCount, total), to: arc.target)
            }
        }
        swap(&column, &next)
    }

    /// Follows arcs that need no recognized phone: silent arcs, and missed phones.
    private mutating func skipSilentArcs(heardCount: Int32) {
        let worst = column.best + Self.beam
        var open = column.states
        while let state = open.popLast() {
            let (cost, entry) = (column.costs[Int(state)], column.entries[Int(state)])
            guard cost <= worst else { continue }
            for place in graph.arcs(of: state) {
                let arc = graph[place]
                let total = cost + (arc.phone?.gapCost ?? 0)
                guard total < column.costs[Int(arc.target)] else { continue }
                if column.offer(total, self.entry(after: entry, arc, heardCount, total), to: arc.target) {
                    open.append(arc.target)
                }
            }
        }
    }

    private mutating func entry(
        after previous: Int32, _ arc: PhoneGraph.Arc, _ heardCount: Int32, _ cost: Float
    ) -> Int32 {
        guard arc.word >= 0 else { return previous }
        history.append(HistoryEntry(previous: previous, word: arc.word, end: heardCount, cost: cost))
        return Int32(history.count - 1)
    }

    private func match(_ last: Int32, cost: Float, heardCount: Int) -> PhraseMatch {
        var words: [String] = []
        var hasUnspokenWord = false
        let beyond = last >= 0 ? history[Int(last)] : nil
        var worstWord = cost - (beyond?.cost ?? 0)
        if heardCount - Int(beyond?.end ?? 0) < Self.fewestPhonesOfAWord { worstWord = 0 }
        var place = last
        while place >= 0 {
            let entry = history[Int(place)]
            let start = entry.previous >= 0 ? history[Int(entry.previous)] : nil
            let word = graph.words[Int(entry.word)]
            words.append(word)
            if !PhraseMatch.swallowedWords.contains(word) {
                let heard = entry.end - (start?.end ?? 0)
                if heard == 0 { hasUnspokenWord = true }
                worstWord = max(worstWord, (entry.cost - (start?.cost ?? 0)) / Float(max(heard, 1)))
            }
            place = entry.previous
        }
        return PhraseMatch(
            words: words.reversed(), distance: cost / Float(heardCount), hasUnspokenWord: hasUnspokenWord,
            worstWord: worstWord)
    }
}
