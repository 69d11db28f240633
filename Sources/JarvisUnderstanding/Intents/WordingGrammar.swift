// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns of words, matched with all places of a sentence at once: every word is a number, and a set of places is the
// bits of one integer. Thousands of sentences are so compared in microseconds. Pure.

import JarvisCore

/// Patterns that share their parts and the numbers of their words.
struct WordingGrammar: Sendable {
    /// The most words of a sentence: each place needs a bit, and so does the end.
    static let wordLimit = UInt64.bitWidth - 1

    private enum Node: Sendable {
        case word(Int)
        case optional(Int)
        /// The members are these entries of `members`.
        case oneOf(Range<Int>)
        case sequence(Range<Int>)
    }

    /// What a pattern's words say about the sentences that it may match.
    struct Traits: Sendable {
        /// The words that it can begin with.
        var beginnings: Set<Int> = []
        /// The words that every match has.
        var needed: Set<Int> = []
        var canBeEmpty = false
    }

    private var numbers: [String: Int] = [:]
    private var nodes: [Node] = []
    private var members: [Int] = []
    /// By node.
    private var traits: [Traits] = []
    /// The nodes of single words, by word.
    private var wordNodes: [Int: Int] = [:]

    /// The number of this word, or a new one.
    mutating func addWord(_ word: String) -> Int {
        if let known = numbers[word] { return known }
        numbers[word] = numbers.count
        return numbers.count - 1
    }

    /// Adds a pattern.
    /// - Parameters:
    ///   - parts: What its slots stand for, by name.
    ///   - spelled: The words that each word is compared as.
    /// - Returns: The pattern's node; nil if it has a slot that is no part.
    mutating func add(
        _ element: PatternElement, parts: [String: Int], spelled: (String) -> [String]
    ) -> Int? {
        switch element {
        case .word(let word):
            let words = spelled(word).map { wordNode($0) }
            return words.count == 1 ? words[0] : sequence(words)
        case .slot(let name, _): return parts[name]
        case .optional(let part):
            guard let node = add(part, parts: parts, spelled: spelled) else { return nil }
            return append(.optional(node), Traits(beginnings: traits[node].beginnings, canBeEmpty: true))
        case .oneOf(let choices):
            guard let own = all(choices, parts, spelled) else { return nil }
            var traits = Traits()
            for (place, node) in own.enumerated() {
                let choice = self.traits[node]
                traits.beginnings.formUnion(choice.beginnings)
                traits.needed = place == 0 ? choice.needed : traits.needed.intersection(choice.needed)
                traits.canBeEmpty = traits.canBeEmpty || choice.canBeEmpty
            }
            return append(.oneOf(keep(own)), traits)
        case .sequence(let elements): return all(elements, parts, spelled).map { sequence($0) }
        }
    }

    /// What a pattern's words say about its matches. Only known until `finish`.
    func traits(of node: Int) -> Traits { traits[node] }

    /// Frees what only reading needs.
    mutating func finish() {
        traits = []
        wordNodes = [:]
    }

    private mutating func all(
        _ elements: [PatternElement], _ parts: [String: Int], _ spelled: (String) -> [String]
    ) -> [Int]? {
        var found: [Int] = []
        for element in elements {
            guard let node = add(element, parts: parts, spelled: spelled) else { return nil }
            found.append(node)
        }
        return found
    }

    private mutating func wordNode(_ word: String) -> Int {
        let number = addWord(word)
        if let known = wordNodes[number] { return known }
        let node = append(.word(number), Traits(beginnings: [number], needed: [number]))
        wordNodes[number] = node
        return node
    }

    private mutating func sequence(_ own: [Int]) -> Int {
        var traits = Traits(canBeEmpty: true)
        for node in own {
            let member = self.traits[node]
            if traits.canBeEmpty { traits.beginnings.formUnion(member.beginnings) }
            traits.needed.formUnion(member.needed)
            traits.canBeEmpty = traits.canBeEmpty && member.canBeEmpty
        }
        return append(.sequence(keep(own)), traits)
    }

    private mutating func keep(_ own: [Int]) -> Range<Int> {
        let start = members.count
        members += own
        return start..<members.count
    }

    private mutating func append(_ node: Node, _ own: Traits) -> Int {
        nodes.append(node)
        traits.append(own)
        return nodes.count - 1
    }

    /// The numbers of these words; nil if no pattern has one of them, so that nothing can match them all.
    func numbers(of words: [String]) -> [Int]? {
        var found: [Int] = []
        for word in words {
            guard let number = numbers[word] else { return nil }
            found.append(number)
        }
        return found
    }

    /// For each word of the grammar, the places where the sentence has it.
    func places(in sentence: [Int]) -> [UInt64] {
        var places = [UInt64](repeating: 0, count: numbers.count)
        for (place, word) in sentence.enumerated() { places[word] |= 1 << UInt64(place) }
        return places
    }

    /// Where a pattern can end if it begins at one of these places.
    func ends(of node: Int, from starts: UInt64, in places: [UInt64]) -> UInt64 {
        switch nodes[node] {
        case .word(let word): return (starts & places[word]) << 1
        case .optional(let part): return starts | ends(of: part, from: starts, in: places)
        case .oneOf(let range):
            var found: UInt64 = 0
            for member in range { found |= ends(of: members[member], from: starts, in: places) }
            return found
        case .sequence(let range):
            var found = starts
            for member in range {
                found = ends(of: members[member], from: found, in: places)
                if found == 0 { break }
            }
            return found
        }
    }
}
