// SPDX-License-Identifier: GPL-3.0-or-later
// The middle of the face: orb, idle ring and the dial around it.

extension SceneComposer {
    /// Scale of the idle pulse: 1 → 1.05 → 1 in 3 s, ease-in-out.
    var pulse: Double {
        guard moves else { return 1 }
        return 1 + SceneMetrics.pulseScale * Periodic.swell(input.time, period: SceneMetrics.pulsePeriod)
    }

    /// Brightness of the armed breathing, 0…1.
    var breath: Double { Periodic.swell(input.time, period: SceneMetrics.breathPeriod) }

    private var orbRadius: Double {
        let pulsing = 1 + (pulse - 1) * (weights.idle + weights.armed)
        return SceneMetrics.discRadius * pulsing * (moves ? input.orbScale : 1)
    }

    mutating func addOrb() {
        let radius = orbRadius
        let color = stateColor
        let taking = weights.recording + weights.held
        let voiced = taking + weights.speaking
        let brightness = 1 + SceneMetrics.levelBrightness * level

        // Halo outside the rim: 20 + 30 L px.
        let reach = SceneMetrics.glowRadius + SceneMetrics.glowRadiusByLevel * level
        let halo =
            0.16 + 0.30 * voiced + 0.16 * weights.armed * (0.4 + 0.6 * breath) + 0.22 * weights.processing + 0.4 * alarm
        add(
            .ring(
                radius: radius, width: 1.2,
                ArcLight(
                    color: color, gain: 0.40 + 0.25 * voiced, glow: halo * brightness * 0.8, feather: reach)),
            keepsGlow: true)

        // The disc: a radial gradient, then a bright heart that grows whiter with the voice.
        let disc = SceneMetrics.discGain + 0.15 * alarm + 0.10 * weights.armed * breath + 0.24 * voiced
        add(
            .ring(inner: 0, outer: 0, ArcLight(color: color, gain: 0, glow: disc * brightness, feather: radius)),
            keepsGlow: true)
        let heart =
            (0.46 + 0.4 * alarm + 0.16 * weights.processing) * (1 - taking) + SceneMetrics.coreStrength * taking + 0.10
            * weights.speaking
        let white = color.mixed(with: .white, 0.30 + 0.25 * level * voiced)
        add(
            .ring(
                inner: 0, outer: 0,
                ArcLight(
                    color: white, gain: 0, glow: heart * brightness,
                    feather: SceneMetrics.coreRadius * radius / SceneMetrics.discRadius)), keepsGlow: true)
    }

    /// The quiet 2 px ring, cyan 30 %.
    mutating func addIdleRing() {
        let weight = weights.idle + 0.5 * weights.armed + 0.35 * (weights.recording + weights.held)
        let radius = SceneMetrics.ringRadius * (1 + (pulse - 1) * min(weights.idle + weights.armed, 1))
        add(
            .ring(
                radius: radius, width: SceneMetrics.ringWidth,
                ArcLight(
                    color: stateColor, gain: SceneMetrics.ringStrength, glow: 0.10, feather: 16)), weight: weight)
    }

    /// Fine arcs that turn slowly inside and outside the ring, while nobody speaks.
    mutating func addDial() {
        let listening = weights.recording + weights.held
        let outer = weights.idle + weights.armed + 0.8 * listening
        let inner = weights.idle + 0.4 * weights.armed
        let turn = moves ? Periodic.phase(input.time, period: 40) : 0
        let color = stateColor
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
                    ArcLight(color: color, gain: 0.13)), weight: outer)
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
