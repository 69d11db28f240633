// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the middle of the face: the orb, the idle ring and the dial around it.

extension SceneComposer {
    /// The scale of the idle pulse: 1 → 1.05 → 1 in 3 s, ease-in-out.
    var pulse: Double {
        guard moves else { return 1 }
        return 1 + SceneMetrics.pulseScale * Periodic.swell(time, period: SceneMetrics.pulsePeriod)
    }

    /// The brightness of the armed microphone's breathing, 0…1.
    var breath: Double { Periodic.swell(time, period: SceneMetrics.breathPeriod) }

    private var orbRadius: Double {
        let pulsing = 1 + (pulse - 1) * (weights.idle + weights.armed)
        return SceneMetrics.discRadius * pulsing * (moves ? input.orbScale : 1)
    }

    mutating func addOrb() {
        let radius = orbRadius
        let share = radius / SceneMetrics.discRadius
        let color = stateColor
        let voiced = taking + weights.speaking
        let brightness = 1 + SceneMetrics.levelBrightness * level

        // The halo outside the rim is 20 + 30 × level px wide; with reduced motion the voice changes only its strength.
        let swell = moves ? level : 0
        let reach = SceneMetrics.glowRadius + SceneMetrics.glowRadiusByLevel * swell
        let breathing = 0.14 * weights.armed * (0.4 + 0.6 * breath)
        let halo = 0.13 + 0.10 * voiced + breathing + 0.18 * weights.processing + 0.32 * alarm
        add(
            .ring(
                radius: radius, width: 1.2,
                ArcLight(
                    color: color, gain: 0.40 + 0.25 * voiced, glow: halo * brightness, feather: reach)),
            keepsGlow: true)

        // Make it look like a glass sphere, with light gathered inside the rim and a fine iris.
        let body = SceneMetrics.discGain + 0.15 * alarm + 0.10 * weights.armed * breath + 0.16 * voiced
        addLight(at: radius - 5 * share, color, 0.30 * body * brightness, reach: 15 * share)
        add(
            .ring(
                radius: SceneMetrics.irisRadius * share, width: 1, ArcLight(color: color, gain: 0.16 + 0.10 * voiced)))

        // The disc (a radial gradient), the core, and a spark that turns whiter with the voice.
        addLight(at: 0, color, body * brightness, reach: radius)
        let core = SceneMetrics.coreStrength * taking + (0.42 + 0.4 * alarm + 0.12 * weights.processing) * (1 - taking)
        addLight(at: 0, color, core * brightness, reach: SceneMetrics.coreRadius * share)
        addLight(
            at: 0, palette.lit(color, 0.75), (0.42 + 0.30 * voiced) * brightness,
            reach: SceneMetrics.sparkRadius * share * (1 + 0.25 * swell * voiced))
    }

    /// Adds the light that the orb casts around it, so that it seems part of the room; it rises with the voice.
    mutating func addAura() {
        guard !input.settings.increasesContrast else { return }
        let breathing = 0.03 * (pulse - 1) / SceneMetrics.pulseScale + 0.03 * weights.armed * breath
        let voiced = (taking + weights.speaking) * (0.04 + 0.09 * level) + 0.04 * weights.processing
        let strength = SceneMetrics.auraStrength + breathing + voiced + 0.10 * alarm
        addLight(at: 0, stateColor, strength, reach: SceneMetrics.auraRadius, keepsGlow: false)
    }

    /// Adds light without a solid body, brightest at this distance from the centre.
    private mutating func addLight(
        at radius: Double, _ color: SceneColor, _ strength: Double, reach: Double, keepsGlow: Bool = true
    ) {
        add(
            .ring(inner: radius, outer: radius, ArcLight(color: color, gain: 0, glow: strength, feather: reach)),
            keepsGlow: keepsGlow)
    }

    /// Adds the faint 2 px ring, cyan at 30 %, which becomes solid while a voice is recorded.
    mutating func addIdleRing() {
        let strength = SceneMetrics.ringStrength * (weights.idle + 0.5 * weights.armed) + taking
        let radius = SceneMetrics.ringRadius * (1 + (pulse - 1) * min(weights.idle + weights.armed, 1))
        add(
            .ring(
                radius: radius, width: SceneMetrics.ringWidth,
                ArcLight(
                    color: stateColor, gain: strength, glow: 0.33 * strength, feather: 16)))
    }

    /// Adds fine arcs that turn slowly inside and outside the ring, except during speech.
    mutating func addDial() {
        let outer = weights.idle + weights.armed + 0.8 * taking
        let inner = weights.idle + 0.4 * weights.armed
        let turn = moves ? Periodic.phase(time, period: SceneMetrics.dialPeriod) : 0
        let color = stateColor
        // During recording, a red mark moves along the ring, as on a camera.
        let mark = color.mixed(with: alarmed(palette.recording), min(1.2 * weights.recording, 1))
        for (index, sweep) in [0.16, 0.07, 0.11].enumerated() {
            let third = Double(index) / 3
            let start = turn + third
            add(
                .sector(
                    from: start, to: start + sweep, inner: 164, outer: 165.2,
                    ArcLight(color: color, gain: 0.24, glow: 0.06, feather: 7)), weight: outer)
            let counter = 0.08 - turn + third
            add(
                .sector(
                    from: counter, to: counter + sweep * 0.5, inner: 172, outer: 174.5,
                    ArcLight(color: mark, gain: 0.13 + 0.5 * weights.recording)), weight: outer)
            let middle = 2 * turn + third
            add(
                .sector(
                    from: middle, to: middle + 0.20, inner: 84, outer: 88,
                    ArcLight(color: color, gain: 0.13, glow: 0.05, feather: 8)), weight: inner)
            add(
                .sector(
                    from: middle + 0.24, to: middle + 0.27, inner: 84, outer: 88,
                    ArcLight(color: color, gain: 0.30, glow: 0.08, feather: 8)), weight: inner)
        }
    }
}
