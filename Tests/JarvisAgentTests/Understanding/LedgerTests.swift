// SPDX-License-Identifier: GPL-3.0-or-later
// Requests with words left over: JARVIS asks about those that would change something, and answers the others.

import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

@testable import JarvisAgent

@Suite(.timeLimit(.minutes(10)))
struct LedgerTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("set a tea timer for 4 minutes except on sundays", "except on sundays"),
        ("set a timer for 3 pm", "3 pm"),
        ("set an alarm for 6 am but not before thursday", "before"),
        ("whisper until ten", "until"),
    ])
    func whatTurnsTheMeaningIsAskedAbout(request: String, rest: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text.contains(rest) && answer.text.hasSuffix("?"), "\(answer.text)")
        #expect(rig.reminders.all.isEmpty)
    }

    /// Every setting stays until another is asked for, so these words add nothing.
    @Test(arguments: ["whisper until I say otherwise", "whisper until further notice"])
    func whatHoldsAnywayIsNotAskedAbout(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "speaking-style" && !answer.text.hasSuffix("?"), "\(answer.text)")
    }

    @Test func twoLengthsAreAChoice() async throws {
        let answer = try await rig.ask("set a timer for 20 minutes an hour and a half")
        #expect(answer.text == "20 minutes, or an hour and a half?", "\(answer.text)")
        #expect(rig.reminders.all.isEmpty)
        let chosen = try await rig.ask("the second one", isFollowUp: true)
        #expect(chosen.text == "Your timer is set for 1 hour and 30 minutes.", "\(chosen.text)")
    }

    @Test(arguments: [
        "what is the weather like on friday but not in the evening", "what time is it without the seconds",
        "read my shopping list except the milk",
    ])
    func whatOnlyTellsIsNotAskedAboutForWhatIsLeft(request: String) async throws {
        #expect(!(try await rig.ask(request).text.hasPrefix("I didn't understand")), "\(request)")
    }

    @Test(arguments: [
        "set an alarm for 7 in the morning tomorrow", "please set a timer for ten minutes if you can",
        "tomorrow i need an alarm at 7 tomorrow", "hey jarvis could you set a ten minute timer for me please",
    ])
    func nothingThatTurnsIsLeft(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(rig.reminders.all.count == 1, "\(answer.text)")
    }

    @Test(arguments: [
        "make sure the flour gets added to my shopping list",
        "we ran out of soap so can you add that to my shopping list",
        "on my shopping list remove the soap and add flour", "flour needs to go on",
    ])
    func noItemIsCutOutOfASentence(request: String) async throws {
        try await rig.ask(request)
        let words = rig.lists.all.flatMap(\.items).flatMap { $0.split(separator: " ") }
        #expect(Set(words).isDisjoint(with: ["gets", "added", "that", "remove", "needs", "sure"]), "\(words)")
    }

    @Test(arguments: [
        "feel free to call me Ida", "i prefer to go by Ida", "the name you should call me is Ida",
    ])
    func noNameIsCutOutOfASentence(request: String) async throws {
        try await rig.ask(request)
        #expect(["", "Ida"].contains(rig.settings.current.userName), "\(rig.settings.current.userName)")
    }

    @Test(arguments: ["read back my packing list", "i want to hear my packing list", "does my packing list have socks"])
    func noNameOfAListHasAVerb(request: String) async throws {
        #expect(try await rig.ask(request).text.contains("no packing list"), "\(request)")
    }

    @Test(arguments: ["are there still any eggs on my shopping list", "is there any more flour on my shopping list"])
    func whatIsAskedAboutIsTheThingAlone(request: String) async throws {
        try await rig.ask("add flour to my shopping list")
        try await rig.ask("add eggs to my shopping list")
        #expect(try await rig.ask(request).text.hasPrefix("Yes, "), "\(request)")
    }

    @Test func everyWordIsAccountedFor() throws {
        let agent = rig.agent
        let reading = try #require(agent.read(Utterance("please set a tea timer for 4 minutes except today")).reading)
        let ledger = try #require(
            agent.understanding.current().ledger(
                of: reading, in: Utterance("please set a tea timer for 4 minutes except today")))
        #expect(ledger.uses.count == ledger.utterance.words.count)
        #expect(ledger.question == "except today")
    }
}
