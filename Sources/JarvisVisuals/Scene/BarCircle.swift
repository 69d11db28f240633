// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bands of the spectrum stand on the circle of bars.

import Glibc

/// The circle of 64 bars: one bar for each of 64 logarithmic bands, clockwise from the lowest at the bottom, over the
/// voice's middle at the top, to the highest at the bottom again.
public enum BarCircle {
    /// Bars, and bands.
    public static let count = SceneMetrics.barCount
    /// The edges of the lowest and of the highest band in hertz.
    public static let hertz = 60.0...8_000.0

    /// The bar, counted clockwise from the top, of a band (0 is the lowest).
    public static func bar(ofBand band: Int) -> Int { (band + count / 2) % count }

    /// The band that a bar shows.
    public static func band(ofBar bar: Int) -> Int { (bar + count / 2) % count }

    /// The direction of a bar's middle in turns clockwise from the top.
    public static func angle(ofBar bar: Int) -> Double { (Double(bar) + 0.5) / Double(count) }

    /// The middle of a bar's band in hertz. Below about 300 Hz an analysis may have to push bands up, because each
    /// needs a frequency of its own; `SpectrumAnalyzer.frequencies(ofBand:)` then tells the real ones.
    public static func hertz(ofBar bar: Int) -> Double {
        let position = (Double(band(ofBar: bar)) + 0.5) / Double(count)
        return hertz.lowerBound * pow(hertz.upperBound / hertz.lowerBound, position)
    }

    /// The bar whose band holds this frequency; nil outside all bands.
    public static func bar(ofHertz frequency: Double) -> Int? {
        guard hertz.contains(frequency) else { return nil }
        let position = log(frequency / hertz.lowerBound) / log(hertz.upperBound / hertz.lowerBound)
        return bar(ofBand: min(Int(position * Double(count)), count - 1))
    }
}
