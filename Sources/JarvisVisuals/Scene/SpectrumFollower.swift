// SPDX-License-Identifier: GPL-3.0-or-later
// Smooths the spectrum into the heights of the bars: rises at once, falls as if by gravity. All constants are per
// second, so that 60, 30 and 15 frames per second look the same.

/// Heights of the 64 bars over time.
struct SpectrumFollower: Sendable {
    private var peaks = [Double](repeating: 0, count: SceneMetrics.barCount / 2)
    private var fallTimes = [Double](repeating: 0, count: SceneMetrics.barCount / 2)
    private var heights = [Double](repeating: 0, count: SceneMetrics.barCount / 2)

    init() {}

    /// The bars, 0…1, clockwise from the top. The low bands stand at the bottom and climb both sides, so that the
    /// highest band never touches the lowest.
    var bars: [Double] {
        heights.reversed() + heights
    }

    /// The index in `bars` on the right-hand side that shows this band of 64.
    static func barIndex(band: Int) -> Int { SceneMetrics.barCount / 2 - 1 - band / 2 }

    /// Takes the spectrum (64 bands, 0…1, low to high; empty means silence) and moves on by `seconds`.
    mutating func advance(_ seconds: Double, spectrum: [Float]) {
        var targets = [Double](repeating: 0, count: heights.count)
        for index in targets.indices where index * 2 + 1 < spectrum.count {
            let pair = max(spectrum[index * 2], spectrum[index * 2 + 1])
            targets[index] = pair.isFinite ? Double(min(max(pair, 0), 1)) : 0
        }
        // A strong band lifts its neighbours: one pass each way.
        for index in 1..<targets.count { targets[index] = max(targets[index], targets[index - 1] / 1.6) }
        for index in (0..<targets.count - 1).reversed() {
            targets[index] = max(targets[index], targets[index + 1] / 1.6)
        }
        for index in targets.indices {
            fallTimes[index] += seconds
            let fallen = peaks[index] * max(0, 1 - 9.3 * fallTimes[index] * fallTimes[index])
            if targets[index] >= fallen {
                peaks[index] = targets[index]
                fallTimes[index] = 0
            }
            let wanted = max(targets[index], fallen)
            let constant = wanted > heights[index] ? SceneMetrics.levelAttack : SceneMetrics.spectrumSmoothing
            heights[index] += (wanted - heights[index]) * Easing.approach(seconds, timeConstant: constant)
            if heights[index] < 1e-4 { heights[index] = 0 }
        }
    }
}
