// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DialogueTests {
    private let rig = AgentRig()

    @Test func timersCanBeSetListedExtendedAndCancelled() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(600))])
        rig.clock.advance(by: .seconds(61))
        #expect(
            try await rig.ask("how much time is left").text == "Your timer has 8 minutes and 59 seconds left.")
        #expect(try await rig.ask("add two minutes to the timer").text.contains("10 minutes and 59 seconds"))
        #expect(rig.reminders.all.count == 1)
        try await rig.ask("set a tea timer for 4 minutes")
        let list = try await rig.ask("list my timers")
        #expect(
            list.text
                == "You have 2 timers. The tea timer has 4 minutes left. The timer for 12 minutes has 10 "
                + "minutes and 59 seconds left."
        )
        #expect(try await rig.ask("how long is left on the tea timer").text.hasPrefix("Your tea timer has 4 minutes"))
        #expect(try await rig.ask("cancel the timer").text.contains("2 timers"))
        #expect(try await rig.ask("cancel the tea timer").values["count"] == "1")
        #expect(rig.reminders.all.map(\.label) == [""])
        #expect(try await rig.ask("cancel all timers").text == "I've cancelled your timer.")
        #expect(rig.reminders.all.isEmpty)
    }

    @Test func simultaneousTimersHaveDistinctIdentities() async throws {
        for _ in 0..<3 { try await rig.ask("set a timer for one minute") }
        #expect(Set(rig.reminders.all.map(\.id)).count == 3)
    }

    @Test func aMissingLengthIsAskedFor() async throws {
        let question = try await rig.ask("set a timer")
        #expect(question.summary.followUp == .dictation)
        #expect(try await rig.ask("for five minutes", isFollowUp: true).values["length"] == "300")
    }

    @Test func anotherRequestInsteadOfAnAnswerIsCarriedOut() async throws {
        try await rig.ask("set a timer")
        #expect(try await rig.ask("what time is it", isFollowUp: true).skill == "time")
        #expect(rig.reminders.all.isEmpty)
    }

    @Test func stopEndsAQuestionWithoutAnAnswer() async throws {
        try await rig.ask("take a note")
        let answer = try await rig.ask("never mind", isFollowUp: true)
        #expect(answer.skill == "stop" && answer.clauses.isEmpty)
        #expect(rig.history.messages.allSatisfy { $0.kind != .note })
        #expect(try await rig.ask("green bananas", isFollowUp: false).skill != "note")
    }

    @Test func alarmsAreListedAndCancelledByTime() async throws {
        try await rig.ask("set an alarm for 7 am")
        try await rig.ask("set an alarm for noon")
        #expect(try await rig.ask("when is my next alarm").text == "Your next alarm is today at noon.")
        #expect(try await rig.ask("list my alarms").values["count"] == "2")
        #expect(try await rig.ask("cancel my alarm").text.contains("2 alarms"))
        #expect(try await rig.ask("cancel the alarm for seven").text.contains("tomorrow at 7:00 AM"))
        #expect(try await rig.ask("cancel the alarm for nine").text == "You have no alarm at that time.")
        #expect(rig.reminders.all.count == 1)
        try await rig.ask("set an alarm")
        #expect(try await rig.ask("tomorrow at eight", isFollowUp: true).values["day"] == "2026-01-06")
    }

    @Test func remindersAskForMissingValues() async throws {
        let first = try await rig.ask("remind me to call Mum")
        #expect(first.summary.followUp == .dictation)
        let second = try await rig.ask("tomorrow at nine", isFollowUp: true)
        #expect(second.text == "I'll remind you tomorrow at 9:00 AM: call Mum.")
        try await rig.ask("remind me in ten minutes")
        #expect(
            try await rig.ask("Check the oven.", isFollowUp: true).text
                == "I'll remind you at 9:40 AM: Check the oven.")
        try await rig.ask("set a reminder")
        #expect(try await rig.ask("stretch", isFollowUp: true).text == "When should I remind you?")
        #expect(try await rig.ask("in an hour", isFollowUp: true).values["time"] == "10:30")
        #expect(rig.reminders.all.map(\.label).sorted() == ["Check the oven", "call Mum", "stretch"])
        let list = try await rig.ask("what are my reminders").text
        #expect(list.contains("You have 3 reminders: Check the oven, today at 9:40 AM"))
        #expect(try await rig.ask("cancel the reminder about zebras").text == "I can't find that reminder.")
        #expect(try await rig.ask("cancel the reminder to stretch").values["count"] == "1")
        try await rig.ask("cancel all reminders")
        #expect(try await rig.ask("yes", isFollowUp: true).values["count"] == "2")
    }

    @Test func notesCanBeTakenReadSearchedAndDeleted() async throws {
        try await rig.ask("take a note")
        #expect(try await rig.ask("Buy milk.", isFollowUp: true, source: .voice).skill == "note")
        let note = try #require(rig.history.messages.first { $0.kind == .note })
        #expect(note.text == "Buy milk" && note.source == .voice && note.skill == "note")
        #expect(try await rig.ask("read my notes").text == "Your only note says: Buy milk.")
        try await rig.ask("take a note call the plumber")
        #expect(try await rig.ask("read my notes").clauses == ["You have 2 notes.", "Call the plumber.", "Buy milk."])
        #expect(try await rig.ask("search my notes for milk").clauses == ["I found 1 note.", "Buy milk."])
        #expect(try await rig.ask("read my last note").text == "Your last note says: Call the plumber.")
        try await rig.ask("delete my last note")
        #expect(rig.history.messages.filter { $0.kind == .note }.map(\.text) == ["Buy milk"])
    }

    @Test func aVoiceNoteIsKeptVerbatimAndSummarized() async throws {
        try await rig.ask("take a voice note")
        let said = "Well. The garden wall is broken and the garden gate is broken too. I hate that."
        let answer = try await rig.ask(said, isFollowUp: true, source: .voice)
        #expect(
            answer.text == "Kept: The garden wall is broken and the garden gate is broken too. It sounds sad.")
        #expect(answer.values["mood"] == "negative")
        let note = try #require(rig.history.messages.first { $0.kind == .note })
        #expect(note.text == said && note.source == .voice)
        try await rig.ask("what time is it")
        #expect(try await rig.ask("sum up my last note").text.hasPrefix("Your last note: The garden wall is broken"))
        // A note that isn't a voice note has no mood.
        try await rig.ask("take a note")
        #expect(try await rig.ask("buy milk", isFollowUp: true).values["mood"] == nil)
    }

    @Test func aVoiceNoteCanBeUndone() async throws {
        try await rig.ask("take a voice note")
        try await rig.ask("The boat is lovely", isFollowUp: true)
        #expect(rig.history.messages.contains { $0.kind == .note })
        try await rig.ask("undo that")
        #expect(!rig.history.messages.contains { $0.kind == .note })
    }

    @Test func aFollowUpFindsItsSkillInTheHistoryAfterARestart() async throws {
        try await rig.ask("take a note")
        let restarted = AgentRig()
        let request = AgentRequest(
            turn: TurnID(rawValue: 99), text: "buy bread", source: .typed, context: rig.history.messages,
            isFollowUp: true)
        #expect(try await AgentRig.collect(restarted.agent.respond(to: request)).skill == "note")
    }

    @Test func historyIsSearchedWithoutItsOwnSearches() async throws {
        try await rig.ask("what is two plus two")
        try await rig.ask("take a note elephants are grey")
        rig.clock.advance(by: .seconds(86_400))
        let answer = try await rig.ask("search my history for elephants")
        // The request, the note and the reply that confirmed it.
        #expect(answer.values["count"] == "3")
        #expect(answer.text.contains("yesterday"))
        #expect(try await rig.ask("search my history for elephants").values["count"] == "3")
        try await rig.ask("search my history")
        #expect(try await rig.ask("elephants", isFollowUp: true).values["count"] == "3")
        #expect(try await rig.ask("what did i ask about zebras").values["count"] == "0")
    }

    /// A request leaves no trace until it is certain that its speaker has finished.
    @Test func unsettledRequestsAreForgotten() async throws {
        // After one answer, the applications have been read.
        let said = try await rig.ask("help")
        for text in ["what time is it", "take a note"] {
            let request = AgentRequest(
                turn: TurnID(rawValue: 50), text: text, source: .voice, settlement: Settlement(isSettled: false))
            #expect(rig.agent.canPrepare(request) == (text != "take a note"), "a note changes something")
            guard rig.agent.canPrepare(request) else { continue }
            #expect(!(try await AgentRig.collect(rig.agent.respond(to: request)).clauses.isEmpty))
        }
        #expect(try await rig.ask("repeat that").clauses == said.clauses)
        let settled = Settlement(isSettled: false)
        let request = AgentRequest(
            turn: TurnID(rawValue: 51), text: "what time is it", source: .voice, settlement: settled)
        let time = try await AgentRig.collect(rig.agent.respond(to: request))
        settled.settle()
        #expect(try await rig.ask("repeat that").clauses == time.clauses)
    }

    /// Requests that only read can be prepared, even if their skill can change things.
    @Test(arguments: [
        "how much time is left on the timer", "when is my next alarm", "what are my reminders", "read my shopping list",
        "what lists do i have", "read my notes",
    ])
    func readOnlyRequestsArePrepared(text: String) async throws {
        let rig = AgentRig()
        try await rig.ask("help")
        let request = AgentRequest(
            turn: TurnID(rawValue: 50), text: text, source: .voice, settlement: Settlement(isSettled: false))
        #expect(rig.agent.canPrepare(request))
        #expect(!(try await AgentRig.collect(rig.agent.respond(to: request)).clauses.isEmpty))
    }

    @Test(arguments: ["set a timer for ten minutes", "stop", "colourless green ideas sleep furiously"])
    func otherRequestsAreNotPrepared(text: String) {
        #expect(!rig.chain.canPrepare(AgentRequest(turn: TurnID(rawValue: 5), text: text, source: .voice)))
        let followUp = AgentRequest(
            turn: TurnID(rawValue: 5), text: "what time is it", source: .voice, isFollowUp: true)
        #expect(!rig.chain.canPrepare(followUp))
    }

    @Test func repeatSaysAnInterruptedReplyInFull() async throws {
        let said = try await rig.ask("help")
        #expect(try await rig.ask("repeat that").clauses == said.clauses)
        #expect(try await rig.ask("repeat that").clauses == said.clauses)
        let other = AgentRig()
        let heard = Message(
            id: MessageID(rawValue: "1"), createdAt: rig.clock.now(),
            draft: MessageDraft(turn: TurnID(rawValue: 1), kind: .assistant, text: "It's noon.", source: .system))
        let request = AgentRequest(turn: TurnID(rawValue: 2), text: "say that again", source: .voice, context: [heard])
        #expect(try await AgentRig.collect(other.agent.respond(to: request)).text == "It's noon.")
    }

    @Test func speakingStyleStopsAtItsLimits() async throws {
        for _ in 0..<4 { try await rig.ask("speak faster") }
        #expect(rig.settings.current.speed == 1.8)
        #expect(try await rig.ask("speak faster").text.contains("as fast as I can"))
        #expect(rig.settings.current.speed == 2)
        #expect(try await rig.ask("speak faster").text == "This is as fast as I can speak.")
        for _ in 0..<20 { try await rig.ask("speak quieter") }
        #expect(rig.settings.current.volume == 0.2)
        for _ in 0..<20 { try await rig.ask("speak lower") }
        #expect(rig.settings.current.pitch == -12)
        try await rig.ask("speak normally")
        #expect(rig.settings.current == Settings())
    }

    @Test func voicesKeepTheAccentWhenTheGenderChanges() async throws {
        try await rig.ask("use a british voice")
        #expect(try await rig.ask("use a female voice").values["voice"] == "en-gb+f3")
        #expect(try await rig.ask("use an american voice").values["voice"] == "en-us+f3")
        #expect(try await rig.ask("use a male voice").values["voice"] == "en-us")
        #expect(rig.settings.current.voice == "en-us")
    }

    @Test func changingTheVoiceWalksThroughAllEnglishOnes() async throws {
        var heard: Set<String> = []
        for _ in 0..<5 { heard.insert(try await rig.ask("change your voice").values["voice"] ?? "") }
        #expect(heard == ["en-us", "en-us+f3", "en-gb", "en-gb+f3", "en-gb-scotland"])
    }

    @Test func jokesDoNotRepeatAtOnce() async throws {
        let first = try await rig.ask("tell me a joke")
        let second = try await rig.ask("tell me another joke")
        #expect(first.text != second.text)
        #expect(try await AgentRig(pick: 3).ask("tell me a joke").text != first.text)
        #expect(try await AgentRig().ask("tell me a joke").text == first.text)
    }

    @Test func goodbyeEndsTheConversation() async throws {
        #expect(try await rig.ask("goodbye").summary.followUp == .endConversation)
    }

    @Test func theUsersNameIsUsed() async throws {
        try rig.settings.update { $0.userName = "Ada" }
        #expect(try await rig.ask("good morning").text == "Good morning, Ada.")
        #expect(try await rig.ask("what's my name").text == "You're Ada.")
    }

    @Test func dueRemindersAreAnnounced() {
        let now = rig.clock.now()
        func text(_ kind: Reminder.Kind, _ label: String) -> String {
            ReminderAnnouncement.text(
                for: Reminder(id: "1", kind: kind, label: label, createdAt: now, dueAt: now.advanced(by: .seconds(60))),
                clock: rig.clock)
        }
        #expect(text(.timer, "") == "Your timer for 1 minute is done.")
        #expect(text(.timer, "tea") == "Your tea timer is done.")
        #expect(text(.alarm, "") == "It's 9:31 AM. This is your alarm.")
        #expect(text(.reminder, "call mum") == "Here's your reminder: call mum.")
    }

    @Test func lateRemindersMentionTheirTime() {
        let now = rig.clock.now()
        func text(_ kind: Reminder.Kind, _ label: String, late seconds: Int) -> String {
            let due = now.advanced(by: .seconds(-seconds))
            return ReminderAnnouncement.due(
                Reminder(id: "1", kind: kind, label: label, createdAt: due.advanced(by: .seconds(-60)), dueAt: due),
                clock: rig.clock)
        }
        #expect(text(.timer, "tea", late: 20) == "Your tea timer is done.")
        #expect(text(.timer, "tea", late: 120) == "Your tea timer is done. It ended at 9:28 AM.")
        #expect(text(.alarm, "", late: 300) == "It's 9:30 AM. Your alarm was for 9:25 AM.")
        #expect(text(.alarm, "tea", late: 300) == "It's 9:30 AM. Time for tea. Your alarm was for 9:25 AM.")
        #expect(text(.reminder, "call mum", late: 60) == "Here's your reminder: call mum. It was for 9:29 AM.")
    }
}
