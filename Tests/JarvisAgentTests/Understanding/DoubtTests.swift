// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

/// Deleting more than one item needs a yes, and actions can be undone.
@Suite(.timeLimit(.minutes(10)))
struct DoubtTests {
    private let rig = AgentRig()

    @Test func deletingSeveralItemsNeedsAYes() async throws {
        for text in ["set a timer for one minute", "set a timer for two minutes"] { try await rig.ask(text) }
        let question = try await rig.ask("cancel all timers")
        #expect(question.text == "Cancel both timers?")
        #expect(question.summary.followUp == .dictation && rig.reminders.all.count == 2)
        #expect(try await rig.ask("no, don't", isFollowUp: true).text == "All right, I won't.")
        #expect(rig.reminders.all.count == 2)
        try await rig.ask("cancel all timers")
        #expect(try await rig.ask("Yes, please.", isFollowUp: true).text == "I've cancelled both timers.")
        #expect(rig.reminders.all.isEmpty)
        #expect(
            try await rig.ask("undo that").text == "Your timer for 1 minute and your timer for 2 minutes are set again."
        )
        #expect(rig.reminders.all.count == 2)
    }

    @Test(arguments: ["yes", "Yeah, go ahead", "sure", "do it", "right, yes, do it", "yes, get rid"])
    func yesCanBeSaidInManyWays(yes: String) async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        #expect(try await rig.ask("delete all my notes").text == "Delete both notes?")
        #expect(try await rig.ask(yes, isFollowUp: true).text == "I've deleted 2 notes.")
        #expect(try await rig.ask("take that back").text == "I've put 2 notes back.")
    }

    @Test(arguments: [
        "yesterday was nice", "what time is it", "maybe later", "stop", "no, I still need those", "okay, no",
        "yes but not the first one", "yeah he was right", "sure is cold", "not yet",
    ])
    func anythingButAYesDeletesNothing(answer: String) async throws {
        for note in ["note that one", "note that two"] { try await rig.ask(note) }
        try await rig.ask("delete all my notes")
        try await rig.ask(answer, isFollowUp: true)
        #expect(rig.history.messages.filter { $0.kind == .note }.count == 2)
        // The question is gone: a later yes answers nothing.
        try await rig.ask("yes")
        #expect(rig.history.messages.filter { $0.kind == .note }.count == 2)
    }

    @Test func aMissingNameIsNotReplacedByAnother() async throws {
        try await rig.ask("set a timer for ten minutes")
        let answer = try await rig.ask("cancel the pasta timer")
        #expect(answer.text == "I can't find that timer. You have the timer for 10 minutes.")
        #expect(rig.reminders.all.count == 1)
    }

    @Test func actionsCanBeUndone() async throws {
        try await rig.ask("set an alarm for 7 am")
        #expect(try await rig.ask("cancel that").text == "Your alarm for tomorrow at 7:00 AM is cancelled.")
        #expect(rig.reminders.all.isEmpty)
        #expect(try await rig.ask("undo").text == "Your alarm for tomorrow at 7:00 AM is set again.")
        #expect(rig.reminders.all.count == 1)
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("add five minutes to the timer")
        #expect(try await rig.ask("undo that").text == "Your timer has 10 minutes left again.")
        try await rig.ask("call me alex")
        #expect(rig.settings.current.userName == "Alex")
        #expect(try await rig.ask("undo").text == "I've forgotten that name.")
        #expect(rig.settings.current.userName.isEmpty)
    }

    @Test func actionsCannotBeUndoneAfterTenMinutes() async throws {
        try await rig.ask("set an alarm for noon")
        rig.clock.advance(by: .seconds(601))
        #expect(try await rig.ask("undo that").text == "There's nothing to undo.")
        #expect(rig.reminders.all.count == 1)
    }
}
