// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

/// Requests that are recognized with low confidence, negated or not understood.
@Suite(.timeLimit(.minutes(10)))
struct HearingDoubtTests {
    private let rig = AgentRig()

    @Test func aDoubtfulChangeIsConfirmedFirst() async throws {
        let question = try await rig.hear("set a timer for ten minutes", confidence: 0.3)
        #expect(question.text == "Did you say \"set a timer for ten minutes\"?" && rig.reminders.all.isEmpty)
        try await rig.hear("yes", confidence: 0.9, isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
        try await rig.hear("cancel the timer", confidence: 0.3)
        try await rig.hear("no", confidence: 0.9, isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
        // A confirmed request can be corrected and undone like any other.
        try await rig.ask("no, make it five minutes")
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(300))])
    }

    @Test func doubtfulQuestionsAreAnsweredAtOnce() async throws {
        #expect(try await rig.hear("what time is it", confidence: 0.3).text == "It's 9:30 AM.")
        #expect(try await rig.hear("set a timer for ten minutes", confidence: 0.8).skill == "timer")
        #expect(rig.reminders.all.count == 1)
    }

    @Test func typedRequestsNeedNoConfirmation() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(rig.reminders.all.count == 1)
    }

    @Test(arguments: ["never mind", "stop", "cancel", "forget it", "cancel that"])
    func aStopPhraseAnswersAQuestionWithNo(phrase: String) async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        try await rig.ask("delete all my notes")
        #expect(try await rig.ask(phrase, isFollowUp: true).text == "All right, I won't.")
        try await rig.ask("yes")
        #expect(try await rig.ask("read my notes").text.contains("2 notes"))
    }

    @Test func aRequestMinutesLaterIsNotTakenAsTheAnswer() async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        try await rig.ask("delete all my notes")
        rig.clock.advance(by: .seconds(240))
        #expect(try await rig.ask("what time is it", isFollowUp: true).skill == "time")
        for hour in ["seven", "eight"] { try await rig.ask("set an alarm for \(hour) am") }
        #expect(try await rig.ask("cancel my alarm").text.contains("Which one?"))
        rig.clock.advance(by: .seconds(240))
        try await rig.ask("seven", isFollowUp: true)
        #expect(rig.reminders.all.count == 2, "it is neither canceled nor set")
    }

    @Test(arguments: ["cancel both alarms", "cancel these alarms", "erase alarms"])
    func bothAndTheseAreNotTreatedAsAlarmNames(request: String) async throws {
        for hour in ["seven", "eight"] { try await rig.ask("set an alarm for \(hour) am") }
        let answer = try await rig.ask(request).text
        #expect(!answer.contains("You have no") && rig.reminders.all.count == 2, "\(answer)")
    }

    @Test func cancellingSeveralAlarmsOfOneNameNeedsAYes() async throws {
        let now = rig.clock.now()
        for hour in [1, 2, 3] {
            let due = now.advanced(by: .seconds(3600 * Int64(hour)))
            try await rig.reminders.add(
                Reminder(id: "\(hour)", kind: .alarm, label: hour < 3 ? "gym" : "bus", createdAt: now, dueAt: due))
        }
        #expect(try await rig.ask("cancel the gym alarm").text == "Cancel both alarms?")
        try await rig.ask("no", isFollowUp: true)
        #expect(rig.reminders.all.count == 3)
        try await rig.ask("cancel the bus alarm")
        #expect(rig.reminders.all.map(\.id).sorted() == ["1", "2"])
    }

    @Test func aDroppedQuestionCannotBeAnsweredLater() async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        try await rig.ask("delete all my notes")
        rig.chain.dropQuestion()
        try await rig.ask("yes")
        #expect(try await rig.ask("read my notes").text.contains("2 notes"))
        #expect(try await rig.ask("undo").text.contains("deleted the note"), "the rest stays known")
    }

    @Test func aYesMinutesLaterIsIgnored() async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        try await rig.ask("delete all my notes")
        rig.clock.advance(by: .seconds(200))
        let late = try await rig.ask("yes", isFollowUp: true)
        let notes = try await rig.ask("read my notes").text
        #expect(notes.contains("2 notes"), "\(late.text) \(notes)")
        try await rig.ask("delete all my notes")
        rig.clock.advance(by: .seconds(100))
        try await rig.ask("yes", isFollowUp: true)
        #expect(try await rig.ask("read my notes").text.contains("no notes"))
    }

    @Test func aDoubtfulYesIsAskedForAgain() async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        try await rig.ask("delete all my notes")
        let again = try await rig.hear("yes", confidence: 0.2, isFollowUp: true)
        #expect(again.text == "Sorry, I didn't catch that. Delete both notes?")
        #expect(rig.history.messages.filter { $0.kind == .note }.count == 2)
        try await rig.hear("yes", confidence: 0.9, isFollowUp: true)
        #expect(rig.history.messages.allSatisfy { $0.kind != .note })
    }

    @Test func unrecognizedRequestsAreNotBlamedOnTheNetwork() async throws {
        let first = try await rig.hear("colourless green ideas", confidence: 0.2)
        #expect(first.text == "Sorry, I didn't catch that." && first.skill == nil)
        #expect(try await rig.hear("sleep furiously", confidence: 0.2).text != first.text)
        for text in ["colourless green ideas sleep furiously", "my battery keeps dying", "frobnicate the blorb"] {
            #expect(!(try await rig.ask(text).text.contains("ffline")))
        }
    }

    @Test func doubtfulNotesSayThatTheyMayBeMisheard() async throws {
        #expect(try await rig.hear("note that the key is under the mat", confidence: 0.65).text.contains("misheard"))
        #expect(!(try await rig.hear("note that the key is under the mat", confidence: 0.95).text.contains("misheard")))
        #expect(try await rig.hear("remind me at noon to eat", confidence: 0.65).text.contains("misheard"))
    }

    @Test(arguments: [
        "don't set a timer", "do not set a timer for ten minutes", "please do not change your voice",
        "do not delete my notes",
        "please don't delete my notes", "remind me to, actually no, it doesn't matter",
        "set a timer for, oh never mind",
        "search for cheap flights, ah no, leave it, I'll do it later", "never cancel my alarms",
    ])
    func negatedRequestsChangeNothing(text: String) async throws {
        try await rig.ask("note that one")
        let voice = rig.settings.current.voice
        let before = rig.reminders.all
        let answer = try await rig.ask(text)
        #expect(!answer.clauses.isEmpty && answer.summary.followUp == .none, "\(answer)")
        #expect(rig.reminders.all == before && rig.settings.current.voice == voice)
        #expect(rig.history.messages.filter { $0.kind == .note }.count == 1)
    }

    @Test(arguments: ["don't let me forget to call mum at noon", "do not let me forget to call mum at noon"])
    func dontLetMeForgetSetsAReminder(text: String) async throws {
        try await rig.ask(text)
        #expect(rig.reminders.all.map(\.label) == ["call mum"])
    }
}
