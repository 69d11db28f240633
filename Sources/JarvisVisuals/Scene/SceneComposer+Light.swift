// SPDX-License-Identifier: GPL-3.0-or-later
// Adds emitted light: the wide bloom round bright shapes, waves between looks, the voice travelling outwards, and the
// reflection on the window's glass. The renderers add up all of its rings in one pass.

extension SceneComposer {
    /// Adds the wide glow of the bloom; the shapes themselves carry the narrow glow.
    mutating func addBloom() {
        let calm = weights.idle + weights.armed + taking
        addGlow(at: SceneMetrics.ringRadius, stateColor, 0.040 * calm + 0.070 * taking, reach: SceneMetrics.ringBloom)
        addGlow(
            at: (SceneMetrics.segmentInner + SceneMetrics.segmentOuter) / 2, stateColor, 0.15 * weights.processing,
            reach: SceneMetrics.segmentBloom)
        guard weights.speaking > 0 else { return }
        addPetals()
        let (color, energy) = speech
        let reach = SceneMetrics.barBloom * (moves ? 0.75 + 0.5 * energy : 1)
        addGlow(
            at: SceneMetrics.barInner + 10, color, weights.speaking * (0.10 + 0.30 * energy), reach: min(reach, 116))
    }

    /// A bar's height without fast changes: wide light that followed the bars themselves would flash at every syllable.
    private func recent(_ bar: Int) -> Double {
        input.peaks.indices.contains(bar) ? input.peaks[bar] : input.bars[bar]
    }

    /// Adds one wide light for each group of neighbouring bars, in their colour.
    private mutating func addPetals() {
        guard moves, !input.settings.increasesContrast else { return }
        let count = SceneMetrics.petalBars
        for first in stride(from: 0, to: SceneMetrics.barCount, by: count) {
            var height = 0.0
            for bar in first..<first + count { height += recent(bar) / Double(count) }
            let angle = (BarCircle.angle(ofBar: first) + BarCircle.angle(ofBar: first + count - 1)) / 2
            add(
                .bar(
                    angle: angle, inner: barInner, outer: barInner + barLength(height) * weights.speaking * 0.85,
                    halfWidth: SceneMetrics.petalHalfWidth,
                    ArcLight(
                        color: stateColor.mixed(with: barColor(angle), weights.speaking), gain: 0, glow: 0.32 * height,
                        feather: SceneMetrics.petalReach)), weight: weights.speaking)
        }
    }

    /// The mean colour of the bars, weighted by length, and their mean height.
    private var speech: (color: SceneColor, energy: Double) {
        var sum = SceneColor(red: 0, green: 0, blue: 0)
        var heights = 0.0
        for bar in input.bars.indices {
            let height = recent(bar) + 0.02
            let color = barColor(BarCircle.angle(ofBar: bar))
            sum.red += color.red * height
            sum.green += color.green * height
            sum.blue += color.blue * height
            heights += height
        }
        guard heights > 0 else { return (stateColor, 0) }
        let mean = sum.scaled(1 / heights)
        return (mean.mixed(with: stateColor, 0.35), min(heights / Double(max(input.bars.count, 1)), 1))
    }

    /// Adds the waves of light between two looks.
    mutating func addPulses() {
        guard moves else { return }
        for pulse in input.pulses {
            add(
                .ring(
                    radius: pulse.radius, width: 1.2,
                    ArcLight(
                        color: palette.lit(stateColor, 0.2), gain: 0.26 * pulse.strength,
                        glow: 0.24 * pulse.strength, feather: SceneMetrics.pulseReach)))
        }
    }

    /// Adds the rings of the last second of the voice, which travel outwards.
    mutating func addRipples() {
        guard moves, weights.speaking > 0 else { return }
        for ring in input.ripples.levels.indices {
            let progress = input.ripples.progress(ring)
            let fading = Easing.step(0, 0.12, progress) * (1 - progress)
            addGlow(
                at: SceneMetrics.rippleStart + SceneMetrics.rippleWay * progress, stateColor,
                0.30 * weights.speaking * input.ripples.levels[ring] * fading, reach: SceneMetrics.rippleReach)
        }
    }

    /// Adds a ring of light without a solid body, brightest at this distance from the centre.
    private mutating func addGlow(at radius: Double, _ color: SceneColor, _ strength: Double, reach: Double) {
        guard !input.settings.increasesContrast else { return }
        add(.ring(inner: radius, outer: radius, ArcLight(color: color, gain: 0, glow: strength, feather: reach)))
    }

    /// The face's light on the window's glass: wide, in the colour of the state, and stronger with a voice.
    var roomLight: ArcRecord? {
        guard !input.settings.increasesContrast else { return nil }
        let awake = 0.06 * weights.armed + 0.09 * taking + 0.06 * weights.processing + 0.05 * weights.speaking
        let strength = 0.02 + awake + 0.04 * input.presence * (taking + weights.speaking) + 0.10 * alarm
        let color = stateColor.multiplied(by: illumination)
        return .ring(
            inner: 0, outer: 0,
            ArcLight(
                color: color, gain: 0, glow: strength * input.visualizerAppearance, feather: SceneMetrics.roomRadius))
    }
}
