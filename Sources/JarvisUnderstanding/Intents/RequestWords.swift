// SPDX-License-Identifier: GPL-3.0-or-later
// The words of one request, prepared for comparison: each as its representative, with its weight.

import JarvisCore

/// The words and values of a request, computed once for all examples.
struct RequestWords {
    struct Word {
        var word: String
        /// Its index among the words of the examples; nil if none contains it.
        var place: Int?
        var weight: Float
        /// True for a content word found in no example. It may be a misspelling.
        var isUnknown: Bool
    }

    /// The values for an example's blanks, and the words that remain.
    struct Filling {
        var values: [SlotValue]
        /// The words of each value.
        var ranges: [Range<Int>]
        var words: [Word]
        /// The total weight of `words`.
        var weight: Float
    }

    let utterance: Utterance
    let words: [Word]
    /// The indices of its words among those of the examples.
    let known: Set<Int>
    private(set) var spans: SlotSpans
    private var fillings: [[ExampleSlot]: Filling?] = [:]

    init(utterance: Utterance, applications: ApplicationIndex, library: IntentLibrary) {
        self.utterance = utterance
        words = utterance.words.map { word in
            let representative = library.lexicon.representative(of: word)
            let place = library.place(of: representative)
            return Word(
                word: representative, place: place,
                weight: place.map { library.weight(at: $0) } ?? library.weight(ofUnknown: representative),
                isUnknown: place == nil && !library.lexicon.lightWords.contains(representative))
        }
        known = Set(words.compactMap(\.place))
        spans = SlotSpans(utterance: utterance, applications: applications)
    }

    /// Fills the blanks from the left; nil if the request lacks a value for one of them.
    mutating func filling(of slots: [ExampleSlot]) -> Filling? {
        if let known = fillings[slots] { return known }
        let filling = fill(slots)
        fillings[slots] = .some(filling)
        return filling
    }

    private mutating func fill(_ slots: [ExampleSlot]) -> Filling? {
        var taken: [Range<Int>] = []
        var values: [SlotValue] = []
        for slot in slots {
            let free = spans.spans(of: slot).first { span in !taken.contains { $0.overlaps(span.range) } }
            guard let free else { return nil }
            taken.append(free.range)
            values.append(free.value)
        }
        let left = words.enumerated().filter { place, _ in !taken.contains { $0.contains(place) } }.map(\.element)
        return Filling(values: values, ranges: taken, words: left, weight: left.reduce(0) { $0 + $1.weight })
    }
}
