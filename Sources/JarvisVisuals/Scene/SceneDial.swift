// SPDX-License-Identifier: GPL-3.0-or-later
// The readings as they are shown: what comes fades in, what goes fades out, and nothing jumps.

/// The readings of one moment, with the strength of each.
struct SceneDial: Hashable, Sendable {
    /// An arc of what is left of a timer.
    struct Countdown: Hashable, Sendable {
        /// Part that is left, 0…1; smoothed, because another timer may take the arc over.
        var share = 0.0
        /// Whole seconds that are left.
        var seconds = 0
        /// The timer is long enough for hours to be written.
        var hasHours = false
        var strength = 0.0
    }

    /// A moment on the dial of twelve hours.
    struct Mark: Hashable, Sendable {
        /// Turns clockwise from the top.
        var turn = 0.0
        var strength = 0.0
    }

    /// Local seconds since midnight.
    var secondOfDay = 0.0
    var clockStrength = 0.0
    var showsSeconds = true
    /// 0…1.
    var charge = 0.0
    var chargeStrength = 0.0
    /// The first timer's time, as it is written on the ring; made once a second.
    private(set) var time: [ArcGlyphs.Stroke] = []
    var timers = [Countdown](repeating: Countdown(), count: SceneMetrics.timerRadii.count)
    var alarms = [Mark](repeating: Mark(), count: SceneMetrics.mostAlarms)

    /// Moves on by `seconds` towards what is known now.
    mutating func advance(_ seconds: Double, towards readings: SceneReadings) {
        let share = Easing.approach(seconds, timeConstant: SceneMetrics.dialFading)
        secondOfDay = readings.secondOfDay ?? secondOfDay
        showsSeconds = readings.showsSeconds
        Self.follow(&clockStrength, readings.secondOfDay == nil ? 0 : 1, share)
        if let charge = readings.charge {
            if chargeStrength == 0 { self.charge = charge }
            Self.follow(&self.charge, min(max(charge, 0), 1), share)
        }
        Self.follow(&chargeStrength, readings.charge == nil ? 0 : 1, share)
        for slot in timers.indices {
            follow(slot, readings.timers.indices.contains(slot) ? readings.timers[slot] : nil, share)
        }
        for slot in alarms.indices {
            let turn = readings.alarms.indices.contains(slot) ? Self.turn(ofSecond: readings.alarms[slot]) : nil
            // Another alarm begins when the light of the last one is gone.
            if let turn, alarms[slot].strength == 0 { alarms[slot].turn = turn }
            Self.follow(&alarms[slot].strength, turn == alarms[slot].turn ? 1 : 0, share)
        }
    }

    private mutating func follow(_ slot: Int, _ timer: SceneTimer?, _ share: Double) {
        if let timer {
            if timers[slot].strength == 0 { timers[slot].share = timer.share }
            Self.follow(&timers[slot].share, timer.share, share)
            if slot == 0, timer.seconds != timers[0].seconds || time.isEmpty {
                time = ArcGlyphs.strokes(ArcGlyphs.time(timer.seconds))
            }
            timers[slot].seconds = timer.seconds
            timers[slot].hasHours = timer.length >= 3600
        }
        Self.follow(&timers[slot].strength, timer == nil ? 0 : 1, share)
    }

    /// Where a second of the day stands on a dial of twelve hours.
    static func turn(ofSecond second: Double) -> Double { Periodic.phase(second, period: 43_200) }

    /// Arrives for good, so that a picture that stands still has an end.
    private static func follow(_ value: inout Double, _ target: Double, _ share: Double) {
        value += (target - value) * share
        if abs(target - value) < 1e-3 { value = target }
    }
}
