// SPDX-License-Identifier: GPL-3.0-or-later
// Matches words against utterance patterns: are they a whole command, or the beginning of one, and what may follow?
// Pure. Follows sets of positions instead of backtracking, which limits the cost.

public import JarvisCore

/// Utterance patterns, with the rules for their slots.
public struct CommandReader: Sendable {
    /// How a list of words relates to the patterns.
    package struct Reading: Equatable {
        /// A pattern matches exactly these words, with or without slot values.
        package var isWhole = false
        package var hasValue = false
        /// A pattern that ends in free text matches these words; such text has no definite end.
        package var isWholeText = false
        /// These words are the beginning of a pattern.
        package var isBeginning = false
        /// The value of a slot may follow.
        package var mayTakeValue = false
        /// The last slot's value may continue, as in "two minutes" and then "and thirty seconds".
        package var mayExtendValue = false
        /// An ending of several words with alternatives may follow: "on the | pasta timer".
        package var mayTakeEnding = false
        /// Any words may follow, at once or after "to".
        package var mayTakeText = false
    }

    /// A position in the words, reached with or without filling a slot on the way.
    private struct Place: Hashable {
        var index: Int
        var hasValue = false
        var isInText = false
    }

    private let patterns: [PatternElement]
    private let rules: [String: GrammarRule]

    /// - Parameters:
    ///   - patterns: All patterns, including those with free text.
    ///   - vocabulary: The names that fill slots.
    public init(patterns: [UtterancePattern], vocabulary: GrammarVocabulary) {
        self.patterns = patterns.map(\.root)
        var rules = Self.sharedRules
        rules[SlotType.application.rawValue] = .names(vocabulary.applications)
        rules[SlotType.website.rawValue] = .names(vocabulary.websites)
        rules[SlotType.voice.rawValue] = .names(vocabulary.voices)
        rules[SlotType.unit.rawValue] = .names(vocabulary.units)
        self.rules = rules
    }

    private static let sharedRules = GrammarRule.rules(of: SlotRules.shared)

    /// Matches lower-case words.
    package func read(_ words: [String]) -> Reading {
        var reading = Reading()
        for pattern in patterns {
            let ends = step(.sequence([pattern]), [Place(index: 0)], words, &reading)
            for end in ends where end.index == words.count {
                if end.isInText {
                    reading.isWholeText = true
                } else {
                    reading.isWhole = true
                    if end.hasValue { reading.hasValue = true }
                }
            }
        }
        return reading
    }

    // MARK: Patterns

    private func step(
        _ element: PatternElement, _ places: Set<Place>, _ words: [String], _ reading: inout Reading
    ) -> Set<Place> {
        guard !places.isEmpty else { return [] }
        switch element {
        case .word(let word):
            return advance(places, words, &reading) { $0 == word }
        case .sequence(let parts):
            var current = places
            for (index, part) in parts.enumerated() {
                if !words.isEmpty, current.contains(where: { $0.index == words.count }) {
                    note(parts[index...], &reading)
                }
                current = step(part, current, words, &reading)
                if current.isEmpty { break }
            }
            return current
        case .oneOf(let choices):
            return choices.reduce(into: []) { $0.formUnion(step($1, places, words, &reading)) }
        case .optional(let part):
            return places.union(step(part, places, words, &reading))
        case .slot(_, .text):
            reading.isBeginning = reading.isBeginning || places.contains { $0.index == words.count }
            let first = places.map(\.index).min() ?? words.count
            return Set((first..<words.count).map { Place(index: $0 + 1, hasValue: true, isInText: true) })
        case .slot(_, let type):
            var own = Reading()
            let ends = step(.reference(type.rawValue), places, words, &own)
            reading.isBeginning = reading.isBeginning || own.isBeginning
            // The value may continue if it is complete, and also the beginning of a longer one.
            if own.isBeginning, Self.extensible.contains(type), ends.contains(where: { $0.index == words.count }) {
                reading.mayExtendValue = true
            }
            return Set(ends.map { Place(index: $0.index, hasValue: true) })
        }
    }

