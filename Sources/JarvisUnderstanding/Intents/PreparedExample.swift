// SPDX-License-Identifier: GPL-3.0-or-later
// An example with its words as indices, so that thousands can be compared in a millisecond.

/// An example request prepared for comparison.
struct PreparedExample: Sendable {
    let example: IntentExample
    /// For each part, the index of its word among those of all examples; nil for blanks.
    let partPlaces: [Int?]
    /// The indices of its words.
    let places: [Int]
    let slots: [ExampleSlot]
    let slotNames: [String]
    let hasText: Bool
    /// The total weight of its words.
    let wordWeight: Float
    /// The total weight of its words and values.
    let total: Float

    init(_ example: IntentExample, places known: [String: Int], weights: [Float]) {
        self.example = example
        partPlaces = example.parts.map { part in
            if case .word(let word) = part { known[word] } else { nil }
        }
        places = partPlaces.compactMap { $0 }
        slots = example.slots.map(\.slot)
        slotNames = example.slots.map(\.name)
        hasText = example.hasText
        wordWeight = places.reduce(0) { $0 + weights[$1] }
        total = wordWeight + Float(slots.count) * IntentLibrary.slotWeight
    }
}
