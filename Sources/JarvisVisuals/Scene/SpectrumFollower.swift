// SPDX-License-Identifier: GPL-3.0-or-later
// Smooths the spectrum into the heights of the bars: rises at once, falls as if by gravity. All constants are per
// second and all steps short, so that 144 and 15 frames per second look the same.

/// Heights of the 64 bars over time.
struct SpectrumFollower: Sendable {
    // By bar, clockwise from the top.
    private var targets = [Double](repeating: 0, count: SceneMetrics.barCount)
    private var peaks = [Double](repeating: 0, count: SceneMetrics.barCount)
    private var fallTimes = [Double](repeating: 0, count: SceneMetrics.barCount)
    /// The bars, 0…1, clockwise from the top.
    private(set) var bars = [Double](repeating: 0, count: SceneMetrics.barCount)

    private static let longestStep = 1.0 / 240

    init() {}

    /// The index in `bars` that shows this band of 64.
    static func barIndex(band: Int) -> Int { BarCircle.bar(ofBand: band) }

    /// Takes the spectrum (64 bands, 0…1, low to high; empty means silence) and moves on by `seconds`.
    mutating func advance(_ seconds: Double, spectrum: [Float]) {
        aim(spectrum)
        let steps = (seconds / Self.longestStep).rounded(.up)
        guard steps > 0 else { return }
        let step = seconds / steps
        let rise = Easing.approach(step, timeConstant: SceneMetrics.spectrumAttack)
        let fall = Easing.approach(step, timeConstant: SceneMetrics.spectrumSmoothing)
        for index in bars.indices {
            guard targets[index] > 0 || bars[index] > 0 else { continue }
            for _ in 0..<Int(steps) { follow(index, step, rise: rise, fall: fall) }
        }
    }

    /// Where the bars are to go. A strong band lifts its neighbours, also where the highest meets the lowest, so that
    /// the circle has no seam: two rounds each way.
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

    private mutating func follow(_ index: Int, _ step: Double, rise: Double, fall: Double) {
        fallTimes[index] += step
        let fallen = peaks[index] * max(0, 1 - 9.3 * fallTimes[index] * fallTimes[index])
        if targets[index] >= fallen {
            peaks[index] = targets[index]
            fallTimes[index] = 0
        }
        let wanted = max(targets[index], fallen)
        bars[index] += (wanted - bars[index]) * (wanted > bars[index] ? rise : fall)
        if bars[index] < 1e-4, wanted == 0 { bars[index] = 0 }
    }
}
