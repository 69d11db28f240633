// SPDX-License-Identifier: GPL-3.0-or-later
// Maps the bands of the spectrum to bars on the circle.

import Glibc

/// The circle of 64 bars, one for each logarithmic band: clockwise from the lowest band at the bottom, over the
/// middle of the voice range at the top, to the highest at the bottom again.
public enum BarCircle {
    /// The number of bars, which is also the number of bands.
    public static let count = SceneMetrics.barCount
    /// The lower edge of the lowest band and the upper edge of the highest, in hertz.
    public static let hertz = 60.0...8_000.0

    /// The bar of a band (0 is the lowest), counted clockwise from the top.
    public static func bar(ofBand band: Int) -> Int { (band + count / 2) % count }

    /// The inverse of `bar(ofBand:)`.
    public static func band(ofBar bar: Int) -> Int { (bar + count / 2) % count }

    /// The direction of the middle of a bar, in turns clockwise from the top.
    public static func angle(ofBar bar: Int) -> Double { (Double(bar) + 0.5) / Double(count) }

    /// The middle of a bar's band in hertz. Below about 300 Hz an analysis may have to shift bands up, because each
    /// needs a frequency of its own; `SpectrumAnalyzer.frequencies(ofBand:)` returns the frequencies in use.
    public static func hertz(ofBar bar: Int) -> Double {
        let position = (Double(band(ofBar: bar)) + 0.5) / Double(count)
        return hertz.lowerBound * pow(hertz.upperBound / hertz.lowerBound, position)
    }

    /// The bar whose band contains this frequency; nil outside all bands.
    public static func bar(ofHertz frequency: Double) -> Int? {
        guard hertz.contains(frequency) else { return nil }
        let position = log(frequency / hertz.lowerBound) / log(hertz.upperBound / hertz.lowerBound)
        return bar(ofBand: min(Int(position * Double(count)), count - 1))
    }
}
