// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

/// Changes without the word "no", and how much of the earlier request they keep.
@Suite(.timeLimit(.minutes(4)))
struct PreferenceTests {
    private let rig = AgentRig()

    @Test func aPreferenceReplacesTheTimeThatWasSet() async throws {
        try await rig.ask("set an alarm for seven tomorrow")
        #expect(
            try await rig.ask("actually, seven thirty is better").text == "Your alarm is set for tomorrow at 7:30 AM.")
        // This changes the hour, not the minutes of the same hour.
        #expect(try await rig.ask("rather eight").text == "Your alarm is set for tomorrow at 8:00 AM.")
        #expect(try await rig.ask("no, nine").text == "Your alarm is set for tomorrow at 9:00 AM.")
        #expect(rig.reminders.all.count == 1)
    }

    @Test func aPreferenceIsNotTreatedAsATimerName() async throws {
        try await rig.ask("set a timer for ten minutes for the eggs")
        try await rig.ask("twelve would be better")
        try await rig.ask("rather eleven")
        let timer = try #require(rig.reminders.all.first)
        #expect(rig.reminders.all.count == 1 && timer.label == "eggs")
        #expect(timer.dueAt.since(rig.clock.now()) == .seconds(660))
    }

    @Test func anotherDayKeepsThePartOfTheDay() async throws {
        try await rig.ask("remind me on thursday afternoon to water the plants")
        #expect(try await rig.ask("make it Friday").text == "I'll remind you Friday at 3:00 PM: water the plants.")
        #expect(
            try await rig.ask("no, saturday morning").text == "I'll remind you Saturday at 9:00 AM: water the plants.")
    }

    @Test func aFollowUpCanAskForAnotherUnit() async throws {
        try await rig.ask("how many grams are in three ounces")
        #expect(try await rig.ask("and in kilos").text == "3 ounces is about 0.085 kg.")
    }

    @Test func aFollowUpCanAskAboutAnotherPlace() async throws {
        #expect(try await rig.ask("is it already morning in Tokyo").text.contains("in Tokyo"))
        #expect(try await rig.ask("what about Denver").text.hasSuffix("in Denver."))
        #expect(try await rig.ask("is it already morning in Paris").text.hasSuffix("in Paris."))
    }

    @Test func callingSomeoneDoesNotRenameTheReminder() async throws {
        try await rig.ask("remind me to buy stamps at five pm")
        try await rig.ask("call the dentist about that appointment")
        #expect(rig.reminders.all.map(\.label) == ["buy stamps"])
        try await rig.ask("remind me to buy bread at six pm")
        try await rig.ask("call it shopping")
        #expect(rig.reminders.all.map(\.label).sorted() == ["buy stamps", "shopping"])
    }

    @Test func anAmbiguousAlarmIsAskedAbout() async throws {
        try await rig.ask("set an alarm for seven am tomorrow")
        try await rig.ask("set an alarm for nine am tomorrow")
        #expect(try await rig.ask("drop the one tomorrow").text.hasSuffix("Which one?"))
        try await rig.ask("seven", isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
    }

    @Test func bothRemindersIsNotTreatedAsAName() async throws {
        try await rig.ask("remind me to call mum at five pm")
        try await rig.ask("remind me to call dad at six pm")
        #expect(try await rig.ask("cancel both reminders").text == "Cancel both reminders?")
    }

    @Test func gettingOutOfBedSetsAMorningAlarm() async throws {
        for request in ["get me out of bed at a quarter to seven tomorrow", "I have to be up at 6:45 tomorrow"] {
            #expect(try await rig.ask(request).text == "Your alarm is set for tomorrow at 6:45 AM.", "\(request)")
        }
    }

    @Test func theTimerThatEndsFirstIsReported() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("which timer ends first").text == "Your timer has 10 minutes left.")
        #expect(try await rig.ask("which one is done first").text == "Your timer has 10 minutes left.")
    }
}
