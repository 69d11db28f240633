// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the fine rings that show readings: a clock, a gauge for battery or voice, and an arc for each timer.

extension SceneComposer {
    // MARK: The clock

    /// Adds sixty ticks: a light runs over them with the seconds; marks show the minute, the hour and alarms.
    mutating func addClock() {
        let weight =
            input.dial.clockStrength * (weights.idle + 0.7 * weights.armed + 0.4 * (taking + weights.processing))
        guard weight > 0 else { return }
        let minute = Periodic.phase(input.dial.secondOfDay, period: 3600)
        for tick in 0..<60 {
            let isMajor = tick % 5 == 0
            let light = (isMajor ? 0.24 : 0.12) + 0.58 * secondLight(tick)
            add(
                .bar(
                    angle: Double(tick) / 60, inner: SceneMetrics.clockRadius - (isMajor ? 1.5 : 0),
                    outer: SceneMetrics.clockRadius + (isMajor ? 4.5 : 3), halfWidth: 0.55,
                    ArcLight(color: stateColor, gain: light)), weight: weight)
        }
        addSecond(weight)
        addHand(minute, inner: -6, outer: 7, halfWidth: 0.8, gain: 0.62, weight)
        addHand(
            SceneDial.turn(ofSecond: input.dial.secondOfDay), inner: -2, outer: 6, halfWidth: 1.9, gain: 0.70, weight)
        for alarm in input.dial.alarms where alarm.strength > 0 {
            add(
                .bar(
                    angle: alarm.turn, inner: SceneMetrics.clockRadius + 8, outer: SceneMetrics.clockRadius + 11.6,
                    halfWidth: 1.8,
                    ArcLight(color: alarmed(palette.warm), gain: 0.80, glow: 0.22, feather: 7)),
                weight: weight * alarm.strength)
        }
    }

    private mutating func addHand(
        _ turn: Double, inner: Double, outer: Double, halfWidth: Double, gain: Double, _ weight: Double
    ) {
        add(
            .bar(
                angle: turn, inner: SceneMetrics.clockRadius + inner, outer: SceneMetrics.clockRadius + outer,
                halfWidth: halfWidth,
                ArcLight(color: palette.lit(stateColor, 0.25), gain: gain, glow: 0.14, feather: 7)),
            weight: weight)
    }

    /// False with reduced motion, where the light of the seconds could not move.
    private var showsSeconds: Bool { moves && input.dial.showsSeconds }

    /// Adds the light that moves along the ticks with the seconds.
    private mutating func addSecond(_ weight: Double) {
        guard showsSeconds else { return }
        let middle = SceneMetrics.clockRadius + 1.5
        add(
            .bar(
                angle: Periodic.phase(input.dial.secondOfDay, period: 60), inner: middle - 1.5, outer: middle + 1.5,
                halfWidth: 1.5, ArcLight(color: palette.lit(stateColor, 0.6), gain: 0.85, glow: 0.30, feather: 8)
            ),
            weight: weight)
    }

    /// A tick's share of the moving light, 0…1: it rises during the second before the tick's own and fades afterwards.
    func secondLight(_ tick: Int) -> Double {
        guard showsSeconds else { return 0 }
        let age = Periodic.phase(input.dial.secondOfDay - Double(tick), period: 60) * 60
        if age > 59 { return Easing.step(59, 60, age) }
        let rest = max(1 - age / SceneMetrics.secondTail, 0)
        return rest * rest
    }

    // MARK: The gauge

    /// Adds ticks between ring and bars: at rest the lowest ones show the battery's charge; during listening all show
    /// the loudness.
    mutating func addGauge() {
        let battery = weights.idle * input.dial.chargeStrength
        let hearing = weights.armed + taking
        guard battery > 0 || hearing > 0 else { return }
        let low = alarmed(palette.warm)
        let isLow = 1 - Easing.step(0.15, 0.22, input.dial.charge)
        for tick in 0..<SceneMetrics.gaugeTicks {
            let angle = (Double(tick) + 0.5) / Double(SceneMetrics.gaugeTicks)
            let charged = battery > 0 ? battery * chargeLight(angle) : 0
            let heard = hearing * (0.09 + 0.62 * levelLight(angle))
            let color = stateColor.mixed(with: low, isLow * battery)
            add(
                .bar(
                    angle: angle, inner: SceneMetrics.gaugeRadius, outer: SceneMetrics.gaugeRadius + 4,
                    halfWidth: 0.8, ArcLight(color: color, gain: charged + heard)))
        }
    }

