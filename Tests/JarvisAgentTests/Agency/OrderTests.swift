// SPDX-License-Identifier: GPL-3.0-or-later
// A verb is an order only in the place of one. There is one item of each kind, so that no question hides an action.

import JarvisControlTesting
import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct OrderTests {
    /// Openings after which a verb is not an order.
    private static let openings = [
        "could a thief", "could somebody", "can my sister", "could anyone", "what does", "maybe i'll",
        "would it be wise to", "it is too early to", "i love to", "i hate to", "i'm afraid you", "i dreamt that you",
        "i am about to", "please refrain from", "promise me not to", "i want you not to", "do i have to", "do you mean",
        "can you explain what", "i'd like to know whether you can", "a song called", "the command is",
        "repeat after me", "read me the sentence", "would you ever", "let us talk about how to",
        "without me nobody may",
        "he asked me to", "one could", "my brother wants to", "how hard is it to", "the button to",
    ]
    private static let deeds = [
        "cancel the alarm", "delete my last note", "remove milk from my shopping list", "turn off the alarm",
        "lock the screen", "suspend the computer", "use the internet for the weather",
    ]

    private func state(_ rig: AgentRig) async throws -> String {
        try await FullRig.kept(by: rig).description + FullRig.set(by: rig)
    }

    private func rig() async throws -> AgentRig {
        let rig = AgentRig()
        for request in [
            "remind me to call mum at six p m", "set a timer for 45 minutes", "set an alarm for seven a m",
            "add milk to my shopping list", "take a note the key is below the mat",
        ] {
            _ = try await rig.ask(request)
        }
        return rig
    }

    @Test(arguments: openings)
    func openingsThatOrderNothingChangeNothing(opening: String) async throws {
        let rig = try await rig()
        let before = try await state(rig)
        for deed in Self.deeds {
            let answer = try await rig.ask("\(opening) \(deed)")
            #expect(try await state(rig) == before, "\(opening) \(deed): \(answer.text)")
        }
    }

    @Test(arguments: [
        "cancel the alarm? no", "cancel the alarm, just kidding", "cancel the alarm if it rains",
        "only cancel the alarm when i say please", "delete my last note is a strange request",
        "stop worrying about the alarm", "forget that i cancelled the alarm",
        "can the alarm be cancelled", "i don't want to cancel the alarm", "no need to cancel the timer",
        "Good son, Gotti, cancel the alarm.",
    ])
    func furtherWordsCanRevokeAnOrder(sentence: String) async throws {
        let rig = try await rig()
        let before = try await state(rig)
        let answer = try await rig.ask(sentence)
        #expect(try await state(rig) == before, "\(sentence): \(answer.text)")
    }

    @Test(arguments: [
        "i am not going to delete my notes", "you won't delete my notes, will you", "tell me about deleting notes",
        "i'm thinking of deleting my notes", "find delete in my notes", "i sleep at ten", "i log out at five",
        "could a thief shut down the computer", "it is too early to shut down the computer", "maybe i'll log out",
        "log out of what",
    ])
    func destructiveActionsAreNotOffered(sentence: String) async throws {
        let answer = try await (try await rig()).ask(sentence).text
        for offer in ["Did you want me to", "Delete ", "Log out?", "Turn the computer off?"] {
            #expect(!answer.contains(offer), "\(sentence): \(answer)")
        }
    }

    @Test(arguments: [
        "cancel the alarm", "please cancel my alarm", "jarvis, could you cancel the alarm",
        "can you please turn off the alarm",
        "would you mind cancelling the alarm", "i want you to cancel the alarm", "i'd like you to delete the alarm",
        "i need to cancel the alarm", "ok now cancel the alarm", "go ahead and cancel the alarm",
        "you can cancel the alarm",

        "the alarm, cancel it please", "actually cancel the alarm", "get rid of the alarm",
        "i'm awake, turn off the alarm", "let's cancel the alarm",
    ])
    func ordersToCancelTheAlarmAreCarriedOut(order: String) async throws {
        let rig = try await rig()
        let answer = try await rig.ask(order)
        #expect(try await rig.reminders.pending().allSatisfy { $0.kind != .alarm }, "\(order): \(answer.text)")
    }

    @Test(arguments: [
        "don't use the internet", "stop using the internet", "please don't use the internet for the weather",
    ])
    func theUserCanForbidTheInternet(order: String) async throws {
        let rig = AgentRig()
        _ = try await rig.ask("use the internet for the weather")
        let before = rig.settings.current
        let answer = try await rig.ask(order)
        #expect(rig.settings.current != before, "\(order): \(answer.text)")
    }

    @Test(arguments: ["i don't need the alarm anymore", "i don't need the alarm, cancel it"])
    func anUnwantedAlarmIsCancelledOrAskedAbout(sentence: String) async throws {
        let rig = try await rig()
        let answer = try await rig.ask(sentence).text
        let isGone = try await rig.reminders.pending().allSatisfy { $0.kind != .alarm }
        #expect(isGone || answer.contains("cancel"), "\(sentence): \(answer)")
    }

    @Test(arguments: [
        ("lock the screen", "lock"), ("please lock my computer", "lock"), ("could you lock the screen", "lock"),
        ("put the computer to sleep", "suspend"), ("can you put the computer to sleep", "suspend"),
        ("send the computer to sleep please", "suspend"), ("i'd like you to suspend the computer", "suspend"),
    ])
    func ordersToLockOrSuspendAreCarriedOut(order: String, deed: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(order)
        #expect(
            "\(rig.desktop.session.performed)".contains(deed),
            "\(order): \(answer.text) \(rig.desktop.session.performed)")
    }
}
