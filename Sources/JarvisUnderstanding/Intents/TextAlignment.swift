// SPDX-License-Identifier: GPL-3.0-or-later
// Lays an example with free text beside a request: "put {item:text} on the shopping list". Words may be missing or too
// many at a cost; what stands where the text belongs is the text, as it was written.

import JarvisCore

/// The cheapest way to read a request as an example.
struct TextAlignment {
    private struct State {
        var cost: Float
        var texts: [String: Range<Int>] = [:]
        var values: [String: SlotValue] = [:]
        /// The weight of what was the same in both.
        var common: Float = 0
    }

    /// A text of few words is likelier, by this much a word.
    private static let textWordCost: Float = 0.02
    /// The least cost of a word before the request.
    private static let leadingWordCost: Float = 1.3
    /// Free text makes more fit: such an example counts less than one that says the same without.
    private static let textShare: Float = 0.97
    /// Above this share of words that differ it is another request.
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

    /// The score, 0…1, and the values; nil when they are too different.
    /// - Parameter isLenient: They may be as different as can be, as long as they have a word in common.
    mutating func best(isLenient: Bool = false) -> (Float, [String: SlotValue])? {
        let parts = example.example.parts
        guard example.wordWeight > 0, parts.count <= request.words.count + 2 else { return nil }
        // One column for each place in the request; parts of the example are taken one after another.
        var column: [State?] = Array(repeating: nil, count: request.words.count + 1)
        column[0] = State(cost: 0)
        for (part, place) in zip(parts, example.partPlaces) {
            column = step(part, place, withGaps(column))
        }
        guard let end = withGaps(column)[request.words.count], end.common > 0 else { return nil }
        let share = end.cost / example.total
        guard isLenient || share <= Self.limit else { return nil }
        var slots = end.values
        for (name, range) in end.texts { slots[name] = .text(request.utterance.original(range)) }
        return (max(0, 1 - share) * Self.textShare, slots)
    }

    /// Words of the request that the example does not have.
    private func withGaps(_ column: [State?]) -> [State?] {
        var column = column
        for place in request.words.indices {
            guard var state = column[place] else { continue }
            let weight = request.words[place].weight
            // What stands before a request is seldom a part of it: "you remind me of my sister".
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
                with.values[name] = span.value
                offer(with, at: span.range.upperBound)
            case .text(let name, let limit):
                guard place < request.words.count else { continue }
                for end in (place + 1)...min(request.words.count, place + min(limit, request.words.count)) {
                    guard limit == .max || tells(place..<end) else { continue }
                    var with = state
                    with.texts[name] = place..<end
                    with.cost += Float(end - place) * Self.textWordCost
                    offer(with, at: end)
                }
            }
        }
        return next
    }

    /// True when some of the words may be a name: "it", "all the way" and "two" are none.
    private func tells(_ range: Range<Int>) -> Bool {
        range.contains { place in
            let word = request.words[place].word
            return !library.lexicon.lightWords.contains(word) && NumberWords.value(of: [word]) == nil
        }
    }
}
