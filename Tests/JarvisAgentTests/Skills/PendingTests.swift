// SPDX-License-Identifier: GPL-3.0-or-later
// Pending timers, alarms and reminders: cancelled together after a yes, renamed, changed, and repeated every month.

@testable import JarvisAgent
import JarvisCore
import JarvisTesting
import Testing

/// The clock stands at Monday, 2026-01-05 09:30 UTC.
@Suite(.timeLimit(.minutes(10)))
struct PendingTests {
    private let rig = AgentRig()

    private func due() -> [String] {
        rig.reminders.all.map { reminder in
            let local = rig.clock.local(reminder.dueAt)
            return "\(local.month)-\(local.day) \(local.hour):\(local.minute) \(reminder.label)"
        }.sorted()
    }

    @Test(arguments: ["cancel everything", "cancel all timers and alarms", "delete my timers, alarms and reminders"])
    func severalKindsAreCancelledOnlyAfterAYes(text: String) async throws {
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("set an alarm for seven am")
        let question = try await rig.ask(text)
        #expect(question.text == "Cancel 1 timer and 1 alarm?")
        #expect(rig.reminders.all.count == 2)
        try await rig.ask("no", isFollowUp: true)
        #expect(rig.reminders.all.count == 2)
        try await rig.ask(text)
        #expect(try await rig.ask("yes", isFollowUp: true).text == "I've cancelled 1 timer and 1 alarm.")
        #expect(rig.reminders.all.isEmpty)
        try await rig.ask("undo")
        #expect(rig.reminders.all.count == 2)
        try await rig.ask(text)
        #expect(try await rig.ask("undo", isFollowUp: true).skill == "undo", "no yes, nothing done")
    }

