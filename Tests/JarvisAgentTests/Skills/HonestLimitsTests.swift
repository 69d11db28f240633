// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisControlTesting
import JarvisCore
import JarvisTesting
import Testing

/// What is near to something that JARVIS can do is not taken for it.
@Suite(.timeLimit(.minutes(2)))
struct HonestLimitsTests {
    private let rig = AgentRig()

    @Test(arguments: [
        "put the computer to sleep in an hour", "lock the screen in ten minutes", "at six lock the screen",
        "pause the music in half an hour", "suspend the computer at eleven",
    ]) func whatIsToBeDoneLaterIsNotDoneNow(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == "I can only do that at once, not by the clock. Shall I do it now?", "\(answer.text)")
        #expect(rig.desktop.session.performed.isEmpty)
        #expect(try await rig.ask("yes").skill == answer.skill, "a yes does it")
    }

    @Test(arguments: [
        "turn off bluetooth", "switch off the wi-fi", "turn the lights off", "turn off the TV", "switch on the heating",
    ]) func otherThingsAreNotTheComputer(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text.hasPrefix("I can't turn that on or off."), "\(answer.text)")
    }

    @Test func aProgramIsNotClosedNorOpenedInstead() async throws {
        let answer = try await rig.ask("close firefox")
        #expect(answer.text.hasPrefix("I can't close Firefox"), "\(answer.text)")
        #expect(rig.launcher.all.isEmpty)
    }

    @Test func closingOtherThingsIsUnderstoodAsBefore() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("kill the timer").text == "I've canceled your timer.")
        #expect(try await rig.ask("close the history").skill == "window")
        #expect(try await rig.ask("quit").skill != "application")
    }

    @Test func chanceTakesWhatIsSaid() async throws {
        #expect(try await rig.ask("random number up to 100").text == "I pick 1.")
        #expect(try await rig.ask("give me a random number below 1").text == "I pick 0.")
        #expect(try await rig.ask("pick up milk and eggs").skill != "chance")
        #expect(try await rig.ask("choose between pizza and pasta").text == "I'd say pizza.")
        #expect(try await rig.ask("pick a number between 5 and 9").text == "I pick 5.")
    }

    @Test func theOnlyListIsAskedAboutWithoutItsName() async throws {
        try await rig.ask("add milk to my shopping list")
        #expect(try await rig.ask("is milk on the list").text == "Yes, milk is on your shopping list.")
        #expect(try await rig.ask("are eggs on my shopping list").text == "No, you have no eggs on your shopping list.")
    }
}
