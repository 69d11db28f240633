// SPDX-License-Identifier: GPL-3.0-or-later
// Smooths the displayed readings: new ones fade in and old ones fade out, without jumps.

/// The readings at one moment, with the strength of each.
struct SceneDial: Hashable, Sendable {
    /// The arc of a timer, and the time in its digits.
    struct Countdown: Hashable, Sendable {
        /// The share of time left, 0…1; smoothed, because another timer may take over the arc.
        var share = 0.0
        /// The whole seconds left.
        var seconds = 0
        /// True if the timer is long enough to show hours.
        var hasHours = false
        var strength = 0.0
    }

    /// A mark on the 12-hour dial, for an alarm.
    struct Mark: Hashable, Sendable {
        /// The position in turns clockwise from the top.
        var turn = 0.0
        var strength = 0.0
    }

    /// The local time in seconds since midnight.
    var secondOfDay = 0.0
    var clockStrength = 0.0
    var showsSeconds = true
    /// The battery's charge, 0…1.
    var charge = 0.0
    var chargeStrength = 0.0
    /// The digits of the first timer's time as strokes; updated once a second.
    private(set) var time: [ArcGlyphs.Stroke] = []
    var timers = [Countdown](repeating: Countdown(), count: SceneMetrics.timerRadii.count)
    var alarms = [Mark](repeating: Mark(), count: SceneMetrics.mostAlarms)

    /// Moves the displayed values towards the latest readings during `seconds`.
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
            // A new alarm takes the mark only after the previous alarm's mark has faded.
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

    /// The position of a time of day on the 12-hour dial, in turns clockwise from the top.
    static func turn(ofSecond second: Double) -> Double { Periodic.phase(second, period: 43_200) }

    /// Moves a value towards its target, and onto it once close, so that a resting picture becomes static.
    private static func follow(_ value: inout Double, _ target: Double, _ share: Double) {
        value += (target - value) * share
        if abs(target - value) < 1e-3 { value = target }
    }
}
