// SPDX-License-Identifier: GPL-3.0-or-later
// How a wanted tempo is divided between the model, whose own durations sound best, and the stretching of its sound, which is
// exact. Pure.

import JarvisCore

/// What is to be done for one prosody.
struct NaturalTempo: Equatable {
    /// The model's `speed`.
    var modelSpeed: Double
    /// What is left for the stretcher.
    var stretch: Double

    /// The tempo that the model makes of its speed: every phoneme takes one frame at least, so it follows only part of the
    /// way. Measured with the Piper voice "joe", two sentences, means of four readings.
    private static let tempoOfSpeed: [(speed: Double, tempo: Double)] = [
        (0.25, 0.316), (0.5, 0.592), (0.75, 0.838), (1, 1), (1.5, 1.38),
    ]

    /// - Parameter tempo: A factor of the voice's own.
    init(_ tempo: Double) {
        let table = Self.tempoOfSpeed
        let own = min(max(tempo, table[0].tempo), table[table.count - 1].tempo)
        let upper = table.firstIndex { $0.tempo >= own } ?? table.count - 1
        let (low, high) = (table[max(0, upper - 1)], table[upper])
        let share = high.tempo > low.tempo ? (own - low.tempo) / (high.tempo - low.tempo) : 1
        modelSpeed = low.speed + (high.speed - low.speed) * share
        stretch = tempo / own
    }
}
