// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the words of an utterance against one pattern and fills its slots.

package import JarvisCore

/// How an utterance fits a pattern.
package struct PatternMatch {
    /// Values by the names of the pattern's slots.
    package var slots: [String: SlotValue] = [:]
    /// The words of each slot. The text of a free slot is cut out only once the whole pattern has matched.
    package fileprivate(set) var ranges: [String: Range<Int>] = [:]
    /// Words in slots that accept any word. Fewer means a better match.
    package var freeWordCount = 0
    /// Words that the pattern spells out. More means a better match.
    package var literalWordCount = 0

    /// True if this match leaves less of the utterance to free text, or leaves as much and spells out more.
    package func isBetter(than other: PatternMatch) -> Bool {
        (other.freeWordCount, literalWordCount) > (freeWordCount, other.literalWordCount)
    }
}

/// A backtracking matcher. Typed slots take as many words as possible, free text as few as possible.
/// A class, because its many closures would copy each part of a structure.
package final class PatternMatcher {
    /// The longest typed slot in words; longer values are not speech.
    private static let slotWordLimit = 24
    /// Free text may end only this many words from its own start or from the end of the utterance. Limits the work on
    /// long texts.
    private static let reach = 100

    package let utterance: Utterance
    package let applications: ApplicationIndex
    private let parser: ValueParser
    private let freeTexts: FreeTextRules
    private let times = TimedParts()
    /// The values of typed slots, by type and then by the first word and the number of words; patterns share them.
    private var values: [SlotType: [SlotValue??]] = [:]
    /// The intent of the pattern that is being matched.
    private var intent: String?

    /// - Parameter freeTexts: What the texts of free slots may be.
    package init(
        utterance: Utterance, applications: ApplicationIndex, freeTexts: FreeTextRules = FreeTextRules()
    ) {
        self.utterance = utterance
        self.freeTexts = freeTexts
        parser = ValueParser(utterance.words)
        self.applications = applications
    }

    /// The first match of the whole utterance; nil if it doesn't fit.
    package func match(_ pattern: PatternElement) -> PatternMatch? {
        match(writtenOut: Self.writtenOut(pattern), of: nil)
    }

    /// The first match of the whole utterance; nil if it doesn't fit.
    /// - Parameters:
    ///   - pattern: A pattern as returned by `writtenOut`.
    ///   - intent: The name of the pattern's intent, for the rules of its free texts.
    package func match(writtenOut pattern: PatternElement, of intent: String?) -> PatternMatch? {
        var result: PatternMatch?
        self.intent = intent
        _ = step(pattern, 0, PatternMatch()) { position, match in
            guard position == utterance.words.count else { return false }
            result = match
            return true
        }
        for (name, range) in result?.ranges ?? [:] where result?.slots[name] == nil {
            result?.slots[name] = .text(utterance.original(range))
        }
        return result
    }

    /// The pattern with its words as utterances have them: with contractions written out.
    package static func writtenOut(_ element: PatternElement) -> PatternElement {
        switch element {
        case .word(let word):
            let words = PieceReader.expanded(word).map(PatternElement.word)
            return words.count == 1 ? words[0] : .sequence(words)
        case .sequence(let parts): return .sequence(parts.map(writtenOut))
        case .oneOf(let choices): return .oneOf(choices.map(writtenOut))
        case .optional(let part): return .optional(writtenOut(part))
        case .slot: return element
        }
    }

    /// The words that every matching utterance contains.
    package static func neededWords(of element: PatternElement) -> Set<String> {
        switch element {
        case .word(let word): return Set(PieceReader.expanded(word))
        case .sequence(let parts): return parts.reduce(into: []) { $0.formUnion(neededWords(of: $1)) }
        case .oneOf(let choices):
            guard let first = choices.first else { return [] }
            return choices.dropFirst().reduce(neededWords(of: first)) { $0.intersection(neededWords(of: $1)) }
        case .optional, .slot: return []
        }
    }

    /// The words that matching utterances begin with; nil if they may begin with a slot.
    package static func beginnings(of element: PatternElement) -> Set<String>? {
        let found = opening(of: element)
        return found.isOpen || found.canBeEmpty ? nil : found.words
    }

    private typealias Opening = (words: Set<String>, isOpen: Bool, canBeEmpty: Bool)

    private static func opening(of element: PatternElement) -> Opening {
        switch element {
        case .word(let word): return (Set(PieceReader.expanded(word).prefix(1)), false, false)
        case .slot: return ([], true, false)
        case .optional(let part):
            let own = opening(of: part)
            return (own.words, own.isOpen, true)
        case .oneOf(let choices):
            return choices.map(opening).reduce(([], false, choices.isEmpty)) {
                ($0.words.union($1.words), $0.isOpen || $1.isOpen, $0.canBeEmpty || $1.canBeEmpty)
            }
        case .sequence(let parts):
            var all: Opening = ([], false, true)
            for part in parts where all.canBeEmpty {
                let own = opening(of: part)
                all = (all.words.union(own.words), all.isOpen || own.isOpen, own.canBeEmpty)
            }
            return all
        }
    }

    private typealias Continuation = (Int, PatternMatch) -> Bool

    private func step(
        _ element: PatternElement, _ position: Int, _ match: PatternMatch, _ next: Continuation
    ) -> Bool {
        switch element {
        case .word(let word):
            return literal(word, position, match, next)
        case .sequence(let parts):
            return sequence(parts[...], position, match, next)
        case .oneOf(let choices):
            return choices.contains { step($0, position, match, next) }
        case .optional(let part):
            return step(part, position, match, next) || next(position, match)
        case .slot(let name, let type):
            return slot(name, type, position, match, next)
        }
    }

    private func literal(
        _ word: String, _ position: Int, _ match: PatternMatch, _ next: Continuation
    ) -> Bool {
        guard position < utterance.words.count, utterance.words[position] == word else { return false }
        var match = match
        match.literalWordCount += 1
        return next(position + 1, match)
    }

    private func sequence(
        _ parts: ArraySlice<PatternElement>, _ position: Int, _ match: PatternMatch, _ next: Continuation
    ) -> Bool {
        guard let first = parts.first else { return next(position, match) }
        return step(first, position, match) { sequence(parts.dropFirst(), $0, $1, next) }
    }

    private func slot(
        _ name: String, _ type: SlotType, _ position: Int, _ match: PatternMatch, _ next: Continuation
    ) -> Bool {
        let remaining = utterance.words.count - position
        guard remaining > 0 else { return false }
        if type == .text { return text(name, position, match, next) }
        for length in (1...min(remaining, Self.slotWordLimit)).reversed() {
            let range = position..<position + length
            guard let (value, freeWords) = read(type, range) else { continue }
            var match = match
            match.slots[name] = value
            match.ranges[name] = range
            match.freeWordCount += freeWords
            if next(position + length, match) { return true }
        }
        return false
    }

    private func text(_ name: String, _ position: Int, _ match: PatternMatch, _ next: Continuation) -> Bool {
        var match = match
        let freeWordCount = match.freeWordCount
        let last = utterance.words.count
        for end in (position + 1)...last where end - position <= Self.reach || last - end <= Self.reach {
            guard freeTexts.admits(utterance.words[position..<end], as: name, of: intent, times: times) else {
                continue
            }
            match.ranges[name] = position..<end
            match.freeWordCount = freeWordCount + end - position
            if next(end, match) { return true }
        }
        return false
    }

    /// The slot's value, and how many of its words could be any others; nil if the words don't fit the type.
    private func read(_ type: SlotType, _ range: Range<Int>) -> (SlotValue, Int)? {
        guard type == .application else {
            return value(type, range).map { ($0, 0) }
        }
        let words = utterance.words[range]
        let name = words.joined(separator: " ")
        if applications.isKnown(name) { return (.application(name), 0) }
        return words.count <= 4 ? (.application(utterance.original(range)), words.count) : nil
    }

    private func value(_ type: SlotType, _ range: Range<Int>) -> SlotValue? {
        let place = range.lowerBound * Self.slotWordLimit + range.count - 1
        if let known = values[type]?[place] { return known }
        let value = SlotReader.value(of: type, range, of: utterance, parser)
        let none: [SlotValue??] = Array(repeating: nil, count: utterance.words.count * Self.slotWordLimit)
        values[type, default: none][place] = .some(value)
        return value
    }
}
