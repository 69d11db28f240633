// SPDX-License-Identifier: GPL-3.0-or-later
// Alarms and reminders in loose clock times, several in one breath, skipped, moved, and before something else.

import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AlarmWordingTests {
    private let rig = AgentRig()

    /// The days and minutes of all that is set, in order.
    private var times: [String] {
        rig.reminders.all.map { reminder in
            let local = rig.clock.local(reminder.dueAt)
            return "\(local.day) \(local.hour):\(local.minute)"
        }.sorted()
    }

    @Test(arguments: [
        ("wake me at 545 tomorrow", ["6 5:45"]), ("set an alarm for 310pm", ["5 15:10"]),
        ("set an alarm for 1130 pm", ["5 23:30"]), ("set an alarm for 615 am", ["6 6:15"]),
        ("set an alarm for 5 and one for 6", ["5 17:0", "5 18:0"]),
        ("set alarms for 630am and 745am", ["6 6:30", "6 7:45"]),
        ("i need one alarm at 7 pm and another one at 8 pm", ["5 19:0", "5 20:0"]),
    ])
    func timesAreReadAsPeopleSayThem(request: String, expected: [String]) async throws {
        let answer = try await rig.ask(request)
        #expect(times == expected, "\(answer.text)")
    }

    @Test(arguments: ["remind me to read page 230", "set a timer for 250 seconds", "what is 315 plus 2"])
    func otherFiguresAreNoTimes(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(!answer.text.contains(":30") && !answer.text.contains("2:50"), "\(answer.text)")
    }

    @Test(arguments: [
        ("push my alarm back by half an hour", "6 7:30"), ("make my alarm an hour earlier", "6 6:0"),
        ("move my 7 o'clock alarm forward twenty minutes", "6 6:40"),
        ("bring my alarm forward by 10 minutes", "6 6:50"),
        ("delay my alarm by two hours", "6 9:0"),
    ])
    func anAlarmIsMovedAndNoOtherIsSet(request: String, expected: String) async throws {
        try await rig.ask("wake me at seven tomorrow")
        let answer = try await rig.ask(request)
        #expect(times == [expected], "\(answer.text)")
    }

    @Test(arguments: [
        ("make my alarm weekdays only", Recurrence.weekdays([1, 2, 3, 4, 5], atMinute: 420)),
        ("set my alarm to weekdays only", .weekdays([1, 2, 3, 4, 5], atMinute: 420)),
        ("change my alarm to every friday", .weekdays([5], atMinute: 420)),
    ])
    func theDaysOfAnAlarmAreChanged(request: String, rule: Recurrence) async throws {
        try await rig.ask("wake me every day at seven")
        let answer = try await rig.ask(request)
        #expect(rig.reminders.all.map(\.recurrence) == [rule], "\(answer.text)")
    }

    @Test(arguments: [
        "skip tomorrow's alarm", "don't wake me up tomorrow", "leave out my alarm tomorrow", "skip my alarm",
    ])
    func oneTimeOfAnAlarmIsLeftOut(request: String) async throws {
        try await rig.ask("wake me every day at seven")
        let answer = try await rig.ask(request)
        #expect(answer.text.hasPrefix("I'll skip your alarm tomorrow at 7:00 AM."), "\(answer.text)")
        #expect(times == ["7 7:0"] && rig.reminders.all.first?.recurrence != nil)
    }

    @Test(arguments: [
        ("set a timer for 20 minutes or an hour", "20 minutes, or an hour?", "Your timer is set for 1 hour."),
        ("set an alarm for six or seven", "Six, or seven?", "Your alarm is set for 7:00 PM."),
    ])
    func aChoiceLeftOpenIsAskedAbout(request: String, question: String, reply: String) async throws {
        let asked = try await rig.ask(request)
        #expect(asked.text == question && rig.reminders.all.isEmpty, "\(asked.text)")
        let answer = try await rig.ask("the second one", isFollowUp: true)
        #expect(answer.text == reply, "\(answer.text)")
    }

    @Test func aReminderComesBeforeAnAppointment() async throws {
        let answer = try await rig.ask("remind me an hour before the dentist")
        #expect(answer.text == "I'll remind you at 2:00 PM: dentist.", "\(answer.text)")
        try await rig.ask("remind me two hours before the gym to pack my shoes")
        #expect(times == ["5 14:0", "9 16:0"])
        let question = try await rig.ask("remind me half an hour before the wedding")
        #expect(question.text == "I can't find wedding on your calendar. When should I remind you?", "\(question.text)")
        #expect(rig.reminders.all.count == 2)
    }

    @Test(arguments: [
        ("at 3 tomorrow afternoon, remind me to walk the dog", "walk the dog"),
        ("i need to be reminded to buy stamps tomorrow at noon", "buy stamps"),
        ("give me a reminder to buy stamps in two hours", "buy stamps"),
    ])
    func aReminderIsWishedForInManyWays(request: String, label: String) async throws {
        let answer = try await rig.ask(request)
        #expect(rig.reminders.all.map(\.label) == [label], "\(answer.text)")
        #expect(rig.reminders.all.allSatisfy { $0.kind == .reminder })
    }

    @Test(arguments: [
        ("how many days are left this year", "There are 360 days left this year."),
        ("how many days are there in february", "February 2026 has 28 days."),
        ("how many months until the 1st of may", "It's 3 months and 26 days until"),
        ("give me tomorrow's date", "Tomorrow is Tuesday, January 6th."),
        ("what day is it going to be in nine days", "That's Wednesday, January 14th."),
    ])
    func daysAreCounted(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text.hasPrefix(reply), "\(answer.text)")
    }
}
