// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

/// Questions answered from the notes and the history, at 09:30 on Monday, 5 January 2026.
@Suite(.timeLimit(.minutes(10)))
struct RecallTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("remember that my wife's birthday is on June 3rd", "when is my wife's birthday?", "My wife's birthday is on"),
        ("take a note my locker is number 41", "what number is my locker", "My locker is number 41."),
        ("remember that the spare key is under the blue pot", "where is our spare key", "The spare key is under"),
        ("remember that the spare key is under the blue pot", "where's the spare key", "The spare key is under"),
        ("note that the garage code is 4719", "what is the garage code", "The garage code is 4719."),
        ("note that the plumber's number is 555 2017", "what was the plumber's number", "The plumber's number is"),
    ]) func aQuestionIsAnsweredFromTheNotes(note: String, question: String, told: String) async throws {
        #expect(try await rig.ask(question).skill != "note", "nothing is known yet")
        try await rig.ask(note)
        let answer = try await rig.ask(question)
        #expect(answer.skill == "note")
        #expect(answer.text.hasPrefix("You noted: \(told)"), "\(answer.text)")
    }

    @Test func skillsAnswerBeforeNotesDo() async throws {
        try await rig.ask("remember that my next appointment and my name are secret")
        #expect(try await rig.ask("when is my next appointment").skill == "calendar")
        #expect(try await rig.ask("what is my name").skill != "note")
        #expect(try await rig.ask("when is the next appointment of the king").skill != "note", "it is not the user's")
    }

    @Test func theRequestsOfADayAreFoundInTheHistory() async throws {
        #expect(try await rig.ask("what did I ask you yesterday").text == "I don't know of anything you said then.")
        try await rig.ask("flip a coin")
        try await rig.ask("what day is it")
        rig.clock.advance(by: .seconds(86_400))
        try await rig.ask("thank you")
        let answer = try await rig.ask("what did I ask you yesterday")
        #expect(answer.skill == "history" && answer.values["count"] == "3")
        #expect(answer.clauses.prefix(2) == ["You said 3 things.", "What day is it."], "\(answer.text)")
        #expect(try await rig.ask("what did I say on Monday").values["count"] == "3")
        #expect(try await rig.ask("what did I say today").values["count"] == "3")
    }
}
