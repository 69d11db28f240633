// SPDX-License-Identifier: GPL-3.0-or-later
// A finite grammar as a network of phones, to search for the phrase that sounds most like a text.

/// States joined by arcs; each path from `start` to `end` is a phrase of the grammar.
struct PhoneGraph {
    struct Arc {
        var target: Int32
        /// The phone of this arc; nil for a silent arc.
        var phone: Phone?
        /// The word that ends with this arc, as an index into `words`; −1 for none.
        var word: Int32 = -1
    }

    let words: [String]
    let start: Int32 = 0
    let end: Int32
    let stateCount: Int
    /// True for each state where a phrase may end, because only silent arcs lead from it to `end`.
    let mayEnd: [Bool]
    private let allArcs: [Arc]
    /// The index of each state's first arc, followed by the total number of arcs.
    private let firstArcs: [Int32]

    /// - Parameters:
    ///   - grammar: A grammar whose public rule is "<utterance>".
    ///   - pronunciations: The pronunciations of each word; phrases that contain a word without one are omitted.
    init(_ grammar: Grammar, pronunciations: [String: [[Phone]]]) {
        // Skip the header, which is not a rule.
        let body = grammar.jsgf.split(separator: "\n").drop { !$0.contains("=") }.joined(separator: "\n")
        let rules = GrammarRule.rules(of: body)
        self.init(utterance: rules["publicutterance"], rules: rules, pronunciations: pronunciations)
    }

    /// Creates a network for one phrase.
    init(phrase: [String], pronunciations: [String: [[Phone]]]) {
        let rule = GrammarRule.sequence(phrase.map(GrammarRule.word))
        self.init(utterance: rule, rules: [:], pronunciations: pronunciations)
    }

    private init(utterance: GrammarRule?, rules: [String: GrammarRule], pronunciations: [String: [[Phone]]]) {
        var builder = PhoneGraphBuilder(rules: rules, pronunciations: pronunciations)
        end = utterance.flatMap { builder.add($0, from: 0) } ?? 0
        mayEnd = builder.statesThatMayEnd(at: end)
        words = builder.words
        stateCount = builder.arcs.count
        allArcs = builder.arcs.flatMap { $0 }
        firstArcs = builder.arcs.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int32($1.count)) }
    }

    /// The indices of a state's arcs.
    func arcs(of state: Int32) -> Range<Int> { Int(firstArcs[Int(state)])..<Int(firstArcs[Int(state) + 1]) }

    subscript(arc: Int) -> Arc { allArcs[arc] }
}

private struct PhoneGraphBuilder {
    var words: [String] = []
    var arcs: [[PhoneGraph.Arc]] = [[]]
    let rules: [String: GrammarRule]
    let pronunciations: [String: [[Phone]]]
    private var wordNumbers: [String: Int32] = [:]

    init(rules: [String: GrammarRule], pronunciations: [String: [[Phone]]]) {
        self.rules = rules
        self.pronunciations = pronunciations
    }

    /// Adds the network of a rule after a state.
    /// - Returns: The state at its end; nil if none of the rule's phrases can be said.
    mutating func add(_ rule: GrammarRule, from state: Int32) -> Int32? {
        switch rule {
        case .word(let word): return addWord(word, from: state)
        case .reference(let name): return rules[name].flatMap { add($0, from: state) }
        case .sequence(let parts):
            var place = state
            for part in parts {
                guard let next = add(part, from: place) else { return nil }
                place = next
            }
            return place
        case .oneOf(let choices):
            let ends = choices.compactMap { add($0, from: state) }
            guard !ends.isEmpty else { return nil }
            let join = addState()
            for end in ends { arcs[Int(end)].append(PhoneGraph.Arc(target: join)) }
            return join
        case .optional(let part):
            let join = addState()
            arcs[Int(state)].append(PhoneGraph.Arc(target: join))
            if let end = add(part, from: state) { arcs[Int(end)].append(PhoneGraph.Arc(target: join)) }
            return join
        case .oneOrMore(let part):
            // Start from a new state, so that the repetition can't return to earlier parts of the sequence.
            let first = addState()
            arcs[Int(state)].append(PhoneGraph.Arc(target: first))
            guard let end = add(part, from: first) else { return nil }
            arcs[Int(end)].append(PhoneGraph.Arc(target: first))
            return end
        }
    }

    /// True for each state that leads to `end` by silent arcs alone.
    func statesThatMayEnd(at end: Int32) -> [Bool] {
        var sources: [Int32: [Int32]] = [:]
        for (state, arcs) in arcs.enumerated() {
            for arc in arcs where arc.phone == nil { sources[arc.target, default: []].append(Int32(state)) }
        }
        var mayEnd = [Bool](repeating: false, count: arcs.count)
        var open = [end]
        while let state = open.popLast() {
            guard !mayEnd[Int(state)] else { continue }
            mayEnd[Int(state)] = true
            open += sources[state] ?? []
        }
        return mayEnd
    }

    private mutating func addWord(_ word: String, from state: Int32) -> Int32? {
        guard let spoken = pronunciations[word], !spoken.isEmpty else { return nil }
        let number = wordNumbers[word] ?? Int32(words.count)
        if Int(number) == words.count {
            words.append(word)
            wordNumbers[word] = number
        }
        let join = addState()
        for phones in spoken where !phones.isEmpty {
            var place = state
            for (index, phone) in phones.enumerated() {
                let isLast = index == phones.count - 1
                let next = isLast ? join : addState()
                arcs[Int(place)].append(PhoneGraph.Arc(target: next, phone: phone, word: isLast ? number : -1))
                place = next
            }
        }
        return join
    }

    private mutating func addState() -> Int32 {
        arcs.append([])
        return Int32(arcs.count - 1)
    }
}
