// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

/// Several requests in one utterance.
@Suite(.timeLimit(.minutes(10)))
struct SeveralRequestsTests {
    private let rig = AgentRig()

    @Test func twoQuestionsAreBothAnswered() async throws {
        let answer = try await rig.ask("what time is it and what's the date")
        #expect(answer.clauses == ["It's 9:30 AM.", "Today is Monday, January 5th, 2026."])
    }

    @Test func typedLinesAreSeparateRequests() async throws {
        let answer = try await rig.ask("set a timer for ten minutes\nwhat time is it")
        #expect(answer.clauses == ["Your timer is set for 10 minutes.", "It's 9:30 AM."])
        try await rig.ask("set a timer\nfor twenty minutes")
        #expect(rig.reminders.all.map(\.label) == ["", ""])
        let durations = rig.reminders.all.map { $0.dueAt.since(rig.clock.now()) }
        #expect(durations == [.seconds(600), .seconds(1200)])
    }

    @Test func severalRequestsAreDoneAndUndoneTogether() async throws {
        let answer = try await rig.ask("set a timer for ten minutes and wake me up at 7 tomorrow, then call me Alex")
        #expect(answer.clauses.count >= 3, "\(answer)")
        #expect(rig.reminders.all.count == 2 && rig.settings.current.userName == "Alex")
        try await rig.ask("undo that")
        #expect(rig.reminders.all.isEmpty && rig.settings.current.userName.isEmpty)
    }

    @Test func aRequestsQuestionComesLast() async throws {
        let answer = try await rig.ask("set a timer and what time is it")
        #expect(answer.clauses == ["It's 9:30 AM.", "For how long?"])
        try await rig.ask("ten minutes", isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
    }

    @Test func anAndInsideARequestDoesNotSplitIt() async throws {
        try await rig.ask("set a timer for an hour and ten minutes")
        #expect(rig.reminders.all.map(\.dueAt) == [rig.clock.now().advanced(by: .seconds(4200))])
        try await rig.ask("remind me at noon to buy milk and eggs")
        #expect(rig.reminders.all.map(\.label) == ["", "buy milk and eggs"])
        try await rig.ask("note that the timer is broken and what time is it")
        #expect(rig.history.messages.filter { $0.kind == .note }.count == 1)
    }

    /// A duration with an "and" in it used to hide the request after it.
    @Test func anHourAndAHalfIsOneDuration() async throws {
        try await rig.ask("set a timer for an hour and a half and remind me at six to cook")
        #expect(rig.reminders.all.contains { $0.dueAt == rig.clock.now().advanced(by: .seconds(5400)) })
        #expect(rig.reminders.all.contains { $0.label == "cook" })
        #expect(rig.reminders.all.count == 2)
    }

    @Test func aReminderDoesNotSwallowTheNextRequest() async throws {
        try await rig.ask("remind me to call mum at six pm and set a timer for ten minutes")
        #expect(
            rig.reminders.all.map(\.kind) == [.reminder, .timer]
                || rig.reminders.all.map(\.kind) == [.timer, .reminder])
        #expect(rig.reminders.all.contains { $0.label == "call mum" })
    }

    @Test(arguments: [
        "take the eggs off my shopping list and add oats", "remove eggs from my shopping list, then put oats on it",
        "add oats to my shopping list and remove the eggs", "on my shopping list, delete eggs and add oats",
        "cross the eggs off my shopping list and add oats to it",
        "delete the eggs and add oats to my shopping list",
    ])
    func theSecondChangeIsToTheSameList(text: String) async throws {
        let rig = AgentRig()
        try await rig.ask("create a packing list")
        try await rig.ask("add milk and eggs to my shopping list")
        let answer = try await rig.ask(text)
        #expect(rig.lists.all.first { $0.name == "shopping" }?.items == ["milk", "oats"], "\(answer.text)")
        try await rig.ask("undo that")
        #expect(Set(rig.lists.all.first { $0.name == "shopping" }?.items ?? []) == ["milk", "eggs"])
    }

    @Test(arguments: [
        ("set an alarm at 9 and at 10 pm", [21, 22]), ("could you set an alarm for 6 and 7 in the morning", [6, 7]),
        ("set an alarm for 6 and for 7 am", [6, 7]), ("make an alarm for five am and six am", [5, 6]),
    ])
    func anAlarmAtTwoTimesRingsTwice(text: String, hours: [Int]) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(rig.reminders.all.map { rig.clock.local($0.dueAt).hour }.sorted() == hours, "\(answer.text)")
    }

    @Test func aPartlyUnknownRequestIsConfirmedFirst() async throws {
        let question = try await rig.ask("set a timer for ten minutes and frobnicate the blorb")
        #expect(question.text == "I didn't understand \"frobnicate the blorb\". Should I just set a timer?")
        #expect(rig.reminders.all.isEmpty)
        try await rig.ask("yes", isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
    }
}
