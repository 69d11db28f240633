// SPDX-License-Identifier: GPL-3.0-or-later
// Paused timers, recurring alarms and reminders, snoozing, and the table of places.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct EverydayTimeTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("remind me tomorrow at 25 o'clock to eat", "25 o'clock", "eat"),
        ("remind me to call Bob at 26:00", "26:00", "call Bob"),
        ("remind me to pay the rent on February 30th", "February 30th", "pay the rent"),
        ("remind me to pay on the 31st of April", "31st of April", "pay"),
    ])
    func aTimeThatDoesNotExistIsAskedAbout(request: String, moment: String, label: String) async throws {
        let question = try await rig.ask(request)
        #expect(question.text == "There's no \(moment). When should I remind you?")
        #expect(rig.reminders.all.isEmpty && question.summary.followUp == .dictation)
        try await rig.ask("tomorrow at noon", isFollowUp: true)
        #expect(rig.reminders.all.map(\.label) == [label])
    }

    @Test func aPausedTimerKeepsItsTimeLeft() async throws {
        try await rig.ask("set an egg timer for 6 minutes")
        rig.clock.advance(by: .seconds(60))
        #expect(try await rig.ask("pause the egg timer").text == "Your egg timer is paused, 5 minutes left.")
        rig.clock.advance(by: .seconds(3600))
        #expect(try await rig.ask("how much time is left").text == "Your egg timer is paused, 5 minutes left.")
        #expect(try await rig.ask("pause the timer").text == "There's no timer running.")
        #expect(try await rig.ask("continue").text == "Your egg timer is running again, 5 minutes left.")
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(300))])
        #expect(try await rig.ask("resume the timer").text == "No timer is paused.")
        #expect(try await rig.ask("undo that").text == "Your egg timer is paused again.")
        #expect(rig.reminders.all.map(\.isPaused) == [true])
    }

    /// A clock that advances while a request is answered, as every real one does.
    private struct TickingClock: WallClock {
        let fake: FakeWallClock

        func now() -> Timestamp {
            fake.advance(by: .milliseconds(1))
            return fake.now()
        }

        func local(_ instant: Timestamp) -> LocalTime { fake.local(instant) }
        func instant(of local: LocalTime) -> Timestamp { fake.instant(of: local) }
    }

    @Test func aTimerHasExactlyTheRequestedLength() async throws {
        var services = rig.services
        services.clock = TickingClock(fake: rig.clock)
        let agent = SkillAgent(services: services)
        _ = try await AgentRig.collect(
            agent.respond(
                to: AgentRequest(turn: TurnID(rawValue: 1), text: "set a timer for ten minutes", source: .typed)))
        let timer = try #require(rig.reminders.all.first)
        #expect(timer.dueAt.since(timer.createdAt) == .seconds(600))
    }

    @Test func anAmbiguousTimerIsAskedAbout() async throws {
        try await rig.ask("set a tea timer for 4 minutes")
        try await rig.ask("set a timer for ten minutes")
        let question = try await rig.ask("pause the timer")
        #expect(question.text == "You have 2 timers: the tea timer or the timer for 10 minutes. Which one?")
        #expect(question.summary.followUp == .dictation)
        #expect(
            try await rig.ask("the tea one", isFollowUp: true).text == "Your tea timer is paused, 4 minutes left.")
        try await rig.ask("cancel the timer")
        #expect(try await rig.ask("ten minutes", isFollowUp: true).text == "I've cancelled your timer.")
        #expect(rig.reminders.all.map(\.label) == ["tea"])
    }

    @Test func allTimersArePausedAndListedByName() async throws {
        try await rig.ask("set a tea timer for 4 minutes")
        try await rig.ask("set a 20 minute timer for the eggs")
        #expect(try await rig.ask("pause all timers").text == "I've paused both timers.")
        let list = try await rig.ask("how much time on my timers")
        #expect(
            list.text
                == "You have 2 timers. The tea timer is paused, 4 minutes left. The eggs timer is "
                + "paused, 20 minutes left."
        )
        #expect(try await rig.ask("resume the egg timer").text == "Your eggs timer is running again, 20 minutes left.")
        #expect(try await rig.ask("add five minutes to the egg timer").text.contains("25 minutes"))
    }

    @Test func aRingingAlarmIsSnoozed() async throws {
        try await rig.ask("set an alarm for 10 am")
        let alarm = try #require(rig.reminders.all.first)
        rig.clock.advance(by: .seconds(1800))
        let now = rig.clock.now()
        try await rig.reminders.update([alarm.id]) { $0.ringing(since: now) }
        #expect(try await rig.ask("snooze the alarm for five minutes").text == "OK, again in 5 minutes.")
        #expect(rig.reminders.all.first?.dueAt == now.advanced(by: .seconds(300)))
        #expect(rig.reminders.all.first?.isRinging == false)
        // Nothing rings any more, so the snoozed alarm moves.
        #expect(try await rig.ask("snooze").text == "OK, again in 9 minutes.")
        #expect(rig.reminders.all.first?.dueAt == now.advanced(by: .seconds(540)))
        #expect(rig.reminders.all.first?.snoozedFrom == alarm.dueAt)
    }

    @Test func aWeekdayAlarmCanBeListedSkippedAndCancelled() async throws {
        let set = try await rig.ask("wake me every weekday at seven")
        #expect(set.values["day"] == "2026-01-06")
        #expect(rig.reminders.all.first?.recurrence == .weekdays([1, 2, 3, 4, 5], atMinute: 420))
        #expect(try await rig.ask("what alarms do i have").text == "You have an alarm every weekday at 7:00 AM.")
        #expect(try await rig.ask("when is my next alarm").text == "Your next alarm is tomorrow at 7:00 AM.")
        #expect(
            try await rig.ask("no alarm tomorrow").text
                == "I'll skip your alarm tomorrow at 7:00 AM. The next one is Wednesday at 7:00 AM.")
        #expect(rig.reminders.all.count == 1)
        #expect(try await rig.ask("undo that").text == "Your alarm rings tomorrow at 7:00 AM again.")
        #expect(
            try await rig.ask("cancel the weekday alarm").text
                == "I've cancelled your alarm for every weekday at 7:00 AM.")
        #expect(rig.reminders.all.isEmpty)
    }

    @Test func cancellingTheMondayAlarmKeepsTheDailyOne() async throws {
        try await rig.ask("wake me every day at six")
        try await rig.ask("wake me every monday")
        #expect(try await rig.ask("at eight", isFollowUp: true).text.contains("every Monday at 8:00 AM"))
        #expect(
            try await rig.ask("cancel my monday alarm").text == "I've cancelled your alarm for every Monday at 8:00 AM."
        )
        #expect(rig.reminders.all.map(\.recurrence) == [.days(1, atMinute: 360)])
    }

    @Test func recurringRemindersAreListedAndCancelledByName() async throws {
        try await rig.ask("every two hours remind me to drink water")
        try await rig.ask("remind me every monday to take out the trash")
        #expect(rig.reminders.all.first?.recurrence == .every(seconds: 7200))
        #expect(
            try await rig.ask("what are my reminders").text
                == "You have 2 reminders: drink water, every 2 hours; take out the trash, every Monday at 9:00 AM.")
        #expect(try await rig.ask("cancel the water reminder").text == "I've cancelled 1 reminder.")
        #expect(try await rig.ask("stop reminding me to take out the trash").values["count"] == "1")
        #expect(rig.reminders.all.isEmpty)
        #expect(try await rig.ask("undo").text.hasPrefix("Your reminder is set again: "))
    }

    @Test func aScheduleWithoutALabelAsksForOne() async throws {
        let question = try await rig.ask("remind me every day at noon")
        #expect(question.text == "What should I remind you of?")
        let answer = try await rig.ask("Take a walk.", isFollowUp: true)
        #expect(answer.text.hasPrefix("I'll remind you every day at noon: Take a walk."))
    }

    @Test func everyPlaceHasATimeZone() throws {
        let path = try #require(ResourceLocator.standard().path("data/places/zones.txt"))
        let text = try #require(WholeFile.text(path))
        var count = 0
        for line in text.split(separator: "\n") where line.first != "#" {
            let fields = line.split(separator: "|").map { $0.filter { $0 != " " } }
            #expect(rig.services.zoneOffset(fields[1], rig.clock.now()) != nil, "\(line)")
            count += 1
        }
        #expect(count > 150)
        #expect(rig.services.zoneOffset("Europe/Atlantis", rig.clock.now()) == nil)
    }

    @Test(
        arguments: [
            ("Tokyo", "Asia/Tokyo"), ("buenos aires", "America/Argentina/Buenos_Aires"),
            ("Paris, France", "Europe/Paris"),
            ("MÜNCHEN", ""), ("Munich", "Europe/Berlin"), ("st. petersburg", "Europe/Moscow"),
            ("the uk", "Europe/London"),
            ("nowhere", ""), ("", ""), ("port-au-prince", "America/Port-au-Prince"),
        ] as [(String, String)])
    func findsPlaces(name: String, zone: String) {
        #expect((PlaceTable.read(.standard()).place(named: name)?.zone ?? "") == zone)
    }

    @Test(
        arguments: [
            ("Python (v3.11)", "Python"), ("LibreOffice 7.4 Writer", "LibreOffice Writer"),
            ("Firefox ESR", "Firefox ESR"),
            ("ImageMagick (color depth=q16)", "ImageMagick"), ("Quake 3", "Quake 3"), ("GIMP 2.10.34", "GIMP"),
            ("1.5", "1.5"), ("7-Zip", "7-Zip"),
        ] as [(String, String)])
    func applicationsAreListedWithoutVersions(name: String, plain: String) {
        #expect(ApplicationSkill.plain(name) == plain)
    }
}
