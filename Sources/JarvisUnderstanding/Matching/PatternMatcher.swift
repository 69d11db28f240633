// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the words of an utterance against one pattern and reads its slots.

package import JarvisCore

/// How an utterance fits a pattern.
package struct PatternMatch {
    package var slots: [String: SlotValue] = [:]
    /// Words of slots that take any; their text is cut out only once the whole pattern has matched.
    fileprivate var texts: [String: Range<Int>] = [:]
    /// Words that went into slots which take anything: the fewer, the better the match.
    package var freeWordCount = 0
    /// Words that the pattern spells out: the more, the better the match.
    package var literalWordCount = 0

    /// True when this match says more about the utterance than `other`.
    package func isBetter(than other: PatternMatch) -> Bool {
        (other.freeWordCount, literalWordCount) > (freeWordCount, other.literalWordCount)
    }
}

/// Backtracking matcher. Slots with a meaning take as many words as they can, free text as few as it must.
package struct PatternMatcher {
    /// The longest slot with a meaning; longer ones are not speech.
    private static let slotWordLimit = 24
    /// What stands before or behind free text, in words; of a text of pages not every word is tried as its end.
    private static let reach = 100

    package let utterance: Utterance
    package let applications: ApplicationIndex

    package init(utterance: Utterance, applications: ApplicationIndex) {
        self.utterance = utterance
        self.applications = applications
    }

    /// The first match of the whole utterance; nil when it does not fit.
    package func match(_ pattern: PatternElement) -> PatternMatch? {
        var result: PatternMatch?
        _ = step(pattern, 0, PatternMatch()) { position, match in
            guard position == utterance.words.count else { return false }
            result = match
            return true
        }
        for (name, range) in result?.texts ?? [:] {
            result?.slots[name] = .text(utterance.original(range))
        }
        return result
    }

    /// The words that are in every utterance which fits.
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

    private typealias Continuation = (Int, PatternMatch) -> Bool

    private func step(
        _ element: PatternElement, _ position: Int, _ match: PatternMatch, _ next: Continuation
    ) -> Bool {
        switch element {
        case .word(let word):
            return literal(PieceReader.expanded(word), position, match, next)
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
        _ words: [String], _ position: Int, _ match: PatternMatch, _ next: Continuation
    ) -> Bool {
        guard utterance.words[position...].starts(with: words) else { return false }
        var match = match
        match.literalWordCount += words.count
        return next(position + words.count, match)
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
            match.texts[name] = position..<end
            match.freeWordCount = freeWordCount + end - position
            if next(end, match) { return true }
        }
        return false
    }

    /// The slot's value and how many of its words could have been any others.
    private func read(_ type: SlotType, _ range: Range<Int>) -> (SlotValue, Int)? {
        let words = utterance.words[range]
        guard type == .application else {
            return SlotReader.value(of: type, words, original: { utterance.original(range) }).map { ($0, 0) }
        }
        let name = words.joined(separator: " ")
        if applications.isKnown(name) { return (.application(name), 0) }
        return words.count <= 4 ? (.application(utterance.original(range)), words.count) : nil
    }
}
