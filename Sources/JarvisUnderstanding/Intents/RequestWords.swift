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
        /// One bit for each, by its index.
        var words: UInt64
        /// The total weight of `words`.
        var weight: Float
    }

    let utterance: Utterance
    let words: [Word]
    /// For each word, its index among those of the examples; -1 if none contains it.
    private let places: [Int]
    /// The indices of its words among those of the examples.
    let known: Set<Int>
    /// True if some of its words occur in no example.
    let hasUnknown: Bool
    private(set) var spans: SlotSpans
    let times = TimedParts()
    /// By the number of the list of blanks.
    private var fillings: [Filling??]

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
        places = words.map { $0.place ?? -1 }
        known = Set(words.compactMap(\.place))
        hasUnknown = words.contains(where: \.isUnknown)
        fillings = Array(repeating: nil, count: library.slotListCount)
        spans = SlotSpans(utterance: utterance, applications: applications)
    }

    /// The first of the words with these bits that has this index among the words of the examples.
    func first(in bits: UInt64, with place: Int) -> Int? {
        var rest = bits
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            if places[index] == place { return index }
            rest &= rest - 1
        }
        return nil
    }

    /// The first of the words with these bits that meets a condition.
    func first(in bits: UInt64, where isMeant: (Word) -> Bool) -> Int? {
        var rest = bits
        while rest != 0 {
            let place = rest.trailingZeroBitCount
            if isMeant(words[place]) { return place }
            rest &= rest - 1
        }
        return nil
    }

    /// Fills the blanks from the left; nil if the request lacks a value for one of them.
    mutating func filling(of example: PreparedExample) -> Filling? {
        if let known = fillings[example.slotsNumber] { return known }
        let filling = fill(example.slots)
        fillings[example.slotsNumber] = .some(filling)
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
        var left: UInt64 = 0
        var weight: Float = 0
        for (place, word) in words.enumerated() where !taken.contains(where: { $0.contains(place) }) {
            left |= 1 << UInt64(place)
            weight += word.weight
        }
        return Filling(values: values, ranges: taken, words: left, weight: weight)
    }
}
