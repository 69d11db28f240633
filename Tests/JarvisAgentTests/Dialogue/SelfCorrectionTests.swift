// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that take something back in the same breath, and follow-ups that limit what they ask for.

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SelfCorrectionTests {
    @Test(arguments: [
        ("set a timer for five minutes er no seven", "Your timer is set for 7 minutes."),
        (
            "remind me on monday i mean tuesday at nine to call the bank",
            "I'll remind you tomorrow at 9:00 AM: call the bank."
        ),
        (
            "remind me to buy stamps not today but tomorrow at ten",
            "I'll remind you tomorrow at 10:00 AM: buy stamps."
        ),
        ("wake me up at six, sorry, seven, tomorrow", "Your alarm is set for tomorrow at 7:00 AM."),
        (
            "add bread to the shopping list, no wait, oat milk",
            "I've added oat milk to your new shopping list."
        ),
        (
            "add tomatoes, sorry, potatoes to the shopping list",
            "I've added potatoes to your new shopping list."
        ),
    ])
    func theSecondValueCounts(request: String, reply: String) async throws {
        let answer = try await AgentRig().ask(request)
        #expect(answer.text == reply)
    }

    @Test(arguments: [
        "set my alarm for seven, but not on saturday", "set the pizza timer to twelve minutes instead of ten",
        "quieter days are coming", "how many things are on my list", "pause for thought",
    ])
    func valuesThatAreNotWantedChangeNothing(request: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(request)
        #expect(rig.reminders.all.isEmpty, "\(answer.text)")
    }

    @Test(arguments: ["cancel it unless it's nearly done", "stop it only if it's nearly done", "except on friday"])
    func limitedFollowUpsChangeNothing(text: String) async throws {
        let rig = AgentRig()
        try await rig.ask("set an alarm for seven tomorrow")
        let before = rig.reminders.all
        let answer = try await rig.ask(text)
        #expect(rig.reminders.all == before, "\(answer.text)")
    }

    @Test func aNewTimeIsNoName() async throws {
        let rig = AgentRig()
        try await rig.ask("remind me to call anna tomorrow at noon")
        let answer = try await rig.ask("make that two o'clock instead")
        #expect(answer.text == "I'll remind you tomorrow at 2:00 PM: call anna.")
        #expect(rig.reminders.all.count == 1)
    }

    @Test func unwantedRemindersAreCancelled() async throws {
        let rig = AgentRig()
        try await rig.ask("remind me to pay the rent tomorrow at nine")
        let answer = try await rig.ask("don't remind me about the rent any more")
        #expect(rig.reminders.all.isEmpty, "\(answer.text)")
    }
}
