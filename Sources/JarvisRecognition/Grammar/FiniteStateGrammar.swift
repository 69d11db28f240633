// SPDX-License-Identifier: GPL-3.0-or-later
// A grammar as states and transitions, and its reduction to fewer states: a decoder's work grows with the number of
// states, and expanding a grammar rule by rule repeats most of them several times. Pure.

/// A finite-state grammar.
package struct FiniteStateGrammar: Equatable, Sendable {
    package struct Transition: Hashable, Sendable {
        package var from: Int
        package var to: Int
        /// The word's number; nil for a silent transition.
        package var word: Int?

        package init(from: Int, to: Int, word: Int?) {
            self.from = from
            self.to = to
            self.word = word
        }
    }

    /// States are numbered from 0 to below this.
    package var stateCount: Int
    package var start: Int
    /// The state at the end of every sentence.
    package var final: Int
    package var transitions: [Transition]

    package init(stateCount: Int, start: Int, final: Int, transitions: [Transition]) {
        self.stateCount = stateCount
        self.start = start
        self.final = final
        self.transitions = transitions
    }

    /// An equivalent grammar with fewer states: merges states from which the same can be said, and states up to which
    /// the same can be said. (Merging all common beginnings of sentences instead can save more states, but adds
    /// transitions.)
    package func reduced() -> FiniteStateGrammar {
        var states = withoutSilentTransitions()
        var count = 0
        while count != states.outgoing.count {
            count = states.outgoing.count
            states = states.merged(by: states.classes(of: states.outgoing, seeds: states.accepts.map { $0 ? 1 : 0 }))
            let seeds = states.outgoing.indices.map { $0 == states.start ? 1 : 0 }
            states = states.merged(by: states.classes(of: states.incoming, seeds: seeds))
        }
        return states.grammar
    }

    /// The states without silent transitions: every remaining transition has a word.
    private func withoutSilentTransitions() -> States {
        var silent = [[Int]](repeating: [], count: stateCount)
        var spoken = [[Arc]](repeating: [], count: stateCount)
        for transition in transitions {
            if let word = transition.word {
                spoken[transition.from].append(Arc(word: word, state: transition.to))
            } else {
                silent[transition.from].append(transition.to)
            }
        }
        // Keep only states that a word leads to, in the order in which they are reached.
        var numbers = [start: 0]
        var reached = [start]
        var states = States(outgoing: [], accepts: [], start: 0)
        while states.outgoing.count < reached.count {
            let together = Self.reachable(from: reached[states.outgoing.count], by: silent)
            var arcs = Set<Arc>()
            // Sorted, because among words that sound alike, a decoder picks the one of the first state.
            for arc in together.flatMap({ spoken[$0] }).sorted() {
                let number = numbers[arc.state] ?? reached.count
                if number == reached.count {
                    numbers[arc.state] = number
                    reached.append(arc.state)
                }
                arcs.insert(Arc(word: arc.word, state: number))
            }
            states.outgoing.append(arcs.sorted())
            states.accepts.append(together.contains(final))
        }
        return states
    }

    private static func reachable(from state: Int, by arcs: [[Int]]) -> Set<Int> {
        var found: Set = [state]
        var open = [state]
        while let next = open.popLast() {
            for other in arcs[next] where found.insert(other).inserted { open.append(other) }
        }
        return found
    }
}

/// A word, and the state that it leads to; in `incoming`, the state that it comes from.
private struct Arc: Hashable, Comparable {
    var word: Int
    var state: Int

    static func < (left: Arc, right: Arc) -> Bool { (left.word, left.state) < (right.word, right.state) }
}

/// The states of a grammar whose transitions all have words.
private struct States {
    var outgoing: [[Arc]]
    /// True for each state where a sentence may end.
    var accepts: [Bool]
    var start: Int

    /// The same transitions by target state.
    var incoming: [[Arc]] {
        var incoming = [[Arc]](repeating: [], count: outgoing.count)
        for (state, arcs) in outgoing.enumerated() {
            for arc in arcs { incoming[arc.state].append(Arc(word: arc.word, state: state)) }
        }
        return incoming
    }

    /// Partitions the states by the word sequences possible along `arcs`, splitting classes until all states of each
    /// agree.
    /// - Parameter seeds: The initial distinction between states.
    /// - Returns: The class number of each state.
    func classes(of arcs: [[Arc]], seeds: [Int]) -> [Int] {
        struct Signature: Hashable {
            var own: Int
            /// A sum over the state's arcs, which doesn't depend on their order.
            var sum: UInt64
        }
        var (classes, count) = (seeds, 0)
        while true {
            var numbers: [Signature: Int] = [:]
            let split = arcs.indices.map { state in
                let sum = arcs[state].reduce(0) { $0 &+ Self.mixed($1.word, classes[$1.state]) }
                let signature = Signature(own: classes[state], sum: sum)
                let number = numbers[signature] ?? numbers.count
                numbers[signature] = number
                return number
            }
            if numbers.count == count { return classes }
            (classes, count) = (split, numbers.count)
        }
    }

    /// The grammar with all states of a class merged into one.
    func merged(by classes: [Int]) -> States {
        let count = (classes.max() ?? -1) + 1
        var arcs = [Set<Arc>](repeating: [], count: count)
        var accepts = [Bool](repeating: false, count: count)
        for (state, own) in classes.enumerated() {
            for arc in outgoing[state] { arcs[own].insert(Arc(word: arc.word, state: classes[arc.state])) }
            accepts[own] = accepts[own] || self.accepts[state]
        }
        return States(outgoing: arcs.map { $0.sorted() }, accepts: accepts, start: classes[start])
    }

    /// The grammar with a single final state, which every sentence reaches at its end.
    var grammar: FiniteStateGrammar {
        let final = outgoing.count
        var transitions: [FiniteStateGrammar.Transition] = []
        for (state, arcs) in outgoing.enumerated() {
            for arc in arcs {
                transitions.append(.init(from: state, to: arc.state, word: arc.word))
            }
            if accepts[state] { transitions.append(.init(from: state, to: final, word: nil)) }
        }
        return FiniteStateGrammar(stateCount: final + 1, start: start, final: final, transitions: transitions)
    }

    /// Hashes a word and a state with the finalizer of splitmix64, so that sums over different arcs differ.
    private static func mixed(_ word: Int, _ state: Int) -> UInt64 {
        var bits = UInt64(word) << 32 ^ UInt64(state) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
