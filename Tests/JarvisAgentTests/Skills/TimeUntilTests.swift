// SPDX-License-Identifier: GPL-3.0-or-later
// How long it is until a time, an alarm, a timer, a reminder or an appointment. The clock stands at Monday, 9:30 AM.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct TimeUntilTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("how long until 5 pm", "It's 7 hours and 30 minutes until 5:00 PM."),
        ("How long till five?", "It's 7 hours and 30 minutes until 5:00 PM."),
        ("how many minutes until noon", "It's 150 minutes until noon."),
        ("how many hours till midnight", "It's 14 hours and 30 minutes until midnight."),
        ("how many hours are left until midnight", "It's 14 hours and 30 minutes until midnight."),
        ("how much time do I have until half past ten", "It's 1 hour until 10:30 AM."),
        ("how long is it until 9:45", "It's 15 minutes until 9:45 AM."),
        ("how long before nine", "It's 11 hours and 30 minutes until 9:00 PM."),
        ("how many seconds until ten", "It's 1800 seconds until 10:00 AM."),
        ("how many minutes to noon", "It's 150 minutes until noon."),
        ("time until 5 pm", "It's 7 hours and 30 minutes until 5:00 PM."),
        ("how long until tomorrow at nine", "It's 23 hours and 30 minutes until tomorrow at 9:00 AM."),
        ("how long till friday at noon", "It's 4 days, 2 hours and 30 minutes until Friday at noon."),
        ("how many hours until noon tomorrow", "It's 26 hours and 30 minutes until tomorrow at noon."),
        ("how long is it until midnight tonight", "It's 14 hours and 30 minutes until midnight."),
        ("how many hours until tomorrow", "It's 14 hours and 30 minutes until tomorrow."),
        ("how many hours until january 7th", "It's 38 hours and 30 minutes until Wednesday, January 7th."),
        ("how long until 9 am today", "That time has already passed."),
    ])
    func theTimeUntilAMomentIsReported(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == reply && answer.skill == "time-until")
    }

    @Test func theLastMinuteIsReportedInSeconds() async throws {
        rig.clock.advance(by: .seconds(29 * 60 + 15))
        #expect(try await rig.ask("how long until ten").text == "It's 45 seconds until 10:00 AM.")
    }

    @Test func daysAreStillCountedInDays() async throws {
        #expect(try await rig.ask("how long until christmas").text == "It's 354 days until Friday, December 25th.")
        #expect(try await rig.ask("how long till friday").skill == "date")
    }

    @Test func theTimeUntilAnAlarmIsReported() async throws {
        #expect(try await rig.ask("how long until my alarm").text == "You have no alarms.")
        try await rig.ask("set an alarm for 11 am")
        for request in [
            "how long until my alarm", "how much time until the next alarm rings", "how long till the alarm goes off",
        ] {
            #expect(try await rig.ask(request).text == "Your alarm rings in 1 hour and 30 minutes, at 11:00 AM.")
        }
        #expect(
            try await rig.ask("how many minutes until my alarm").text == "Your alarm rings in 90 minutes, at 11:00 AM.")
        try await rig.ask("cancel the alarm")
        try await rig.ask("wake me tomorrow at seven")
        #expect(
            try await rig.ask("how many hours until my alarm").text
                == "Your alarm rings in 21 hours and 30 minutes, tomorrow at 7:00 AM.")
    }

    @Test func theTimeUntilATimerEndsIsReported() async throws {
        try await rig.ask("set a timer for 20 minutes")
        for request in [
            "how long until my timer", "how long until the timer is done", "how many minutes till the timer ends",
        ] {
            #expect(try await rig.ask(request).text == "Your timer has 20 minutes left.", "\(request)")
        }
        try await rig.ask("set a pasta timer for 8 minutes")
        #expect(
            try await rig.ask("how long until the pasta timer is done").text == "Your pasta timer has 8 minutes left.")
    }

    @Test func theTimeUntilAReminderIsReported() async throws {
        try await rig.ask("remind me to stretch in half an hour")
        #expect(
            try await rig.ask("how long until my next reminder").text
                == "Your next reminder, stretch, is in 30 minutes.")
    }

    @Test(arguments: ["appointment", "meeting", "event"])
    func theTimeUntilAnAppointmentIsReported(noun: String) async throws {
        let answer = try await rig.ask("how long until my next \(noun)")
        #expect(
            answer.text
                == "Your next appointment is in 5 hours and 30 minutes: Dentist, at 3:00 PM, High Street.")
        #expect(answer.skill == "calendar" && answer.values["left"] == "19800")
    }

    @Test(arguments: [
        "how long is the nile", "how long is the great wall of china", "how do i survive until noon",
        "how did they live until my next meeting", "how do people sleep until my alarm", "he slept until noon",
        "how long is a marathon",
    ])
    func otherQuestionsAreNotAboutTheClock(request: String) async throws {
        for _ in 0..<2 {
            let answer = try await rig.ask(request)
            let skills = ["time-until", "timer", "alarm", "calendar", "date"]
            #expect(answer.skill.map { !skills.contains($0) } ?? true, "\(answer)")
            // Repeat with a timer running.
            try await rig.ask("set a timer for 20 minutes")
        }
    }
}
