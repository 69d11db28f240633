// SPDX-License-Identifier: GPL-3.0-or-later
// Divides the wanted tempo between the model, whose own durations sound best, and the time stretcher, which is exact.
// Pure.

import JarvisCore

/// The settings of both for one tempo.
struct NaturalTempo: Equatable {
    /// The model's speed, as a multiple of its own.
    var modelSpeed: Double
    /// The rest of the tempo, for the time stretcher.
    var stretch: Double

    /// The tempo that a model reaches at each speed. It follows only partly, since every phoneme takes at least one
    /// frame. Measured with the Piper voice "joe": two sentences, means of four recordings.
    private static let tempoOfSpeed: [(speed: Double, tempo: Double)] = [
        (0.25, 0.316), (0.5, 0.592), (0.75, 0.838), (1, 1), (1.5, 1.38),
    ]

    /// - Parameter tempo: A multiple of the voice's own tempo.
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
