// SPDX-License-Identifier: GPL-3.0-or-later
// The list of pending reminders: order, captions, edited times and changes.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop

struct PendingRemindersTests {
    // Monday, 5 January 2026, 09:30.
    private let clock = FakeWallClock()
    private var now: Timestamp { clock.now() }
    private let abroad = Region(country: "DE", usesTwelveHours: false)

    private func make(
        _ kind: Reminder.Kind, _ label: String = "", in seconds: Int64, _ recurrence: Recurrence? = nil
    ) -> Reminder {
        Reminder(
            id: "\(kind)-\(label)-\(seconds)", kind: kind, label: label, createdAt: now,
            dueAt: now.advanced(by: .seconds(seconds)), recurrence: recurrence)
    }

    private func caption(_ reminder: Reminder, _ region: Region = .unitedStates) -> ReminderCaption {
        ReminderCaption(reminder, clock: clock, region: region)
    }

    @Test func ringingTimersSortBeforeRunningAndPausedOnes() {
        let (soon, late) = (make(.timer, "soon", in: 60), make(.timer, "late", in: 600))
        let short = make(.timer, "short", in: 5).paused(at: now)
        let long = make(.timer, "long", in: 900).paused(at: now)
        let rings = make(.timer, "rings", in: 0).ringing(since: now)
        let alarm = make(.alarm, in: 30)
        let pending = PendingReminders([long, late, short, alarm, rings, soon])
        #expect(pending.all(.timer).map(\.label) == ["rings", "soon", "late", "short", "long"])
        #expect(pending.all(.alarm) == [alarm])
        #expect(pending.runningTimers.map(\.label) == ["soon", "late"])
        #expect(PendingReminders([short, alarm, rings]).untilNextSecond(at: now) == nil, "nothing counts down")
        #expect(pending.untilNextSecond(at: now.advanced(by: .milliseconds(300))) == 701)
    }

    @Test(arguments: [
        (0, "0:00"), (1, "0:01"), (1000, "0:01"), (1001, "0:02"), (59_000, "0:59"), (60_000, "1:00"),
        (3_599_001, "1:00:00"), (3_872_000, "1:04:32"), (172_800_000, "48:00:00"), (-5000, "0:00"),
    ])
    func countdownsRoundUp(milliseconds: Int64, text: String) {
        var timer = make(.timer, in: 0)
        timer.dueAt = now.advanced(by: .milliseconds(milliseconds))
        #expect(CountDown(timer, at: now).text == text)
    }

    @Test func timerCaptionsShowRemainingAndEndTime() {
        let timer = make(.timer, "pizza", in: 272)
        let words = caption(timer)
        #expect(words.title == "Pizza" && words.value == "4:32" && words.subject == "timer pizza")
        #expect(words.detail == "Ends at 9:34 AM")
        #expect(caption(timer, abroad).detail == "Ends at 09:34")
        #expect(caption(timer.paused(at: now)).detail == "Paused")
        #expect(caption(timer.paused(at: now)).value == "4:32")
        #expect(caption(make(.timer, in: 5)).title == "Timer" && caption(make(.timer, in: 5)).subject == "timer")
        #expect(caption(make(.timer, in: 0).ringing(since: now)).detail == "Ringing")
    }

    @Test func alarmCaptionsShowTimeDayAndRecurrence() {
        #expect(caption(make(.alarm, in: 7200)).value == "11:30 AM")
        #expect(caption(make(.alarm, in: 7200)).detail == "Today")
        #expect(caption(make(.alarm, in: 7200), abroad).value == "11:30")
        #expect(caption(make(.alarm, in: 86_400)).detail == "Tomorrow")
        #expect(caption(make(.alarm, in: 3 * 86_400)).detail == "Thursday")
        #expect(caption(make(.reminder, in: 8 * 86_400)).detail == "13 January 2026")
        let work = make(.alarm, "work", in: 86_400, .weekdays([1, 2, 3, 4, 5], atMinute: 570))
        #expect(caption(work).detail == "Tomorrow · Every weekday")
        #expect(caption(work).subject == "alarm 9:30 AM, work")
        #expect(caption(make(.reminder, "call mum", in: 60)).subject == "reminder call mum")
        let snoozed = make(.alarm, in: 0).ringing(since: now).snoozed(for: .seconds(540), at: now)
        #expect(caption(snoozed).value == "9:39 AM" && caption(snoozed).detail == "Snoozed from 9:30 AM")
    }

