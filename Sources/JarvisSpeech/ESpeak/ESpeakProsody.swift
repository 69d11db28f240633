// SPDX-License-Identifier: GPL-3.0-or-later
// How speed and pitch as heard translate to espeak-ng's settings. The tables were measured with espeak-ng 1.51
// (voices en-us, en-us+f3; autocorrelation F0, voiced duration of one long sentence); ESpeakProsodyTests measure again.

import Glibc
import JarvisCore

/// The library's settings for a wanted prosody.
struct ESpeakProsody: Equatable {
    /// `espeakRATE`, words per minute in the library's own counting.
    var rate: Int32
    /// `espeakPITCH`, 0…99.
    var pitch: Int32
    /// `espeakVOLUME`, 0…100; louder clips.
    var volume: Int32
    /// The factor by which the sound's sample rate is to be multiplied. The pitch setting reaches −6.2…+8.4
    /// semitones; the rest comes from playing the samples faster or slower, with the rate making up for the time.
    var sampleRateFactor: Double

    init(_ prosody: Prosody) {
        let fromSetting = min(
            max(prosody.pitch, Self.semitonesOfPitch[0].effect), Self.semitonesOfPitch.last?.effect ?? 0)
        pitch = Int32(Self.setting(for: fromSetting, in: Self.semitonesOfPitch).rounded())
        sampleRateFactor = exp2((prosody.pitch - fromSetting) / 12)
        rate = Int32(Self.setting(for: prosody.speed / sampleRateFactor, in: Self.speedOfRate).rounded())
        volume = Int32((prosody.volume * 100).rounded())
    }

    /// Semitones relative to the default setting 50.
    private static let semitonesOfPitch: [(setting: Double, effect: Double)] = [
        (0, -6.2), (9, -5.05), (18, -4.15), (27, -3.2), (36, -2.05), (45, -0.85), (50, 0), (54, 0.48), (63, 2.0),
        (72, 3.5), (81, 5.15), (90, 6.7), (99, 8.4),
    ]

    /// Speed relative to the default setting 175. 0.47 is the slowest that the library speaks.
    private static let speedOfRate: [(setting: Double, effect: Double)] = [
        (80, 0.467), (90, 0.498), (100, 0.555), (120, 0.672), (140, 0.795), (160, 0.912), (175, 1), (200, 1.15),
        (225, 1.295), (250, 1.43), (275, 1.573), (300, 1.722), (325, 1.862), (350, 2.013), (375, 2.1), (400, 2.25),
        (425, 2.36), (450, 2.455), (475, 2.58), (500, 2.717), (550, 2.99), (600, 3.277),
    ]

    /// The setting with this effect, between the table's rows by straight lines, clamped to its ends.
    private static func setting(for effect: Double, in table: [(setting: Double, effect: Double)]) -> Double {
        guard let upper = table.firstIndex(where: { $0.effect >= effect }) else { return table.last?.setting ?? 0 }
        guard upper > 0 else { return table[0].setting }
        let (low, high) = (table[upper - 1], table[upper])
        return low.setting + (high.setting - low.setting) * (effect - low.effect) / (high.effect - low.effect)
    }
}
