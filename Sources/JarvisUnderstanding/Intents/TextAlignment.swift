// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns an example with free text with a request: "put {item:text} on the shopping list". Missing and extra words add
// cost; the words in place of the blank are the text, as written.

import JarvisCore

/// The cheapest alignment of an example and a request.
struct TextAlignment {
    private struct State {
        var cost: Float
        var texts: [String: Range<Int>] = [:]
        var values: [String: SlotSpan] = [:]
        /// The weight of the words common to both.
        var common: Float = 0
    }

    /// The cost per word of free text: short texts are likelier.
    private static let textWordCost: Float = 0.02
    /// The least cost of an extra word at the beginning.
    private static let leadingWordCost: Float = 1.3
    /// The factor for examples with free text: they fit more requests, so they count less than an equal match without.
    private static let textShare: Float = 0.97
    /// A larger share of cost to example weight means a different request.
    private static let limit: Float = 0.45

    let example: PreparedExample
    let request: RequestWords
    let library: IntentLibrary
    private var spans: SlotSpans

    init(example: PreparedExample, request: RequestWords, library: IntentLibrary) {
        self.example = example
        self.request = request
        self.library = library
        spans = request.spans
    }

    /// The score, 0…1, the values and their words; nil if the two differ too much.
    /// - Parameter isLenient: Accepts any difference, as long as one word is common to both.
    mutating func best(isLenient: Bool = false) -> (Float, [String: SlotValue], [String: Range<Int>])? {
        let parts = example.example.parts
        guard example.wordWeight > 0, parts.count <= request.words.count + 2 else { return nil }
        // Dynamic programming: one column entry per position in the request, one step per part of the example.
        var column: [State?] = Array(repeating: nil, count: request.words.count + 1)
        column[0] = State(cost: 0)
        for (part, place) in zip(parts, example.partPlaces) {
            column = step(part, place, withGaps(column))
        }
        guard let end = withGaps(column)[request.words.count], end.common > 0 else { return nil }
        let share = end.cost / example.total
        guard isLenient || share <= Self.limit else { return nil }
        var slots = end.values.mapValues(\.value)
        for (name, range) in end.texts { slots[name] = .text(request.utterance.original(range)) }
        return (
            max(0, 1 - share) * Self.textShare, slots,
            end.values.mapValues(\.range).merging(end.texts) { first, _ in first }
        )
    }

    /// Skips words of the request that the example lacks.
    private func withGaps(_ column: [State?]) -> [State?] {
        var column = column
        for place in request.words.indices {
            guard var state = column[place] else { continue }
            let weight = request.words[place].weight
            // Words before a request seldom belong to it: "you remind me of my sister".
            state.cost += state.common == 0 && state.texts.isEmpty ? max(weight, Self.leadingWordCost) : weight
            if state.cost < column[place + 1]?.cost ?? .infinity { column[place + 1] = state }
        }
        return column
    }

    private mutating func step(_ part: IntentExample.Part, _ word: Int?, _ column: [State?]) -> [State?] {
        var next: [State?] = Array(repeating: nil, count: column.count)
        func offer(_ state: State, at place: Int) {
            if state.cost < next[place]?.cost ?? .infinity { next[place] = state }
        }
        for (place, state) in column.enumerated() {
            guard let state else { continue }
            switch part {
            case .word:
                let weight = word.map { library.weight(at: $0) } ?? 0
                var without = state
                without.cost += weight
                offer(without, at: place)
                if place < request.words.count, request.words[place].place == word {
                    var with = state
                    with.common += weight
                    offer(with, at: place + 1)
                }
            case .slot(let name, let slot):
                guard let span = spans.spans(of: slot).first(where: { $0.range.lowerBound == place }) else { continue }
                var with = state
                with.values[name] = span
                offer(with, at: span.range.upperBound)
            case .text(let name, let limit):
                guard place < request.words.count else { continue }
                for end in (place + 1)...min(request.words.count, place + min(limit, request.words.count)) {
                    // The rules cost more than the comparison.
                    let cost = state.cost + Float(end - place) * Self.textWordCost
                    guard cost < next[end]?.cost ?? .infinity, limit == .max || tells(place..<end),
                        isValid(place..<end, as: name)
                    else { continue }
                    var with = state
                    with.texts[name] = place..<end
                    with.cost = cost
                    offer(with, at: end)
                }
            }
        }
        return next
    }

    private func isValid(_ range: Range<Int>, as slot: String) -> Bool {
        library.lexicon.freeTexts.admits(
            request.utterance.words[range], as: slot, of: example.example.intent, times: request.times)
    }

    /// True if some of the words may be a name; "it", "all the way" and "two" can't.
    private func tells(_ range: Range<Int>) -> Bool {
        range.contains { place in
            let word = request.words[place].word
            return !library.lexicon.lightWords.contains(word) && NumberWords.value(of: [word]) == nil
        }
    }
}
