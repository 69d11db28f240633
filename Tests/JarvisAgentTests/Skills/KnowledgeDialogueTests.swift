// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisControlTesting
import JarvisTesting
import Testing

/// Calendar and dictionary, at 09:30 on Monday, 5 January 2026.
@Suite(.timeLimit(.minutes(10)))
struct KnowledgeDialogueTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("what's on my calendar today", "You have 2 appointments today: Standup at 9:00 AM; Dentist at 3:00 PM."),
        ("what's on my calendar tomorrow", "You have one appointment tomorrow: Lunch with Ada at noon."),
        ("what do I have on Friday", "You have one appointment on Friday: Gym at 6:00 PM."),
        ("what do I have on Saturday", "You have one appointment on Saturday: Anna's birthday, all day."),
        ("do I have anything this afternoon", "You have one appointment this afternoon: Dentist at 3:00 PM."),
        (
            "what's on my calendar next week",
            "You have one appointment next week: Monday, January 12th, Planning at 10:00 AM."
        ),
        (
            "anything planned at the weekend",
            "You have one appointment at the weekend: Saturday, Anna's birthday, all day."
        ),
        ("do I have any meetings on Thursday", "There's nothing on your calendar on Thursday."),
        ("am I free at three", "No, at 3:00 PM you have Dentist from 3:00 PM to 4:00 PM."),
        ("am I free at four", "Yes, you're free at 4:00 PM."),
        ("am I free tomorrow at noon", "No, tomorrow at noon you have Lunch with Ada from noon to 1:00 PM."),
        ("am I free between two and four", "No, from 2:00 PM to 4:00 PM you have Dentist from 3:00 PM to 4:00 PM."),
        ("am I free on Thursday", "Yes, you're free on Thursday."),
        ("am I free on Saturday", "Yes, you're free on Saturday."),
        ("am I busy on Friday evening", "Not all the time. You have Gym from 6:00 PM to 8:00 PM."),
        ("when is my next appointment", "Next is Dentist, at 3:00 PM, High Street."),
    ]) func calendarQuestionsAreAnswered(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "calendar")
        #expect(answer.text == reply)
    }

    /// What began the day before, what takes no time, and questions the other way round.
    @Test func runningAndFreeAppointmentsAreToldAsTheyAre() async throws {
        let midnight = Timestamp(secondsSinceEpoch: 1_767_571_200)
        @Sendable func hour(_ hour: Int) -> Timestamp { midnight.advanced(by: .seconds(hour * 3600)) }
        rig.appointments.change { reading in
            reading.appointments = [
                Appointment(title: "Fair", start: hour(-24), end: hour(48), isAllDay: true, isBusy: false),
                Appointment(title: "Night shift", start: hour(-2), end: hour(6)),
                Appointment(title: "Sailing", start: hour(30), end: hour(80)),
                Appointment(title: "Party", start: hour(92), end: hour(98)),
            ]
        }
        for (request, reply) in [
            ("what's on my calendar today", "You have 2 appointments today: Fair, all day; Night shift until 6:00 AM."),
            ("what's on my calendar on Wednesday", "You have one appointment on Wednesday: Sailing, all day."),
            (
                "what's on my calendar on Thursday",
                "You have 2 appointments on Thursday: Sailing until 8:00 AM; Party at 8:00 PM."
            ),
            (
                "am I free on Thursday",
                "Not all the time. You have Sailing until 8:00 AM; Party from 8:00 PM to 2:00 AM."
            ),
            ("am I busy at 2 pm", "No, you're free at 2:00 PM."),
            (
                "am I free tomorrow at noon",
                "No, tomorrow at noon you have Sailing from 6:00 AM to Thursday at 8:00 AM."
            ),
            (
                "am I busy tomorrow at noon",
                "Yes, tomorrow at noon you have Sailing from 6:00 AM to Thursday at 8:00 AM."
            ),
        ] {
            #expect(try await rig.ask(request).text == reply)
        }
    }

    @Test func placesAndGuestsAreTold() async throws {
        let start = Timestamp(secondsSinceEpoch: 1_767_787_200)
        rig.appointments.change { reading in
            reading.appointments += [
                Appointment(
                    title: "Lunch with Tom", location: "Blue Door", start: start,
                    end: start.advanced(by: .seconds(3600)),
                    guests: [Guest(name: "Tom Miles", answer: .accepted), Guest(name: "Eve", answer: .declined)]),
                Appointment(
                    title: "Project meeting", location: "https://meet.example.org/abc",
                    start: start.advanced(by: .seconds(7200)), end: start.advanced(by: .seconds(9000)),
                    guests: [Guest(name: "Ada"), Guest(name: "Bo")]),
            ]
        }
        for (request, reply) in [
            ("where is the dentist appointment", "Dentist, at 3:00 PM: High Street."),
            ("where is my next appointment", "Dentist, at 3:00 PM: High Street."),
            ("where is lunch with Tom", "Lunch with Tom, on Wednesday at noon: Blue Door."),
            ("where is the project meeting", "Project meeting, on Wednesday at 2:00 PM: a video call."),
            (
                "who is coming to lunch with Tom",
                "Lunch with Tom, on Wednesday at noon: Tom Miles is coming, Eve can't come."
            ),
            (
                "who is invited to the project meeting",
                "Project meeting, on Wednesday at 2:00 PM: Ada and Bo are invited."
            ),
            ("who is coming to the dentist appointment", "Your calendar doesn't say who's coming to Dentist."),
            ("where is the yoga appointment", "I can't find “yoga” on your calendar in the next two months."),
        ] {
            #expect(try await rig.ask(request).text == reply)
        }
    }

    @Test(arguments: [
        (
            "when it's six in the evening here, what time is it in Sydney",
            "At 6:00 PM here, it's 5:00 AM in Sydney, on Tuesday already."
        ),
        ("when it's noon here, what time is it in Tokyo", "At noon here, it's 9:00 PM in Tokyo."),
        ("what time is it in Tokyo", "It's 6:30 PM in Tokyo."),
        ("if I split eighty six euros among four people, how much does each pay", "That's €21.50 each."),
        ("if we split ninety dollars between three of us what does each pay", "That's $30 each."),
    ]) func answersUseTheGivenTimeAndAmount(request: String, reply: String) async throws {
        #expect(try await rig.ask(request).text == reply)
    }

    @Test func aMissingCalendarIsReportedWithAWayToAddOne() async throws {
        rig.appointments.change { $0 = CalendarReading(places: ["/ada/.calendars", "/data/evolution/calendar"]) }
        for request in ["what's on my calendar", "am I free at three", "when is my next appointment"] {
            let text = try await rig.ask(request).text
            #expect(text.contains("choose one in Settings"))
            #expect(!text.contains("/"))
        }
    }

    @Test func unreadableCalendarsAreReported() async throws {
        rig.appointments.change { $0.faults = [.notCalendar(path: "/a.ics"), .tooMany(limit: 3)] }
        let text = try await rig.ask("what's on my calendar on Thursday").text
        #expect(text.hasPrefix("There's nothing on your calendar on Thursday. I couldn't read everything, though."))
        #expect(text.hasSuffix("in Settings to see why.") && !text.contains("/a.ics"))
        rig.appointments.change { $0.calendarCount = 0 }
        #expect(try await rig.ask("what's on my calendar").text.hasPrefix("I can't read your calendar."))
    }

    @Test(arguments: [
        ("define serendipity", "Serendipity is a noun: good luck in making unexpected discoveries."),
        ("what does happy mean", "Happy is an adjective: enjoying joy."),
        (
            "what's the meaning of the word run",
            "Run is a verb: move fast. It can also mean: direct or control. As a noun it means: a score in baseball."
        ),
        ("what's another word for happy", "Other words for happy are glad and blissful."),
        ("give me a synonym for run", "Other words for run are sprint and operate."),
        ("synonyms for serendipity", "I don't know another word for serendipity."),
        (
            "define blorfing",
            "I couldn't find “blorfing”. Say \"look up blorfing on wikipedia\" to search there."
        ),
    ]) func dictionaryQuestionsAreAnswered(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "dictionary")
        #expect(answer.text == reply)
    }

    /// How something looks isn't in a dictionary.
    @Test(arguments: ["what does happy look like", "describe to me what serendipity looks like"])
    func looksAreNotDefined(request: String) async throws {
        #expect(try await rig.ask(request).skill != "dictionary")
    }

    @Test func aMissingDictionaryIsReportedWithItsPackage() async throws {
        rig.words.fail(with: .notInstalled)
        do {
            try await rig.ask("define serendipity")
            Issue.record("nothing was told")
        } catch AgentFailure.skillFailed(_, let reason) {
            #expect(reason.contains("wordnet-base"))
        }
    }
}
