// SPDX-License-Identifier: GPL-3.0-or-later
// A finite grammar as a network of phones, in which the phrase that sounds most like a text can be looked for.

/// States joined by arcs; a path from `start` to `end` is a phrase of the grammar.
struct PhoneGraph {
    struct Arc {
        var target: Int32
        /// Nil where nothing is said.
        var phone: Phone?
        /// The word that ends with this arc, as its place in `words`; −1 for none.
        var word: Int32 = -1
    }

    let words: [String]
    let start: Int32 = 0
    let end: Int32
    let stateCount: Int
    /// Whether a phrase may end at each state: nothing has to be said from there to the end.
    let mayEnd: [Bool]
    private let allArcs: [Arc]
    /// For each state, the place of its first arc; one more for the end.
    private let firstArcs: [Int32]

    /// - Parameters:
    ///   - grammar: Its public rule is "<utterance>".
    ///   - pronunciations: Of every word; phrases with a word that has none are left out.
    init(_ grammar: Grammar, pronunciations: [String: [[Phone]]]) {
        // The header is not a rule.
        let body = grammar.jsgf.split(separator: "\n").drop { !$0.contains("=") }.joined(separator: "\n")
        let rules = GrammarRule.rules(of: body)
        self.init(utterance: rules["publicutterance"], rules: rules, pronunciations: pronunciations)
    }

    /// A network of one phrase.
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

    /// The places of a state's arcs.
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

    /// Adds the rule's network behind a state.
    /// - Returns: The state behind it; nil when no phrase of the rule can be said.
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
            // A state of its own, so that going round does not go through what stands before.
            let first = addState()
            arcs[Int(state)].append(PhoneGraph.Arc(target: first))
            guard let end = add(part, from: first) else { return nil }
            arcs[Int(end)].append(PhoneGraph.Arc(target: first))
            return end
        }
    }

    /// Those that reach `end` by arcs on which nothing is said.
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