    /// Records what may follow the words, given the rest of a sequence.
    private func note(_ rest: ArraySlice<PatternElement>, _ reading: inout Reading) {
        let next = PatternElement.sequence(Array(rest))
        if SlotType.allCases.contains(where: { next.contains($0) }) { reading.mayTakeValue = true }
        if next.contains(.text), next.canBegin(where: \.leadsToText) { reading.mayTakeText = true }
        // Short or fixed endings such as "now", "a bit" and "very much" are said without a pause, or not at all.
        if rest.contains(where: { $0.isOptional && $0.fewestSpokenWords > 1 && $0.wordings > 2 }),
            rest.allSatisfy(\.isOptional)
        {
            reading.mayTakeEnding = true
        }
    }

    /// Slots whose values people may give in two parts.
    private static let extensible: Set<SlotType> = [.duration, .time, .expression, .schedule]

    // MARK: Rules

    private func step(
        _ rule: GrammarRule, _ places: Set<Place>, _ words: [String], _ reading: inout Reading
    ) -> Set<Place> {
        guard !places.isEmpty else { return [] }
        switch rule {
        case .word(let word): return advance(places, words, &reading) { $0 == word }
        case .reference(let name):
            guard let target = rules[name] else { return [] }
            var ends = step(target, places, words, &reading)
            if Self.inFigures.contains(name) {
                ends.formUnion(advance(places, words, &reading) { $0.allSatisfy { $0.isNumber || ".,:".contains($0) } })
            }
            return ends
        case .sequence(let parts):
            return parts.reduce(places) { step($1, $0, words, &reading) }
        case .oneOf(let choices):
            return choices.reduce(into: []) { $0.formUnion(step($1, places, words, &reading)) }
        case .optional(let part): return places.union(step(part, places, words, &reading))
        case .oneOrMore(let part):
            var all: Set<Place> = []
            var fresh = step(part, places, words, &reading)
            while !fresh.isSubset(of: all) {
                all.formUnion(fresh)
                fresh = step(part, fresh, words, &reading)
            }
            return all
        }
    }

    /// Rules for numbers, which other recognizers write in digits.
    private static let inFigures: Set<String> = ["cardinal", "count", "hours"]

    private func advance(
        _ places: Set<Place>, _ words: [String], _ reading: inout Reading, _ fits: (String) -> Bool
    ) -> Set<Place> {
        var ends: Set<Place> = []
        for place in places {
            if place.index == words.count {
                reading.isBeginning = true
            } else if fits(words[place.index]) {
                ends.insert(Place(index: place.index + 1, hasValue: place.hasValue))
            }
        }
        return ends
    }
}

extension PatternElement {
    /// True if the first word or slot that may be said fits.
    fileprivate func canBegin(where fits: (PatternElement) -> Bool) -> Bool {
        switch self {
        case .word, .slot: fits(self)
        case .optional(let part): part.canBegin(where: fits)
        case .oneOf(let choices): choices.contains { $0.canBegin(where: fits) }
        case .sequence(let parts):
            parts.contains { $0.canBegin(where: fits) }
                && parts.prefix { !$0.canBegin(where: fits) }.allSatisfy(\.isOptional)
        }
    }

    /// True for text that people may add after a pause: a note, or a reminder's text. The name of a place follows at
    /// once.
    fileprivate var leadsToText: Bool {
        switch self {
        case .word(let word): word == "to"
        case .slot(_, let type): type == .text
        default: false
        }
    }

    fileprivate var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    /// The number of words in this part's shortest wording, not counting the possibility of leaving it out.
    fileprivate var fewestSpokenWords: Int {
        switch self {
        case .word, .slot: 1
        case .optional(let part): part.fewestSpokenWords
        case .oneOf(let choices): choices.map(\.fewestSpokenWords).min() ?? 0
        case .sequence(let parts):
            max(1, parts.reduce(0) { $0 + ($1.isOptional ? 0 : $1.fewestSpokenWords) })
        }
    }

    /// The number of ways to say this part, at most a hundred; a slot counts as ten.
    fileprivate var wordings: Int {
        switch self {
        case .word: 1
        case .slot: 10
        case .optional(let part): part.wordings
        case .oneOf(let choices): min(100, choices.reduce(0) { $0 + $1.wordings })
        case .sequence(let parts): parts.reduce(1) { min(100, $0 * ($1.wordings + ($1.isOptional ? 1 : 0))) }
        }
    }
}
