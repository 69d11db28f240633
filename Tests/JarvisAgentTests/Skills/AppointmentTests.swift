// SPDX-License-Identifier: GPL-3.0-or-later
// Free time, and changes of the calendar, at 09:30 on Monday, 5 January 2026.

@testable import JarvisSkills
import JarvisControlTesting
import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AppointmentTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("when am I free today", "You're free today from 10:00 AM to 3:00 PM and from 4:00 PM to 8:00 PM."),
        ("when am I free tomorrow", "You're free tomorrow from 8:00 AM to noon and from 1:00 PM to 8:00 PM."),
        ("when am I free on Friday afternoon", "You're free the whole time on Friday afternoon."),
        ("when am I free on Thursday", "You're free all day on Thursday."),
        (
            "when am I free for an hour tomorrow afternoon",
            "You have 1 hour free tomorrow from 1:00 PM to 6:00 PM."
        ),
        ("when do I have six hours free tomorrow", "You have 6 hours free tomorrow from 1:00 PM to 8:00 PM."),
        ("do I have two hours free on Thursday", "You're free all day on Thursday."),
        (
            "find me a free slot of eight hours tomorrow", "You don't have 8 hours free tomorrow."
        ),
        (
            "when am I free for an hour this week",
            "You have 1 hour free today from 10:00 AM to 3:00 PM and from 4:00 PM to 8:00 PM; tomorrow from 8:00 AM to "
                + "noon and from 1:00 PM to 8:00 PM; on Wednesday all day; on Thursday all day."
        ),
    ]) func gapsAreTold(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "calendar", "\(request)")
        #expect(answer.text == reply, "\(request)")
    }

    @Test func questionsAboutOtherFreedomsAreNotAboutTheCalendar() async throws {
        #expect(try await rig.ask("when am I free of debt").skill != "calendar")
    }

    @Test func gapsHaveAShortestLengthAndOverlapsCountOnce() {
        func at(_ minutes: Int64) -> Timestamp { Timestamp(secondsSinceEpoch: minutes * 60) }
        func busy(_ from: Int64, _ to: Int64) -> Appointment { Appointment(title: "", start: at(from), end: at(to)) }
        let gaps = FreeTime.gaps(
            between: [busy(60, 120), busy(90, 100), busy(110, 150), busy(170, 180), busy(-20, 5), busy(300, 400)],
            from: at(0), to: at(240), atLeast: 1_200)
        #expect(
            gaps == [
                FreeTime(start: at(5), end: at(60)), FreeTime(start: at(150), end: at(170)),
                FreeTime(start: at(180), end: at(240)),
            ])
        #expect(FreeTime.gaps(between: [busy(-10, 500)], from: at(0), to: at(240), atLeast: 0).isEmpty)
        #expect(FreeTime.gaps(between: [], from: at(0), to: at(240), atLeast: 0).first?.isWhole == true)
    }

    @Test(arguments: [
        ("lunch with Tom tomorrow at one", "Lunch with Tom", "2026-01-06 13:00", 60),
        ("tomorrow at one lunch with Tom", "Lunch with Tom", "2026-01-06 13:00", 60),
        ("dentist on Friday at 3:30 pm for two hours", "Dentist", "2026-01-09 15:30", 120),
        ("team meeting tomorrow from ten to half past eleven", "Team meeting", "2026-01-06 10:00", 90),
        ("Anna's birthday on January 20", "Anna's birthday", "2026-01-20 00:00", 1440),
        ("call the bank at four", "Call the bank", "2026-01-05 16:00", 60),
        ("holiday from monday to wednesday", "Holiday", "2026-01-12 00:00", 3 * 1440),
    ]) func titlesAndTimesAreTakenApart(text: String, title: String, start: String, minutes: Int) throws {
        let phrase = AppointmentPhrase(text)
        #expect(phrase.title == title)
        let time = try #require(phrase.time(rig.clock))
        let local = rig.clock.local(time.start)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let told = "\(local.year)-\(two(local.month))-\(two(local.day)) \(two(local.hour)):\(two(local.minute))"
        #expect(told == start)
        #expect(time.end.since(time.start) == .seconds(minutes * 60))
    }

    @Test(arguments: [
        ("put lunch with Tom on my calendar tomorrow at two", "Add Lunch with Tom tomorrow at 2:00 PM?"),
        (
            "add lunch with Tom to my calendar tomorrow from two to three",
            "Add Lunch with Tom tomorrow from 2:00 PM to 3:00 PM?"
        ),
        ("schedule a meeting with Ada on Thursday at ten", "Add Meeting with Ada on Thursday at 10:00 AM?"),
        ("put a holiday on my calendar on Friday", "Add Holiday on Friday?"),
        (
            "put the cinema on my calendar tomorrow at noon",
            "You have Lunch with Ada from noon to 1:00 PM. Add Cinema tomorrow at noon?"
        ),
    ]) func anAppointmentIsAskedAboutFirst(request: String, question: String) async throws {
        let before = rig.appointments.all
        let answer = try await rig.ask(request)
        #expect(answer.skill == "appointment" && answer.text == question, "\(answer.text)")
        #expect(rig.appointments.all == before, "nothing changes before the answer")
        #expect(try await rig.ask("no", isFollowUp: true).text.contains("Added") == false)
        #expect(rig.appointments.all == before)
    }

    @Test func aYesAddsAndUndoTakesBack() async throws {
        let before = rig.appointments.all
        try await rig.ask("put lunch with Tom on my calendar tomorrow at two")
        #expect(try await rig.ask("yes", isFollowUp: true).text == "Added: Lunch with Tom, tomorrow at 2:00 PM.")
        #expect(rig.appointments.all.count == before.count + 1 && rig.appointments.all.last?.title == "Lunch with Tom")
        #expect(try await rig.ask("undo that").text.contains("off your calendar again"))
        #expect(rig.appointments.all == before)
    }

    @Test func whatIsMissingIsAsked() async throws {
        #expect(try await rig.ask("put lunch with Tom on my calendar").text == "When is it?")
        #expect(
            try await rig.ask("tomorrow at two", isFollowUp: true).text == "Add Lunch with Tom tomorrow at 2:00 PM?")
        #expect(try await rig.ask("put lunch on my calendar yesterday at two").text.contains("already passed"))
    }

    @Test(arguments: [
        (
            "move the dentist appointment to tomorrow at four", "Move Dentist from 3:00 PM to tomorrow at 4:00 PM?",
            "Moved: Dentist, tomorrow at 4:00 PM."
        ),
        (
            "reschedule my dentist appointment to five", "Move Dentist from 3:00 PM to 5:00 PM?",
            "Moved: Dentist, at 5:00 PM."
        ),
        (
            "move lunch with Ada to Thursday", "Move Lunch with Ada from tomorrow at noon to Thursday at noon?",
            "Moved: Lunch with Ada, on Thursday at noon."
        ),
    ]) func anAppointmentIsMoved(request: String, question: String, reply: String) async throws {
        let before = rig.appointments.all
        let answer = try await rig.ask(request)
        #expect(answer.skill == "appointment" && answer.text == question, "\(answer.text)")
        #expect(rig.appointments.all == before)
        #expect(try await rig.ask("yes", isFollowUp: true).text == reply)
        #expect(rig.appointments.all != before && rig.appointments.all.count == before.count)
        #expect(try await rig.ask("undo").text.contains("back at its old time"))
        #expect(rig.appointments.all == before)
    }

    @Test func anAppointmentIsCancelledAndBroughtBack() async throws {
        let before = rig.appointments.all
        #expect(try await rig.ask("cancel the dentist appointment").text == "Cancel Dentist, at 3:00 PM?")
        #expect(try await rig.ask("yes", isFollowUp: true).text == "Cancelled: Dentist.")
        #expect(!rig.appointments.all.contains { $0.title == "Dentist" })
        #expect(try await rig.ask("undo").text == "Dentist is back on your calendar.")
        #expect(rig.appointments.all == before)
    }

    @Test func whatCannotBeChangedIsSaidBeforeTheQuestion() async throws {
        rig.calendar.fail(with: .repeats(title: "Dentist"))
        #expect(try await rig.ask("cancel the dentist appointment").text.contains("repeats"))
        rig.calendar.fail(with: nil)
        rig.calendar.choose(false)
        #expect(try await rig.ask("put lunch on my calendar tomorrow at one").text.contains("Settings"))
        #expect(try await rig.ask("cancel the pottery appointment").text.contains("can't find"))
    }
}
