// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the face during processing: eight segments turning at 60 rpm, and dots along their outer edge.

extension SceneComposer {
    mutating func addSegments() {
        guard weights.processing > 0 else { return }
        let color = alarmed(thoughtColor)
        for segment in 0..<SceneMetrics.segmentCount {
            let strength = segmentStrength(segment)
            let start = segmentAngle(segment)
            add(
                .sector(
                    from: start, to: start + SceneMetrics.segmentSweep, inner: SceneMetrics.segmentInner,
                    outer: SceneMetrics.segmentOuter,
                    ArcLight(
                        color: palette.lit(color, 0.25 * strength * strength), gain: 0.10 + 0.75 * strength,
                        glow: 0.40 * strength, feather: 15)), weight: weights.processing)
        }
        addRails(color)
        addDots(color)
    }

    /// The start angle of a segment, in turns.
    func segmentAngle(_ segment: Int) -> Double {
        let turn = moves ? Periodic.phase(time, period: 60 / SceneMetrics.revolutionsPerMinute) : 0
        return turn + Double(segment) / Double(SceneMetrics.segmentCount)
    }

    /// Brightness of a segment, 0…1: the segments light up in turn and fade slowly.
    func segmentStrength(_ segment: Int) -> Double {
        let delay = Double(segment) / Double(SceneMetrics.segmentCount)
        let phase = Periodic.phase(time / SceneMetrics.segmentFadePeriod - delay, period: 1)
        let fading = 1 - phase
        return fading * fading * Easing.step(0, 0.10, phase)
    }

    /// Adds thin rings that frame the segments.
    private mutating func addRails(_ color: SceneColor) {
        for (radius, strength) in [(SceneMetrics.segmentInner - 8, 0.22), (SceneMetrics.segmentOuter + 8, 0.30)] {
            add(
                .ring(radius: radius, width: 1, ArcLight(color: color, gain: strength, glow: 0.07, feather: 10)),
                weight: weights.processing)
        }
    }

    /// Adds dots with short tails, which turn in the opposite direction to the segments.
    private mutating func addDots(_ color: SceneColor) {
        let turn = moves ? Periodic.phase(time, period: SceneMetrics.dotPeriod) : 0
        for dot in 0..<SceneMetrics.dotCount {
            let angle = Double(dot) / Double(SceneMetrics.dotCount) - turn
            for tail in 0..<4 {
                let strength = 1 - Double(tail) * 0.27
                let radius = 2.8 - 0.5 * Double(tail)
                add(
                    .bar(
                        angle: angle + Double(tail) * 0.009, inner: SceneMetrics.dotOrbit - radius,
                        outer: SceneMetrics.dotOrbit + radius, halfWidth: radius,
                        ArcLight(
                            color: palette.lit(color, tail == 0 ? 0.5 : 0), gain: 0.85 * strength * strength,
                            glow: tail < 2 ? 0.40 * strength * strength : 0, feather: 9)), weight: weights.processing)
            }
        }
    }
}
