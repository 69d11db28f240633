// SPDX-License-Identifier: GPL-3.0-or-later
// Smooths the spectrum into bar heights. Bars rise at once, and fall fast enough for the next sound's bar to be the
// highest within 50 ms. All constants are per second, so that 144 and 15 frames per second look the same.

/// Heights of the 64 bars over time.
struct SpectrumFollower: Sendable {
    // The heights that the bars approach, clockwise from the top.
    private var targets = [Double](repeating: 0, count: SceneMetrics.barCount)
    /// The bars' heights, 0…1, clockwise from the top.
    private(set) var bars = [Double](repeating: 0, count: SceneMetrics.barCount)

    /// Positions of the caps, 0…1: a bar lifts its cap at once, and the cap then falls like a weight.
    private(set) var peaks = [Double](repeating: 0, count: SceneMetrics.barCount)
    /// The speeds of the falling caps, in heights per second.
    private var speeds = [Double](repeating: 0, count: SceneMetrics.barCount)

    init() {}

    /// The index in `bars` of a band.
    static func barIndex(band: Int) -> Int { BarCircle.bar(ofBand: band) }

    /// Applies the spectrum (64 bands, 0…1, low to high; empty means silence) and advances by `seconds`.
    mutating func advance(_ seconds: Double, spectrum: [Float]) {
        aim(spectrum)
        let rise = Easing.approach(seconds, timeConstant: SceneMetrics.spectrumAttack)
        let fall = Easing.approach(seconds, timeConstant: SceneMetrics.spectrumSmoothing)
        for index in bars.indices {
            let way = targets[index] - bars[index]
            bars[index] += way * (way > 0 ? rise : fall)
            if bars[index] < 1e-4, targets[index] == 0 { bars[index] = 0 }
            drop(index, seconds)
        }
    }

    private mutating func drop(_ index: Int, _ seconds: Double) {
        let speed = speeds[index] + SceneMetrics.capFall * seconds
        let fallen = peaks[index] - (speeds[index] + speed) / 2 * seconds
        if fallen > bars[index] {
            (peaks[index], speeds[index]) = (fallen, speed)
        } else {
            (peaks[index], speeds[index]) = (bars[index], 0)
        }
    }

    /// Sets the heights that the bars approach. A strong band lifts its neighbours, even between the highest and the
    /// lowest, so that the circle has no seam; two rounds in each direction are enough for that.
    private mutating func aim(_ spectrum: [Float]) {
        let count = targets.count
        var loudest: Double = 0
        for index in 0..<count {
            let band = BarCircle.band(ofBar: index)
            let value = band < spectrum.count && spectrum[band].isFinite ? spectrum[band] : 0
            targets[index] = Double(min(max(value, 0), 1))
            loudest = max(loudest, targets[index])
        }
        guard loudest > 0 else { return }
        let share = 1 / SceneMetrics.barSlope
        var forward = 0.0
        var backward = 0.0
        for index in 0..<2 * count {
            let right = index % count
            forward = max(targets[right], forward * share)
            targets[right] = forward
            let left = count - 1 - right
            backward = max(targets[left], backward * share)
            targets[left] = backward
        }
    }
}
