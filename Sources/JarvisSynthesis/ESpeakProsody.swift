// SPDX-License-Identifier: GPL-3.0-or-later
// Maps perceived speed and pitch to espeak-ng's settings. The tables were measured with espeak-ng 1.51: pitch with the
// voice en-us on a monotone (range 0), speed as the mean of thirteen sentences by five voices.

import CESpeakNG
import Glibc
import JarvisCore

/// The library's settings for a given speed, pitch and volume.
///
/// The library's pitch setting moves only the lowest tone; its range setting controls how far the melody rises above
/// it. Scaling both by the same factor moves every tone by the same interval, in every voice.
struct ESpeakProsody: Equatable {
    /// `espeakRATE` at speed 1.
    static let plainRate: Int32 = 175
    static let slowestRate: Int32 = 80

    /// The value of `espeakRATE`: words per minute as the library counts them.
    var rate: Int32
    /// The value of `espeakPITCH`, 0…99.
    var pitch: Int32
    /// The value of `espeakRANGE`, 0…100.
    var range: Int32
    /// The value of `espeakVOLUME`, 0…100; higher values clip.
    var volume: Int32
    /// The value of `espeakWORDGAP`, in the library's own unit.
    var wordGap: Int32 = 0
    /// The factor on the sample rate of the sound. The pitch setting covers about −9…+10 semitones; beyond that, the
    /// samples are played faster or slower, and the rate setting compensates for the change in tempo.
    var sampleRateFactor: Double

    /// - Parameter reach: How much more strongly than en-us this voice follows the pitch setting.
    init(_ prosody: Prosody, reach: Double = 1) {
        let wanted = exp2(prosody.pitch / 12)
        let tones = Self.toneOfPitch.map { (setting: $0.setting, effect: 1 + reach * ($0.effect - 1)) }
        let own = min(max(wanted, tones[0].effect), tones.last?.effect ?? 1)
        pitch = Int32(Self.setting(for: own, in: tones).rounded())
        range = Int32(min(own * 50, 100).rounded())
        sampleRateFactor = wanted / own
        rate = Self.plainRate
        volume = Int32((prosody.volume * 100).rounded())
        rate = Self.rate(for: prosody.speed / sampleRateFactor)
    }

    /// Applies the settings to the next message.
    func apply() {
        espeak_SetParameter(espeakRATE, rate, 0)
        espeak_SetParameter(espeakPITCH, pitch, 0)
        espeak_SetParameter(espeakRANGE, range, 0)
        espeak_SetParameter(espeakVOLUME, volume, 0)
        espeak_SetParameter(espeakWORDGAP, wordGap, 0)
    }

    /// The library's rate setting for a multiple of the plain rate; right for most sentences.
    static func rate(for speed: Double) -> Int32 {
        Int32(setting(for: speed, in: speedOfRate).rounded())
    }

    /// The lowest and highest factors that en-us reaches with the pitch setting.
    static let wholeReach = 0.597...1.772

    /// The pitch at range 0 for each setting, relative to the default setting of 50.
    private static let toneOfPitch: [(setting: Double, effect: Double)] = [
        (0, 0.597), (4, 0.625), (8, 0.651), (12, 0.678), (16, 0.702), (20, 0.725), (25, 0.766), (30, 0.805),
        (35, 0.850), (40, 0.897), (45, 0.944), (50, 1), (55, 1.056), (60, 1.119), (65, 1.186), (70, 1.255),
        (75, 1.331), (80, 1.412), (85, 1.500), (90, 1.593), (95, 1.691), (99, 1.772),
    ]

    /// The speed for each setting, relative to the default setting of 175. The library speaks no slower than 0.47.
    private static let speedOfRate: [(setting: Double, effect: Double)] = [
        (80, 0.469), (85, 0.473), (90, 0.500), (95, 0.530), (100, 0.557), (120, 0.672), (140, 0.795), (160, 0.912),
        (175, 1), (200, 1.150), (225, 1.300), (250, 1.446), (275, 1.590), (300, 1.745), (325, 1.910), (350, 2.060),
        (400, 2.340), (450, 2.520), (500, 2.75), (550, 3.03), (600, 3.3),
    ]

    /// The setting that has this effect, interpolated linearly and limited to the ends of the table.
    private static func setting(for effect: Double, in table: [(setting: Double, effect: Double)]) -> Double {
        guard let upper = table.firstIndex(where: { $0.effect >= effect }) else { return table.last?.setting ?? 0 }
        guard upper > 0 else { return table[0].setting }
        let (low, high) = (table[upper - 1], table[upper])
        return low.setting + (high.setting - low.setting) * (effect - low.effect) / (high.effect - low.effect)
    }
}
