// SPDX-License-Identifier: GPL-3.0-or-later
// An example with its words as indices, so that thousands can be compared in a millisecond.

/// An example request prepared for comparison. A class, so that a comparison copies one reference and not each part.
final class PreparedExample: Sendable {
    let example: IntentExample
    /// For each part, the index of its word among those of all examples; nil for blanks.
    let partPlaces: [Int?]
    /// The indices of its words.
    let places: [Int]
    let slots: [ExampleSlot]
    let slotNames: [String]
    /// The number of its intent, and that of its list of blanks, among those of all examples.
    let intentNumber: Int
    let slotsNumber: Int
    let hasText: Bool
    /// The total weight of its words.
    let wordWeight: Float
    /// The total weight of its words and values.
    let total: Float

    init(
        _ example: IntentExample, places known: [String: Int], weights: [Float], intentNumber: Int,
        slotsNumber: (([ExampleSlot]) -> Int)
    ) {
        self.example = example
        self.intentNumber = intentNumber
        partPlaces = example.parts.map { part in
            if case .word(let word) = part { known[word] } else { nil }
        }
        places = partPlaces.compactMap { $0 }
        slots = example.slots.map(\.slot)
        self.slotsNumber = slotsNumber(slots)
        slotNames = example.slots.map(\.name)
        hasText = example.hasText
        wordWeight = places.reduce(0) { $0 + weights[$1] }
        total = wordWeight + Float(slots.count) * IntentLibrary.slotWeight
    }
}
