// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the face during speech: 64 bars for the spectrum. In every other look they are the short ticks of a dial, so
// that they only have to grow when speech begins.

extension SceneComposer {
    mutating func addBars() {
        let grown = weights.speaking
        let contrast = input.settings.increasesContrast
        let glow = contrast ? 0.0 : 0.36
        let inner = barInner
        addCaps()
        for bar in 0..<SceneMetrics.barCount {
            let angle = BarCircle.angle(ofBar: bar)
            let height = input.bars[bar]
            let tick = self.tick(bar)
            let rainbow = palette.lit(barColor(angle), 0.18 * height)
            if moves {
                let length = mix(tick.length, barLength(height) * room(angle), grown)
                add(
                    .bar(
                        angle: angle, inner: inner, outer: inner + length,
                        halfWidth: mix(SceneMetrics.tickHalfWidth, SceneMetrics.barHalfWidth, grown),
                        ArcLight(
                            color: stateColor.mixed(with: rainbow, grown),
                            gain: mix(tick.gain, 0.55 + 0.4 * height, grown),
                            glow: glow * (0.5 + 0.6 * height) * grown, feather: SceneMetrics.barGlow)))
            } else {
                add(
                    .bar(
                        angle: angle, inner: SceneMetrics.tickInner,
                        outer: SceneMetrics.tickInner + SceneMetrics.tickLength,
                        halfWidth: SceneMetrics.tickHalfWidth, ArcLight(color: stateColor, gain: tick.gain)),
                    weight: 1 - grown)
                add(
                    .bar(
                        angle: angle, inner: SceneMetrics.barInner, outer: SceneMetrics.barInner + 70,
                        halfWidth: SceneMetrics.barHalfWidth,
                        ArcLight(
                            color: rainbow, gain: 0.15 + 0.8 * height, glow: glow * height,
                            feather: SceneMetrics.barGlow)), weight: grown)
            }
        }
        addStage()
    }

    /// Adds a cap to every bar, and the afterglow below it when the bar falls.
    private mutating func addCaps() {
        guard moves, weights.speaking > 0, input.peaks.count == SceneMetrics.barCount else { return }
        let inner = barInner
        for bar in 0..<SceneMetrics.barCount {
            let angle = BarCircle.angle(ofBar: bar)
            let peak = input.peaks[bar]
            let sunk = peak - input.bars[bar]
            let share = room(angle) * weights.speaking
            let end = inner + barLength(peak) * share
            let color = stateColor.mixed(with: barColor(angle), weights.speaking)
            let cap = min(end + SceneMetrics.capGap, SceneMetrics.visualizerSize / 2 - SceneMetrics.capLength)
            add(
                .bar(
                    angle: angle, inner: cap, outer: cap + SceneMetrics.capLength,
                    halfWidth: SceneMetrics.barHalfWidth,
                    ArcLight(color: palette.lit(color, 0.35), gain: 0.30 + 0.55 * min(peak * 2, 1))),
                weight: weights.speaking)
            add(
                .bar(
                    angle: angle, inner: inner + barLength(input.bars[bar]) * share, outer: end,
                    halfWidth: SceneMetrics.barHalfWidth, ArcLight(color: color, gain: min(0.9 * sunk, 0.24))),
                weight: weights.speaking)
        }
    }

    /// The inner radius of the bars, between the ticks of the dial and the ring round the core.
    var barInner: Double { mix(SceneMetrics.tickInner, SceneMetrics.barInner, weights.speaking) }

    /// The share of its length that a bar may use: bars below a timer's digits make room for them.
    private func room(_ angle: Double) -> Double {
        let timer = input.dial.timers[0]
        let gap = timer.hasHours ? SceneMetrics.timerGaps.wide : SceneMetrics.timerGaps.narrow
        guard min(angle, 1 - angle) < gap / 2 else { return 1 }
        let free = SceneMetrics.glyphBase - 2 * SceneMetrics.capGap - SceneMetrics.capLength - SceneMetrics.barInner
        return 1 - (1 - free / SceneMetrics.barLengths.high) * timer.strength
    }

    /// The length of a bar of this height (0…1): 20…120 px.
    func barLength(_ height: Double) -> Double {
        mix(SceneMetrics.barLengths.low, SceneMetrics.barLengths.high, min(max(height, 0), 1))
    }

    /// The colour at this angle: the rainbow, softened by the theme.
    func barColor(_ angle: Double) -> SceneColor {
        alarmed(palette.rainbow(angle + 0.5 + input.settings.hueRotation))
    }

    /// The length and strength of a resting bar; every eighth is longer, and the voice lifts them slightly.
    private func tick(_ bar: Int) -> (length: Double, gain: Double) {
        let isMajor = bar % 8 == 0 || bar % 8 == 7
        let lift = weights.recording * level * (0.4 + 0.6 * input.bars[bar])
        let faint = 1.25 * weights.processing + weights.held
        return (
            SceneMetrics.tickLength + (isMajor ? 3 : 0) + 16 * lift,
            (isMajor ? 0.50 : 0.24) * (1 - 0.8 * min(faint, 1)) + 0.4 * lift
        )
    }

    /// Adds the thin ring at the base of the bars.
    private mutating func addStage() {
        add(
            .ring(
                radius: SceneMetrics.stageRadius, width: 1.5,
                ArcLight(
                    color: stateColor, gain: 0.55, glow: 0.20 + 0.15 * level, feather: 14)), weight: weights.speaking)
    }

    private func mix(_ from: Double, _ to: Double, _ share: Double) -> Double { from + (to - from) * share }
}
