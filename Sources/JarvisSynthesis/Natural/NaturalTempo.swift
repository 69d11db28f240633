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

    /// - Parameter tempo: A multiple of the voice's own tempo.
    init(_ tempo: Double, _ pace: NaturalPace) {
        let table = pace.tempoOfSpeed
        let own = min(max(tempo, table[0].tempo), table[table.count - 1].tempo)
        let upper = table.firstIndex { $0.tempo >= own } ?? table.count - 1
        let (low, high) = (table[max(0, upper - 1)], table[upper])
        let share = high.tempo > low.tempo ? (own - low.tempo) / (high.tempo - low.tempo) : 1
        modelSpeed = low.speed + (high.speed - low.speed) * share
        stretch = tempo / own
    }
}

/// How fast a kind of voice is computed, and how fast it speaks.
struct NaturalPace: Sendable {
    /// The seconds of work per letter until they are measured.
    var secondsPerLetter: Double
    /// The most letters in a phrase: most voices can't be stopped in the middle of one.
    var mostLetters: Int
    /// The most phonemes in one call of the engine: twice those of a long phrase of plain words.
    var mostPhonemes: Int
    /// The tempo that a model reaches at each speed. It follows only partly, since every phoneme takes at least one
    /// frame. Outside of these tempos the sound is stretched.
    var tempoOfSpeed: [(speed: Double, tempo: Double)]

    /// Measured with the Piper voice "joe": two sentences, means of four recordings. A letter is 65 ms of sound, at a
    /// tenth of real time.
    static let vits = NaturalPace(
        secondsPerLetter: 0.007, mostLetters: 80, mostPhonemes: 200,
        tempoOfSpeed: [(0.25, 0.316), (0.5, 0.592), (0.75, 0.838), (1, 1), (1.5, 1.38)])
    /// Measured with "heart": 60 sentences. It rounds each phoneme to frames of 25 ms.
    static let hibari = NaturalPace(
        secondsPerLetter: 0.001, mostLetters: 120, mostPhonemes: 300,
        tempoOfSpeed: [(0.4, 0.4), (0.8, 0.81), (1, 1), (1.2, 1.1), (1.5, 1.55), (2, 1.8)])
}

extension NaturalVoiceEngine {
    var pace: NaturalPace { .vits }
}
