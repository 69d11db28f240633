// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a request with all examples. Examples with typed blanks are compared as bags of words, because people vary
// the order; those with free text are aligned with the request word by word. Pure.

import JarvisCore

/// An intent that resembles a request.
package struct IntentCandidate: Hashable, Sendable {
    package var intent: String
    /// From 0 for no common word to 1 for the exact words of an example.
    package var score: Float
    /// Values by the names of the example's blanks.
    package var slots: [String: SlotValue]
    /// The words of each value.
    package var ranges: [String: Range<Int>] = [:]
}

/// Finds the intents whose examples resemble a request most.
package struct IntentMatcher: Sendable {
    /// Longer texts are not requests.
    private static let wordLimit = 40
    /// The share of its weight that a misspelt word counts.
    private static let misspeltShare: Float = 0.8
    /// The share of the score that is left if the request has the opposite of an example's word.
    private static let oppositeShare: Float = 0.35
    /// Lower scores are discarded.
    private static let leastScore: Float = 0.3
    /// The least share of an example's word weight that the request must contain, for examples with free text.
    private static let leastShare: Float = 0.6
    /// The same share if the intent is already known.
    private static let lenientShare: Float = 0.3
    /// The score that each value adds if the intent is already known.
    private static let slotBonus: Float = 0.15
    private static let rounding: Float = 0.001

    let library: IntentLibrary

    package init(_ library: IntentLibrary) {
        self.library = library
    }

    /// The best example of each intent, highest score first; empty if the request is negated or withdrawn.
    /// - Parameters:
    ///   - utterance: A request rewritten by the library's lexicon.
    ///   - intents: The intents to compare; nil for all.
    package func candidates(
        for utterance: Utterance, applications: ApplicationIndex, limit: Int = 3, among intents: Set<String>? = nil
    ) -> [IntentCandidate] {
        guard !utterance.words.isEmpty, utterance.words.count <= Self.wordLimit,
            !library.lexicon.isNegated(utterance.words), !library.lexicon.isWithdrawn(utterance.words)
        else { return [] }
        var request = RequestWords(
            utterance: utterance.withAddedDurationsWhole(), applications: applications, library: library)
        // By the number of the intent.
        var best: [IntentCandidate?] = Array(repeating: nil, count: library.intentCount)
        for place in library.places(of: intents) {
            let example = library.examples[place]
            let least = best[example.intentNumber]?.score ?? Self.leastScore
            guard
                let candidate = example.hasText
                    ? aligned(example, &request) : compared(example, &request, above: least),
                candidate.score > least
            else { continue }
            best[example.intentNumber] = candidate
        }
        return Array(best.compactMap { $0 }.sorted { ($1.score, $0.intent) < ($0.score, $1.intent) }.prefix(limit))
    }

    /// The intents of this subject with an example that negates something.
    package func negated(of topic: String) -> Set<String> { library.negated.filter { $0.hasPrefix(topic + ".") } }

    /// The most similar example of these intents, however distant, with its blanks filled from the request.
    /// - Parameter utterance: A request rewritten by the library's lexicon.
    /// - Returns: nil if the request is empty, too long or withdrawn, or fits none of the intents.
    package func nearest(
        for utterance: Utterance, applications: ApplicationIndex, of intents: Set<String>
    ) -> IntentCandidate? {
        guard !utterance.words.isEmpty, utterance.words.count <= Self.wordLimit,
            !library.lexicon.isWithdrawn(utterance.words)
        else { return nil }
        var request = RequestWords(
            utterance: utterance.withAddedDurationsWhole(), applications: applications, library: library)
        var best: IntentCandidate?
        for place in library.places(of: intents) {
            let example = library.examples[place]
            // No less is of use, with room for rounding.
            let least = best.map {
                $0.score + Self.slotBonus * Float($0.slots.count - example.slots.count) - Self.rounding
            }
            guard
                let found = example.hasText
                    ? aligned(example, &request, isLenient: true) : compared(example, &request, above: least)
            else { continue }
            // Among equally similar examples, prefer the one that fills more values.
            let (own, other) = (
                found.score + Self.slotBonus * Float(found.slots.count),
                best.map { $0.score + Self.slotBonus * Float($0.slots.count) }
            )
            if own > other ?? -1 { best = found }
        }
        return best ?? remaining(in: utterance, intents)
    }

    /// Takes the longest run of words that no example contains as the free text: "letters of conscience please".
    private func remaining(in utterance: Utterance, _ intents: Set<String>) -> IntentCandidate? {
        let examples = library.places(of: intents).map { library.examples[$0].example }
        guard
            let example = examples.first(where: { $0.slots.isEmpty && $0.texts.count == 1 }),
            let name = example.texts.first
        else { return nil }
        let known = Set(examples.filter { $0.intent == example.intent }.flatMap(\.words))
        var best = 0..<0
        var start = 0
        for place in 0...utterance.words.count {
            let isOther =
                place < utterance.words.count
                && !known.contains(library.lexicon.representative(of: utterance.words[place]))
                && !library.lexicon.lightWords.contains(utterance.words[place])
            if isOther { continue }
            if place - start > best.count { best = start..<place }
            start = place + 1
        }
        guard !best.isEmpty, library.lexicon.freeTexts.admits(utterance.words[best], as: name, of: example.intent)
        else { return nil }
        return IntentCandidate(
            intent: example.intent, score: 0, slots: [name: .text(utterance.original(best))], ranges: [name: best])
    }

    // MARK: As bags of words

    /// - Parameter least: Scores up to this one are of no use to the caller.
    private func compared(
        _ example: PreparedExample, _ request: inout RequestWords, above least: Float? = nil
    ) -> IntentCandidate? {
        guard let filling = request.filling(of: example) else { return nil }
        let slotWeight = Float(example.slots.count) * IntentLibrary.slotWeight
        let all = example.total + filling.weight + slotWeight
        var left = filling.words
        var common = slotWeight
        var missing: [Int] = []
        for place in example.places {
            if let found = request.first(in: left, with: place) {
                common += library.weight(at: place)
                left &= ~(1 << UInt64(found))
            } else {
                missing.append(place)
            }
        }
        if let least {
            // Misspelt words can add no more than this.
            let more = missing.reduce(Float(0)) { $0 + library.weight(at: $1) } * Self.misspeltShare
            guard 2 * (common + more) / all > least else { return nil }
        }
        var isOpposite = false
        for place in missing {
            let contrary = library.opposites(of: place)
            if !contrary.isEmpty, request.first(in: left, where: { $0.place.map(contrary.contains) ?? false }) != nil {
                isOpposite = true
            }
            guard request.hasUnknown,
                let written = request.first(
                    in: left, where: { $0.isUnknown && Misspelling.isLikely($0.word, for: library.word(at: place)) })
            else { continue }
            common += library.weight(at: place) * Self.misspeltShare
            left &= ~(1 << UInt64(written))
        }
        let score = 2 * common / all
        let own = min(isOpposite ? score * Self.oppositeShare : score, 1)
        if let least, own <= least { return nil }
        return IntentCandidate(
            intent: example.example.intent, score: own,
            slots: Dictionary(zip(example.slotNames, filling.values)) { first, _ in first },
            ranges: Dictionary(zip(example.slotNames, filling.ranges)) { first, _ in first })
    }

    // MARK: Word by word

    private func aligned(
        _ example: PreparedExample, _ request: inout RequestWords, isLenient: Bool = false
    ) -> IntentCandidate? {
        // A cheap test first: most examples share too few words to be worth aligning.
        let shared = example.places.reduce(Float(0)) { sum, place in
            request.known.contains(place) ? sum + library.weight(at: place) : sum
        }
        guard shared >= example.wordWeight * (isLenient ? Self.lenientShare : Self.leastShare) else { return nil }
        var alignment = TextAlignment(example: example, request: request, library: library)
        guard let (score, slots, ranges) = alignment.best(isLenient: isLenient) else { return nil }
        return IntentCandidate(intent: example.example.intent, score: score, slots: slots, ranges: ranges)
    }
}

/// Spelling mistakes and slips of the keys.
enum Misspelling {
    /// True for two words of at least five letters with the same first letter that differ in one letter, or in two
    /// swapped neighbours.
    static func isLikely(_ written: String, for meant: String) -> Bool {
        let (letters, others) = (written.utf8, meant.utf8)
        guard letters.first == others.first, min(letters.count, others.count) >= 5,
            abs(letters.count - others.count) <= 1
        else { return false }
        let (left, right) = (Array(letters), Array(others))
        let start = zip(left, right).prefix { $0 == $1 }.count
        let (restLeft, restRight) = (left[start...], right[start...])
        if restLeft.count == restRight.count {
            return restLeft.dropFirst().elementsEqual(restRight.dropFirst())
                || restLeft.count >= 2 && restLeft.prefix(2).reversed().elementsEqual(restRight.prefix(2))
                    && restLeft.dropFirst(2).elementsEqual(restRight.dropFirst(2))
        }
        return restLeft.count > restRight.count
            ? restLeft.dropFirst().elementsEqual(restRight) : restRight.dropFirst().elementsEqual(restLeft)
    }
}