    @Test func onlyTheNamedKindsAreCancelled() async throws {
        try await rig.ask("remind me to call mum at six p m")
        try await rig.ask("set a timer for ten minutes")
        #expect(
            try await rig.ask("cancel all timers and alarms").text == "Cancel 1 timer?")
        try await rig.ask("yes", isFollowUp: true)
        #expect(rig.reminders.all.map(\.kind) == [.reminder])
        #expect(try await rig.ask("clear my timers and alarms").text == "You have no timers or alarms.")
    }

    @Test func impossibleAlarmTimesAreReported() async throws {
        for (text, none) in [("wake me at 26:00", "26:00"), ("set an alarm for 25 o'clock", "25 o'clock")] {
            let question = try await rig.ask(text)
            #expect(question.text == "There's no \(none). For what time?")
            #expect(try await rig.ask("at 27:30", isFollowUp: true).text == "There's no 27:30. For what time?")
            #expect(rig.reminders.all.isEmpty)
        }
        // "Wake me up" means the morning.
        try await rig.ask("wake me up")
        try await rig.ask("six thirty", isFollowUp: true)
        #expect(due() == ["1-6 6:30 "])
    }

    @Test(
        arguments: [
            ("set an alarm every month on the first at nine", "2-1 9:0 ", "for the 1st of every month at 9:00 AM"),
            ("wake me on the 31st of each month at six", "1-31 6:0 ", "for the 31st of every month at 6:00 AM"),
            (
                "remind me on the 15th of every month to pay the rent", "1-15 9:0 pay the rent",
                "on the 15th of every month at 9:00 AM"
            ),
            (
                "remind me to water the plants every first of the month at 8 am", "2-1 8:0 water the plants",
                "on the 1st of every month at 8:00 AM"
            ),
            (
                "remind me on the last day of every month to file the report", "1-31 9:0 file the report",
                "on the last day of every month at 9:00 AM"
            ),
            (
                "remind me every first monday of the month to call the bank", "2-2 9:0 call the bank",
                "on the first Monday of every month at 9:00 AM"
            ),
            (
                "remind me monthly on the 3rd at noon to check the meter", "2-3 12:0 check the meter",
                "on the 3rd of every month at noon"
            ),
        ] as [(String, String, String)])
    func alarmsAndRemindersCanRepeatEveryMonth(text: String, first: String, said: String) async throws {
        let answer = try await rig.ask(text)
        #expect(due() == [first])
        #expect(answer.text.contains(said), "\(answer.text)")
        let next = try #require(rig.reminders.all.first?.next(after: rig.reminders.all[0].dueAt, clock: rig.clock))
        #expect(rig.clock.local(next.dueAt).month == rig.clock.local(rig.reminders.all[0].dueAt).month + 1)
    }

    @Test func theDayOfTheMonthIsAskedFor() async throws {
        #expect(
            try await rig.ask("remind me every month to pay the rent").text == "On which day of the month?")
        try await rig.ask("on the last friday", isFollowUp: true)
        #expect(due() == ["1-30 9:0 pay the rent"])
        #expect(try await rig.ask("set an alarm every month").text == "On which day of the month?")
        try await rig.ask("on the tenth at seven", isFollowUp: true)
        #expect(due() == ["1-10 7:0 ", "1-30 9:0 pay the rent"])
    }

    @Test func aTimerCanBeRenamed() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("rename the timer to eggs").text == "Your timer is now called eggs.")
        #expect(try await rig.ask("how much time is left on the eggs timer").text.contains("10 minutes"))
        try await rig.ask("call the eggs timer pasta")
        #expect(rig.reminders.all.map(\.label) == ["pasta"])
        #expect(try await rig.ask("rename the tea timer to rice").text.hasPrefix("I can't find that timer."))
        try await rig.ask("undo")
        #expect(rig.reminders.all.map(\.label) == ["eggs"])
    }

    /// Changing the text used to cancel the reminder.
    @Test func aRemindersTextCanBeChanged() async throws {
        try await rig.ask("remind me to buy milk at six p m")
        let answer = try await rig.ask("change the reminder to call mum")
        #expect(answer.text == "I'll remind you today at 6:00 PM: call mum.")
        #expect(due() == ["1-5 18:0 call mum"])
        try await rig.ask("make the reminder say buy bread")
        try await rig.ask("undo that")
        #expect(due() == ["1-5 18:0 call mum"])
        try await rig.ask("remind me to water the plants at eight p m")
        try await rig.ask("change the reminder to water the plants to water the garden")
        #expect(due() == ["1-5 18:0 call mum", "1-5 20:0 water the garden"])
        let which = try await rig.ask("change the reminder to buy cheese")
        #expect(which.text == "You have 2 reminders: call mum or water the garden. Which one?")
        try await rig.ask("the second one", isFollowUp: true)
        #expect(due() == ["1-5 18:0 call mum", "1-5 20:0 buy cheese"])
    }

    /// Changing the time used to set another alarm.
    @Test func theTimeOfAnAlarmOrReminderCanBeChanged() async throws {
        try await rig.ask("set an alarm for 6:30 p m")
        try await rig.ask("call my alarm gym")
        #expect(
            try await rig.ask("change my alarm to seven thirty").text == "Your alarm is now set for today at 7:30 PM.")
        #expect(due() == ["1-5 19:30 gym"])
        #expect(try await rig.ask("change my alarm to 25:00").text == "There's no 25:00, so nothing changed.")
        try await rig.ask("cancel my gym alarm")
        #expect(rig.reminders.all.isEmpty)
        try await rig.ask("remind me to buy milk tomorrow at ten a m")
        try await rig.ask("move the reminder to eleven")
        #expect(due() == ["1-6 11:0 buy milk"], "the day stays")
        try await rig.ask("move the reminder to friday")
        #expect(due() == ["1-9 11:0 buy milk"], "the time stays")
    }

    @Test(
        arguments: [
            ("what day is 7/4/2027", "Sunday, July 4th, 2027", "Wednesday, April 7th, 2027"),
            ("what day is 25/12/2027", "Saturday, December 25th, 2027", "Saturday, December 25th, 2027"),
            ("how many days until 12/1/2026", "December 1st", "January 12th"),
        ] as [(String, String, String)])
    func datesInFiguresFollowTheRegion(text: String, american: String, british: String) async throws {
        #expect(try await rig.ask(text).text.contains(american))
        let there = AgentRig(region: Region(country: "GB", usesTwelveHours: false, usesFahrenheit: false))
        #expect(try await there.ask(text).text.contains(british))
    }

    @Test func otherFiguresStayFractions() async throws {
        #expect(try await rig.ask("what is 100/5").text.contains("20"))
        #expect(try await rig.ask("what is 3/4 of 80").text.contains("60"))
        #expect(try await rig.ask("what is 8 multiplied by 3/4").text.contains("6"))
        try await rig.ask("remind me on 7/4 at noon to water the plants")
        #expect(due() == ["7-4 12:0 water the plants"])
        #expect(try await rig.ask("what day is the seventh of the fourth").text.contains("April 7th"))
    }

    @Test func callingSomethingOffCancelsItWithoutRenamingIt() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("call the timer off").skill == "timer")
        #expect(rig.reminders.all.isEmpty)
        try await rig.ask("set an alarm for seven am")
        try await rig.ask("call my alarm off")
        #expect(rig.reminders.all.isEmpty)
        try await rig.ask("set an alarm for seven am")
        try await rig.ask("call the alarm company")
        #expect(rig.reminders.all.map(\.label) == [""])
    }

    @Test func wordsOfTheNewTextDoNotSelectTheItem() async throws {
        try await rig.ask("set an alarm for seven am")
        try await rig.ask("remind me to buy milk at six p m")
        try await rig.ask("change the reminder to buy an alarm clock")
        #expect(due() == ["1-5 18:0 buy an alarm clock", "1-6 7:0 "])
        try await rig.ask("rename the alarm to tea timer")
        #expect(due() == ["1-5 18:0 buy an alarm clock", "1-6 7:0 tea timer"])
    }

    @Test func anInvalidTimeDoesNotBecomeAName() async throws {
        try await rig.ask("set an alarm for seven am")
        #expect(
            try await rig.ask("change my alarm to seven fishes").text
                == "I didn't understand the time \"seven fishes\", so nothing changed.")
        #expect(due() == ["1-6 7:0 "])
        try await rig.ask("set a timer for five minutes")
        try await rig.ask("change the timer to ten")
        let timer = try #require(rig.reminders.all.first { $0.kind == .timer })
        #expect(timer.label.isEmpty && timer.dueAt.since(rig.clock.now()) == .seconds(600))
    }

    /// A named day changes one occurrence; a time alone changes all of them.
    @Test func movingOneOccurrenceKeepsTheSchedule() async throws {
        try await rig.ask("wake me up every weekday at seven")
        #expect(
            try await rig.ask("move my alarm to tomorrow at eight").text
                == "This once, your alarm rings tomorrow at 8:00 AM.")
        #expect(due() == ["1-6 8:0 "])
        let alarm = try #require(rig.reminders.all.first)
        let next = try #require(alarm.next(after: alarm.dueAt, clock: rig.clock))
        let local = rig.clock.local(next.dueAt)
        #expect(local.day == 7 && local.hour == 7)
        try await rig.ask("undo")
        #expect(due() == ["1-6 7:0 "])
        try await rig.ask("no alarm tomorrow")
        #expect(due() == ["1-7 7:0 "])
        try await rig.ask("change my alarm to eight am")
        #expect(due() == ["1-7 8:0 "], "tomorrow stays without")
    }

    @Test func theTimeOfAMonthlyAlarmIsAskedFor() async throws {
        #expect(try await rig.ask("set an alarm on the first of every month").text == "At what time?")
        try await rig.ask("at seven", isFollowUp: true)
        #expect(due() == ["2-1 7:0 "])
        #expect(try await rig.ask("cancel my monthly alarm").text.hasPrefix("I've cancelled your alarm"))
        try await rig.ask("wake me on weekdays")
        try await rig.ask("25 o'clock", isFollowUp: true)
        try await rig.ask("seven", isFollowUp: true)
        #expect(rig.reminders.all.map(\.recurrence) == [.weekdays([1, 2, 3, 4, 5], atMinute: 420)])
    }
}
