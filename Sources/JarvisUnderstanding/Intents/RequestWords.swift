// SPDX-License-Identifier: GPL-3.0-or-later
// The words of one request as they are compared: each as its representative with its weight, and what is left of them
// once values have been taken out.

import JarvisCore

/// The words and values of a request, each worked out once for all examples.
struct RequestWords {
    struct Word {
        var word: String
        /// Its place among the words of the examples; nil: no example has it.
        var place: Int?
        var weight: Float
        /// A content word that no example has: it may be one of theirs, misspelt.
        var isUnknown: Bool
    }

    /// What is left of the request once the blanks of an example have been filled from it.
    struct Filling {
        var values: [SlotValue]
        var words: [Word]
        /// The weight of `words` together.
        var weight: Float
    }

    let utterance: Utterance
    let words: [Word]
    /// The places of its words.
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

    /// Fills the blanks from the left; nil when the request has no value for one of them.
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
        return Filling(values: values, words: left, weight: left.reduce(0) { $0 + $1.weight })
    }
}