    /// A tick's brightness for the battery, 0…1: the gauge covers the lowest part of the ring and is read from the
    /// left.
    func chargeLight(_ angle: Double) -> Double {
        let place = (0.5 + SceneMetrics.gaugeShare / 2 - angle) / SceneMetrics.gaugeShare
        guard (0...1).contains(place) else { return 0 }
        let step = 1 / (SceneMetrics.gaugeShare * Double(SceneMetrics.gaugeTicks))
        return 0.13 + 0.45 * (1 - Easing.step(-step / 2, step / 2, place - input.dial.charge))
    }

    /// A tick's brightness for the voice, 0…1: the gauge rises from the bottom along both sides.
    func levelLight(_ angle: Double) -> Double {
        let height = abs(angle - 0.5) * 2
        return 1 - Easing.step(level - 0.06, level + 0.02, height)
    }

    // MARK: Timers

    /// Adds an arc for the time left on each timer, clockwise from the top; the first arc leaves a gap for its time in
    /// digits.
    mutating func addTimers() {
        for (slot, timer) in input.dial.timers.enumerated() where timer.strength > 0 {
            let isFirst = slot == 0
            let radius = SceneMetrics.timerRadii[slot]
            let gap = timer.hasHours ? SceneMetrics.timerGaps.wide : SceneMetrics.timerGaps.narrow
            let start = gap / 2
            let end = start + (1 - gap) * timer.share
            let color = alarmed(palette.warm)
            addArc(
                from: start, to: 1 - start, radius: radius, width: 1, ArcLight(color: color, gain: 0.10),
                weight: timer.strength)
            addArc(
                from: start, to: end, radius: radius, width: isFirst ? 2 : 1.4,
                ArcLight(color: color, gain: isFirst ? 0.66 : 0.45, glow: isFirst ? 0.22 : 0, feather: 7),
                weight: timer.strength)
            let bead = isFirst ? 2.4 : 1.8
            add(
                .bar(
                    angle: end, inner: radius - bead, outer: radius + bead, halfWidth: bead,
                    ArcLight(color: palette.lit(color, 0.45), gain: 0.9, glow: 0.4, feather: 7)),
                weight: timer.strength)
            if isFirst { addTime(timer, palette.lit(color, 0.35)) }
        }
    }

    /// Adds an arc of any length, split into several if it is too long for one record.
    private mutating func addArc(
        from: Double, to: Double, radius: Double, width: Double, _ light: ArcLight, weight: Double
    ) {
        let (inner, outer) = (radius - width / 2, radius + width / 2)
        var start = from
        while start < to {
            let next = min(to, start + SceneMetrics.longestSector)
            add(.sector(from: start, to: next, inner: inner, outer: outer, light), weight: weight)
            start = next
        }
    }

    /// Adds the time left, at the top of the ring; omitted if the visualizer is too small to read it.
    private mutating func addTime(_ timer: SceneDial.Countdown, _ color: SceneColor) {
        let size = input.size
        let scale = size.scale * size.visualizerScale(zoom: input.settings.zoom, lift: input.lift)
        let light = ArcLight(
            color: color,
            gain: 0.85 * Easing.step(SceneMetrics.glyphScales.hidden, SceneMetrics.glyphScales.shown, scale))
        for stroke in input.dial.time {
            let inner = SceneMetrics.glyphBase + stroke.bottom
            let outer = SceneMetrics.glyphBase + stroke.top
            if stroke.isUpright {
                add(
                    .bar(
                        angle: stroke.left, inner: inner, outer: outer, halfWidth: SceneMetrics.glyphStroke / 2, light),
                    weight: timer.strength)
            } else {
                add(
                    .sector(from: stroke.left, to: stroke.right, inner: inner, outer: outer, light),
                    weight: timer.strength)
            }
        }
    }
}
