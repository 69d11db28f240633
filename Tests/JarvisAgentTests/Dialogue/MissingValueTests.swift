// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting
import Testing

/// A missing value is asked for, and the next utterance supplies it.
@Suite(.timeLimit(.minutes(10)))
struct MissingValueTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("Monday morning", "09:00", "2026-01-12"), ("this evening", "20:00", "2026-01-05"),
        ("tonight", "20:00", "2026-01-05"), ("in the afternoon", "15:00", "2026-01-05"),
        ("at noon", "12:00", "2026-01-05"),
        ("at the end of the month", "09:00", "2026-01-31"), ("half past seven", "19:30", "2026-01-05"),
        ("a quarter to eight", "19:45", "2026-01-05"), ("tomorrow afternoon", "15:00", "2026-01-06"),
        ("oh, about eight tonight", "20:00", "2026-01-05"), ("at nine tonight", "21:00", "2026-01-05"),
        ("say, in an hour", "10:30", "2026-01-05"), ("friday at seven in the morning", "07:00", "2026-01-09"),
        ("wednesday evening at seven", "19:00", "2026-01-07"), ("next week", "09:00", "2026-01-12"),
    ])
    func aReminderAsksWhen(answer: String, time: String, day: String) async throws {
        #expect(try await rig.ask("remind me to call mum").text == "When should I remind you?")
        let reply = try await rig.ask(answer, isFollowUp: true)
        #expect(reply.values["time"] == time && reply.values["day"] == day, "\(reply)")
        #expect(rig.reminders.all.map(\.label) == ["call mum"])
    }

    /// A question waits for the one who was asked.
    @Test func aQuestionIsAnsweredWhereItWasAsked() async throws {
        try await rig.ask("remind me to call mum", by: .commandLine)
        #expect(rig.agent.awaitsAnswer(of: .commandLine) && !rig.agent.awaitsAnswer(of: .conversation))
        try await rig.ask("at noon")
        #expect(rig.reminders.all.isEmpty)
        #expect(!rig.agent.awaitsAnswer(of: .commandLine))
    }

    @Test func anotherProcessCanSupplyTheValue() async throws {
        try await rig.ask("remind me to call mum", by: .commandLine)
        let question = try #require(rig.agent.unanswered)
        let folder = try TemporaryFolder()
        let file = QuestionFile(path: folder.path + "/question.json")
        try file.save(question)
        rig.agent.forget()
        rig.agent.remember(try #require(file.take(now: rig.clock.now())))
        #expect(file.take(now: rig.clock.now()) == nil, "it is answered once")
        try await rig.ask("at noon", isFollowUp: true, by: .commandLine)
        #expect(rig.reminders.all.map(\.label) == ["call mum"])
    }

    @Test func anOldQuestionIsNotTakenUp() throws {
        let folder = try TemporaryFolder()
        let file = QuestionFile(path: folder.path + "/question.json")
        let asked = rig.clock.now()
        try file.save(UnansweredQuestion(at: asked, skill: "timer", question: "For how long?", reply: "", values: [:]))
        #expect(file.take(now: asked.advanced(by: .seconds(181))) == nil)
        #expect(!Environment.exists(folder.path + "/question.json"))
    }

    /// What waits for a yes or a choice acts on things of this process.
    @Test func questionsForAYesStayInTheirProcess() async throws {
        try await rig.ask("set a timer for ten minutes")
        try await rig.ask("set a timer for three minutes")
        let question = try await rig.ask("cancel the timer", by: .commandLine)
        #expect(question.summary.followUp == .dictation && rig.agent.unanswered == nil, "\(question)")
        try await rig.ask("the ten minute one", isFollowUp: true, by: .commandLine)
        #expect(rig.reminders.all.count == 1)
    }

    @Test(arguments: [
        ("remind me to call mum in the evening", "20:00", "2026-01-05"),
        ("remind me to call mum this evening", "20:00", "2026-01-05"),
        ("remind me on Wednesday morning to call mum", "09:00", "2026-01-07"),
        ("remind me to call mum at the end of the month", "09:00", "2026-01-31"),
        ("remind me to call mum at half past seven", "19:30", "2026-01-05"),
        ("remind me at noon to call mum", "12:00", "2026-01-05"),
    ])
    func vagueTimesAreUnderstood(request: String, time: String, day: String) async throws {
        let reply = try await rig.ask(request)
        #expect(reply.values["time"] == time && reply.values["day"] == day, "\(reply)")
        #expect(rig.reminders.all.map(\.label) == ["call mum"])
    }

    @Test func aNumberThatIsNotATimeStaysInTheText() async throws {
        #expect(try await rig.ask("remind me to read chapter seven").text == "When should I remind you?")
        try await rig.ask("tomorrow", isFollowUp: true)
        #expect(rig.reminders.all.map(\.label) == ["read chapter seven"])
    }

    @Test(arguments: [
        ("set a timer", "For how long?", "ten minutes or so"),
        ("set a timer", "For how long?", "half an hour should do it"),
        ("set a timer", "For how long?", "say, ninety seconds"),
        ("set an alarm", "For what time?", "seven in the morning"),
        ("set an alarm", "For what time?", "about half past six am please"),
        ("set an alarm", "For what time?", "in an hour"),
        ("remind me at 4 pm", "What should I remind you of?", "it's to pick up the kids"),
    ])
    func theNextUtteranceSuppliesTheValue(request: String, question: String, answer: String) async throws {
        let asked = try await rig.ask(request)
        #expect(asked.text == question && asked.summary.followUp == .dictation)
        try await rig.ask(answer, isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
        #expect(rig.reminders.all.allSatisfy { ["", "pick up the kids"].contains($0.label) })
    }

    @Test func anUnusableAnswerIsAskedForOnceMore() async throws {
        try await rig.ask("set a timer")
        let again = try await rig.ask("colourless green ideas", isFollowUp: true)
        #expect(again.text == "Sorry, I didn't catch that. For how long?")
        try await rig.ask("ten minutes", isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
        try await rig.ask("set a timer")
        try await rig.ask("colourless green ideas", isFollowUp: true)
        #expect(try await rig.ask("green as ideas are", isFollowUp: true).skill == nil)
    }

    @Test func spokenDigitsAreWrittenAsFigures() async throws {
        try await rig.ask("note that the door code is four two seven one")
        #expect(rig.history.messages.last { $0.kind == .note }?.text == "the door code is 4271")
        try await rig.ask("remind me at noon to enter four two double seven")
        #expect(rig.reminders.all.map(\.label) == ["enter 4277"])
    }

    @Test func whatIsNoAnswerIsNotTheNextTextToTranslate() async throws {
        #expect(try await rig.ask("translate good morning").text == "Into which language?")
        let again = try await rig.ask("read between the lines", isFollowUp: true).text
        #expect(again == "Sorry, I didn't catch that. Into which language?")
        for (line, isFollowUp) in [("read the room", true), ("clear your plate", false), ("a stitch in time", false)] {
            let text = try await rig.ask(line, isFollowUp: isFollowUp).text
            #expect(!text.contains("language"), "\(line): \(text)")
        }
    }

    @Test func aLongReminderNeedsAYes() async throws {
        let words = (0..<40).map { "thing\($0)" }.joined(separator: " ")
        let question = try await rig.ask("remind me at noon to do \(words)")
        #expect(question.text.hasPrefix("That's a long one.") && rig.reminders.all.isEmpty)
        try await rig.ask("yes", isFollowUp: true)
        #expect(rig.reminders.all.count == 1)
    }
}
