// SPDX-License-Identifier: GPL-3.0-or-later
// The time, timers and alarms that the visualizer displays.

import JarvisCore
import JarvisTesting
import JarvisVisuals
import Testing

@testable import JarvisDesktop

struct FaceReadingsTests {
    // Monday, 5 January 2026, 09:30.
    private let clock = FakeWallClock()
    private var now: Timestamp { clock.now() }

    private func make(_ kind: Reminder.Kind, in seconds: Int64, of length: Int64? = nil) -> Reminder {
        Reminder(
            id: "\(kind)-\(seconds)", kind: kind, label: "",
            createdAt: now.advanced(by: .seconds(seconds - (length ?? seconds))),
            dueAt: now.advanced(by: .seconds(seconds)))
    }

    private func readings(_ reminders: [Reminder]) -> FaceReadings {
        var readings = FaceReadings(clock: clock)
        readings.take(reminders)
        return readings
    }

    @Test func theClockShowsLocalTime() {
        #expect(readings([]).now().secondOfDay == 34_200.0)
        #expect(readings([]).now().charge == nil && readings([]).now().timers.isEmpty)
    }

    @Test func runningTimersAreShownSoonestFirst() {
        let paused = make(.timer, in: 5).paused(at: now)
        let rings = make(.timer, in: 0).ringing(since: now)
        let shown = readings([make(.timer, in: 500, of: 600), paused, rings, make(.timer, in: 30, of: 60)]).now().timers
        #expect(shown == [SceneTimer(remaining: 30, length: 60), SceneTimer(remaining: 500, length: 600)])
    }

    @Test func aSnoozedTimerStartsFull() {
        let snoozed = make(.timer, in: 0, of: 60).snoozed(for: .seconds(540), at: now)
        let shown = readings([snoozed]).now().timers.first
        #expect(shown?.remaining == 540 && shown?.length ?? 0 >= 540)
    }

    @Test func alarmsWithinTwelveHoursAppearOnTheDial() {
        let shown = readings([make(.alarm, in: 3600), make(.alarm, in: 50_000), make(.reminder, in: 60)]).now().alarms
        #expect(shown == [37_800.0])
    }

    @Test func stillPicturesGoStaleAfterASecondOrAMinute() {
        #expect(readings([]).untilStale() == 60_001)
        let timer = make(.timer, in: 90)
        clock.advance(by: .milliseconds(300))
        #expect(readings([timer]).untilStale() == 701)
        #expect(readings([]).untilStale() == 59_701)
        #expect(readings([make(.alarm, in: 90)]).untilStale() == 59_701, "nothing counts down")
    }
}
