// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

struct ReminderTests {
    // Monday, 5 January 2026, 09:30.
    let clock = FakeWallClock()
    var now: Timestamp { clock.now() }

    private func time(_ day: Int, _ hour: Int, _ minute: Int) -> Timestamp {
        clock.instant(of: LocalTime(year: 2026, month: 1, day: day, hour: hour, minute: minute, second: 0, weekday: 1))
    }

    private func alarm(_ due: Timestamp, _ recurrence: Recurrence?) -> Reminder {
        Reminder(id: "a", kind: .alarm, label: "", createdAt: now, dueAt: due, recurrence: recurrence)
    }

    @Test func recurringRemindersAdvanceToTheNextTime() {
        let daily = Recurrence.days(1, atMinute: 7 * 60)
        #expect(daily.next(after: time(5, 7, 0), from: time(5, 7, 0), clock: clock) == time(6, 7, 0))
        #expect(daily.next(after: time(9, 6, 59), from: time(1, 7, 0), clock: clock) == time(9, 7, 0))
        #expect(Recurrence.days(3, atMinute: 0).next(after: now, from: time(1, 0, 0), clock: clock) == time(7, 0, 0))
        let workdays = Recurrence.weekdays([1, 2, 3, 4, 5], atMinute: 450)
        #expect(workdays.next(after: time(9, 7, 30), from: time(9, 7, 30), clock: clock) == time(12, 7, 30))
        #expect(workdays.next(after: time(9, 7, 29), from: time(8, 7, 30), clock: clock) == time(9, 7, 30))
        let weekly = Recurrence.weekdays([1], atMinute: 9 * 60 + 30)
        #expect(weekly.next(after: now, from: now, clock: clock) == time(12, 9, 30))
        let often = Recurrence.every(seconds: 7200)
        #expect(often.next(after: now, from: now, clock: clock) == time(5, 11, 30))
        #expect(often.next(after: time(6, 9, 31), from: now, clock: clock) == time(6, 11, 30))
        #expect(often.next(after: now, from: time(6, 9, 30), clock: clock) > now)
    }

    /// Including months without that day and the turn of the year.
    @Test(
        arguments: [
            (.date(1), [(2026, 2, 1), (2026, 3, 1)]), (.date(5), [(2026, 2, 5), (2026, 3, 5)]),
            (.date(31), [(2026, 1, 31), (2026, 2, 28), (2026, 3, 31), (2026, 4, 30)]),
            (.last, [(2026, 1, 31), (2026, 2, 28)]), (.weekday(1, week: 1), [(2026, 2, 2), (2026, 3, 2)]),
            (.weekday(5, week: 5), [(2026, 1, 30), (2026, 2, 27), (2026, 3, 27), (2026, 4, 24), (2026, 5, 29)]),
            (.weekday(3, week: 4), [(2026, 1, 28), (2026, 2, 25)]),
        ] as [(MonthDay, [(Int, Int, Int)])])
    func monthlyRemindersKeepTheirDay(day: MonthDay, dates: [(Int, Int, Int)]) {
        let monthly = Recurrence.monthly(day, atMinute: 9 * 60 + 30)
        var due = now
        for date in dates {
            due = monthly.next(after: due, from: due, clock: clock)
            let local = clock.local(due)
            #expect((local.year, local.month, local.day) == date && local.hour == 9 && local.minute == 30)
        }
        let yearEnd = clock.instant(
            of: LocalTime(year: 2027, month: 12, day: 31, hour: 9, minute: 30, second: 0, weekday: 5))
        #expect(clock.local(monthly.next(after: yearEnd, from: now, clock: clock)).month == 1)
        let leap = clock.instant(
            of: LocalTime(year: 2028, month: 2, day: 1, hour: 9, minute: 30, second: 0, weekday: 2))
        #expect(
            clock.local(Recurrence.monthly(.last, atMinute: 0).next(after: leap, from: now, clock: clock)).day == 29)
    }

    @Test func aSnoozedAlarmKeepsItsScheduledTime() throws {
        let ringing = alarm(time(5, 9, 30), .days(1, atMinute: 570)).ringing(since: now)
        let later = ringing.snoozed(for: Reminder.usualSnooze, at: now)
        #expect(later.dueAt == time(5, 9, 39) && later.snoozedFrom == time(5, 9, 30) && !later.isRinging)
        let again = later.snoozed(for: .seconds(60), at: later.dueAt)
        #expect(again.dueAt == time(5, 9, 40) && again.snoozedFrom == time(5, 9, 30))
        let next = try #require(again.next(after: again.dueAt, clock: clock))
        #expect(next.dueAt == time(6, 9, 30) && next.snoozedFrom == nil && !next.isRinging)
        #expect(alarm(now, nil).next(after: now, clock: clock) == nil)
    }

    @Test func aPausedTimerKeepsItsRemainingTime() {
        let timer = Reminder(id: "t", kind: .timer, label: "tea", createdAt: now, dueAt: time(5, 9, 40))
        let paused = timer.paused(at: time(5, 9, 34))
        #expect(paused.remaining == .seconds(360))
        #expect(paused.paused(at: time(5, 9, 39)) == paused)
        let running = paused.resumed(at: time(5, 10, 0))
        #expect(running.dueAt == time(5, 10, 6) && !running.isPaused)
        #expect(running.dueAt.since(running.createdAt) == .seconds(600), "it is still a timer for ten minutes")
        #expect(timer.resumed(at: now) == timer)
    }
}