    @Test func recurrencesHaveShortCaptions() {
        func text(_ recurrence: Recurrence) -> String { RecurrenceCaption.text(recurrence) }
        #expect(text(.days(1, atMinute: 0)) == "Every day" && text(.days(3, atMinute: 0)) == "Every 3 days")
        #expect(text(.weekdays([4, 1], atMinute: 0)) == "Every Monday, Thursday")
        #expect(text(.weekdays(Set(1...7), atMinute: 0)) == "Every day")
        #expect(text(.every(seconds: 3600)) == "Every 1 hour" && text(.every(seconds: 5400)) == "Every 90 minutes")
        #expect(text(.every(seconds: 90)) == "Every 1:30")
    }

    @Test(arguments: [
        ("4:32", 272), ("5", 300), ("1:04:32", 3872), (" 0:09 ", 9), ("90:00", 5400), ("24:00:00", 86_400),
    ])
    func durationsAreParsed(text: String, seconds: Int64) {
        #expect(ReminderTimeText.change(text, of: .timer) == .length(seconds: seconds))
    }

    @Test(arguments: ["", "0", "0:00", "4:60", "4:", ":30", "ten", "-5", "24:00:01", "1:2:3:4", "99999", "٥"])
    func invalidDurationsAreRejected(text: String) {
        #expect(ReminderTimeText.change(text, of: .timer) == nil)
    }

    @Test(arguments: [
        ("7:30", 450), ("19:30", 1170), ("7:30 PM", 1170), ("12:05 am", 5), ("12 pm", 720), ("7 a.m.", 420),
        ("00:00", 0), ("07:05", 425),
    ])
    func timesOfDayAreParsed(text: String, minute: Int) {
        #expect(ReminderTimeText.change(text, of: .alarm) == .time(minute: minute))
    }

    @Test(arguments: ["", "7", "24:00", "7:60", "13 pm", "0 am", "soon", "7:30:00"])
    func invalidTimesOfDayAreRejected(text: String) {
        #expect(ReminderTimeText.change(text, of: .reminder) == nil)
    }

    @Test func theInitialTextParsesToTheCurrentTime() {
        for region in [Region.unitedStates, abroad] {
            for seconds: Int64 in [0, 3600, 10_800, 43_200, 54_000] {
                let alarm = make(.alarm, in: seconds)
                let text = ReminderTimeText.text(alarm, clock: clock, region: region)
                let change = ReminderTimeText.change(text, of: .alarm)
                let local = clock.local(alarm.dueAt)
                #expect(change == .time(minute: local.hour * 60 + local.minute), "\(text)")
            }
        }
    }

    @Test func aNewDurationReplacesTheRemainingTime() {
        let timer = make(.timer, in: 600)
        let later = now.advanced(by: .seconds(100))
        let longer = timer.changed(.length(seconds: 900), at: later, clock: clock)
        #expect(CountDown(longer, at: later).seconds == 900)
        let paused = timer.paused(at: later).changed(.length(seconds: 30), at: later, clock: clock)
        #expect(paused.isPaused && paused.remaining == .seconds(30))
        #expect(CountDown(paused.resumed(at: later), at: later).seconds == 30)
    }

    @Test func aNewTimeKeepsTheDayUnlessItHasPassed() {
        let alarm = make(.alarm, in: 86_400)
        func moved(_ alarm: Reminder, _ minute: Int) -> String {
            let changed = alarm.changed(.time(minute: minute), at: now, clock: clock)
            let local = clock.local(changed.dueAt)
            return "\(local.day) \(local.hour):\(local.minute)"
        }
        #expect(moved(alarm, 60) == "6 1:0", "tomorrow")
        #expect(moved(make(.alarm, in: 3600), 600) == "5 10:0", "today")
        #expect(moved(make(.alarm, in: 3600), 60) == "6 1:0", "over for today")
    }

    @Test func aNewTimeAppliesToTheRecurrence() {
        let work = make(.alarm, in: 86_400, .weekdays([1, 2], atMinute: 570))
        let changed = work.changed(.time(minute: 480), at: now, clock: clock)
        #expect(changed.recurrence == .weekdays([1, 2], atMinute: 480))
        #expect(clock.local(changed.dueAt).day == 6 && clock.local(changed.dueAt).hour == 8)
        // The time is already over today, so the alarm moves to the next Monday, not to tomorrow.
        let monday = make(.alarm, in: 600, .weekdays([1], atMinute: 580))
        let next = clock.local(monday.changed(.time(minute: 60), at: now, clock: clock).dueAt)
        #expect(next.day == 12 && next.weekday == 1 && next.hour == 1)
    }
}
