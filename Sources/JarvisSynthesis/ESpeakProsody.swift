// SPDX-License-Identifier: GPL-3.0-or-later
// How speed and pitch as heard translate to espeak-ng's settings. The tables were measured with espeak-ng 1.51: pitch
// with the voice en-us on one tone (range 0), speed as the mean of thirteen sentences by five voices.

import CESpeakNG
import Glibc
import JarvisCore

/// The library's settings for a wanted prosody.
///
/// The library's pitch setting moves only the lowest tone; its range sets how far the melody rises above. Scaling both by
/// the same factor moves every tone by the same interval, in every voice.
struct ESpeakProsody: Equatable {
    /// `espeakRATE` at speed 1.
    static let plainRate: Int32 = 175
    static let slowestRate: Int32 = 80

    /// `espeakRATE`, words per minute in the library's own counting.
    var rate: Int32
    /// `espeakPITCH`, 0…99.
    var pitch: Int32
    /// `espeakRANGE`, 0…100.
    var range: Int32
    /// `espeakVOLUME`, 0…100; louder clips.
    var volume: Int32
    /// `espeakWORDGAP`, in the library's own measure.
    var wordGap: Int32 = 0
    /// The factor by which the sound's sample rate is to be multiplied. The pitch setting reaches about −9…+10
    /// semitones; the rest comes from playing the samples faster or slower, with the rate making up for the time.
    var sampleRateFactor: Double

    /// - Parameter reach: how much further than the voice en-us this voice follows the pitch setting.
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

    /// Tells the library, for the message that follows.
    func apply() {
        espeak_SetParameter(espeakRATE, rate, 0)
        espeak_SetParameter(espeakPITCH, pitch, 0)
        espeak_SetParameter(espeakRANGE, range, 0)
        espeak_SetParameter(espeakVOLUME, volume, 0)
        espeak_SetParameter(espeakWORDGAP, wordGap, 0)
    }

    /// The library's rate for a factor of the plain one, as most sentences take it.
    static func rate(for speed: Double) -> Int32 {
        Int32(setting(for: speed, in: speedOfRate).rounded())
    }

    /// How far the voice en-us follows the lowest and the highest pitch setting, as factors.
    static let wholeReach = 0.597...1.772

    /// The tone at range 0, relative to the default setting 50.
    private static let toneOfPitch: [(setting: Double, effect: Double)] = [
        (0, 0.597), (4, 0.625), (8, 0.651), (12, 0.678), (16, 0.702), (20, 0.725), (25, 0.766), (30, 0.805),
        (35, 0.850), (40, 0.897), (45, 0.944), (50, 1), (55, 1.056), (60, 1.119), (65, 1.186), (70, 1.255),
        (75, 1.331), (80, 1.412), (85, 1.500), (90, 1.593), (95, 1.691), (99, 1.772),
    ]

    /// Speed relative to the default setting 175. 0.47 is the slowest that the library speaks.
    private static let speedOfRate: [(setting: Double, effect: Double)] = [
        (80, 0.469), (85, 0.473), (90, 0.500), (95, 0.530), (100, 0.557), (120, 0.672), (140, 0.795), (160, 0.912),
        (175, 1), (200, 1.150), (225, 1.300), (250, 1.446), (275, 1.590), (300, 1.745), (325, 1.910), (350, 2.060),
        (400, 2.340), (450, 2.520), (500, 2.75), (550, 3.03), (600, 3.3),
    ]

    /// The setting with this effect, between the table's rows by straight lines, clamped to its ends.
    private static func setting(for effect: Double, in table: [(setting: Double, effect: Double)]) -> Double {
        guard let upper = table.firstIndex(where: { $0.effect >= effect }) else { return table.last?.setting ?? 0 }
        guard upper > 0 else { return table[0].setting }
        let (low, high) = (table[upper - 1], table[upper])
        return low.setting + (high.setting - low.setting) * (effect - low.effect) / (high.effect - low.effect)
    }
}
