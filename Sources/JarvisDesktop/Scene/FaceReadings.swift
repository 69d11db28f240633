// SPDX-License-Identifier: GPL-3.0-or-later
// What the face shows besides the conversation: the time, upcoming reminders and the battery. Computed from the clock
// for each frame.

import JarvisCore
import JarvisVisuals

/// The data behind the readings.
struct FaceReadings {
    /// The range of the twelve-hour dial; it can't show later alarms.
    private static let dial = Duration.seconds(43_200)

    /// Battery charge, 0…1; nil without a battery.
    var charge: Double?
    private let clock: any WallClock
    private var timers: [Reminder] = []
    private var alarms: [Reminder] = []

    init(clock: any WallClock) { self.clock = clock }

    /// Selects the timers and alarms that the face shows.
    mutating func take(_ reminders: [Reminder]) {
        let pending = PendingReminders(reminders)
        timers = pending.runningTimers
        alarms = pending.all(.alarm).filter { !$0.isPaused && !$0.isRinging }
    }

    /// The readings at this moment.
    func now(showsSeconds: Bool = true) -> SceneReadings {
        let now = clock.now()
        var readings = SceneReadings()
        readings.secondOfDay = secondOfDay(now)
        readings.showsSeconds = showsSeconds
        readings.charge = charge
        readings.timers = timers.map { timer in
            let left = Self.seconds(timer.dueAt.since(now))
            return SceneTimer(remaining: left, length: max(Self.seconds(timer.dueAt.since(timer.createdAt)), left))
        }
        readings.alarms = alarms.filter { $0.dueAt > now && $0.dueAt.since(now) < Self.dial }
            .map { secondOfDay($0.dueAt) }
        return readings
    }

    /// Milliseconds until a still picture would be out of date: until the next second during a countdown, otherwise
    /// until the next minute.
    func untilStale() -> Int {
        let now = clock.now()
        if let next = timers.first { return CountDown.untilNext(next, at: now) }
        return 60_000 - clock.local(now).second * 1000 - Self.milliseconds(now) + 1
    }

    private func secondOfDay(_ instant: Timestamp) -> Double {
        let local = clock.local(instant)
        return Double(local.hour * 3600 + local.minute * 60 + local.second) + Double(Self.milliseconds(instant)) / 1000
    }

    /// The milliseconds that have passed in the current second.
    private static func milliseconds(_ instant: Timestamp) -> Int {
        Int((instant.millisecondsSinceEpoch % 1000 + 1000) % 1000)
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, rest) = duration.components
        return Double(seconds) + Double(rest) / 1e18
    }
}
