// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that contain the words of an action without requesting it: verbs used as nouns, items that only say when,
// reports, quotations and questions.

import JarvisControlTesting
import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct MentionTests {
    private func state(_ rig: AgentRig) async throws -> String {
        let reminders = try await rig.reminders.pending().sorted { $0.id < $1.id }.map { "\($0)" }
        let sound = try await rig.desktop.sound.output()
        return
            "\(reminders) \(try await FullRig.kept(by: rig)) \(try await FullRig.set(by: rig)) \(rig.launcher.all) \(sound)"
    }

    /// Asks this and expects no change.
    @discardableResult
    private func changesNothing(_ sentence: String, _ rig: AgentRig) async throws -> Answer {
        let before = try await state(rig)
        let answer = try await rig.ask(sentence)
        #expect(try await state(rig) == before, "\(sentence): \(answer.text)")
        return answer
    }

    @Test(arguments: [
        "end of the timer", "the end of the timer", "end of the alarm", "stop of the timer", "cancel of the alarm",
        "the end of my alarm", "cancel button of the timer", "end time of the timer", "delete key for the note",
    ])
    func aVerbUsedAsANounRemovesNothing(sentence: String) async throws {
        try await changesNothing(sentence, FullRig.make())
    }

    @Test(arguments: [
        "turn off the lamp before the alarm", "turn off the light after the timer",
        "turn off the lights until the alarm",
        "turn off the heating during the alarm", "remove the picture next to the shopping list",
        "before the alarm turn off the lamp",
        "after the timer turn off the oven", "delete the photo after the reminder", "clear the table before the alarm",
        "clear the table during the timer", "end the meeting before the alarm", "cancel the meeting after the reminder",
        "kill the lights before the alarm", "skip breakfast before the alarm", "erase the board after the note",
        "empty the dishwasher before the reminder", "throw the milk away after the shopping list",
        "switch off the radio while the alarm rings", "cancel my flight before the alarm",
    ])
    func anItemThatOnlySaysWhenOrWhereIsKept(sentence: String) async throws {
        try await changesNothing(sentence, FullRig.make())
    }

    @Test(arguments: [
        "the egg timer at grandma's broke after ten minutes", "grandma's egg timer rang after ten minutes",
        "the timer rang after ten minutes", "the kitchen timer at work failed after three minutes",
        "my timer stopped after ten minutes", "the reminder to call mum came at six",
        "my reminder to feed the cat popped up at noon", "grandma's reminder to take pills rang at eight",
        "the alarm at the hotel rang at six", "the alarm woke me at seven", "my alarm failed at seven yesterday",
        "the hotel's alarm broke at six in the morning", "grandma set an alarm for seven",
        "grandma set a timer for ten minutes", "mum put milk on the list yesterday", "grandma added milk to the list",
        "the shopping list got wet with milk on it", "my sister wrote bread on the shopping list",
        "the note on the fridge said buy milk", "my note about the key fell off the wall",
        "grandma wrote a note about the key", "the timer ran for ten minutes", "yesterday the alarm rang at seven",
        "at grandma's the timer broke after ten minutes", "my brother opened firefox", "someone turned the volume up",
    ])
    func reportedEventsChangeNothing(sentence: String) async throws {
        try await changesNothing(sentence, FullRig.make())
    }

    @Test(arguments: [
        "my alarm is at six forty, right", "the alarm is at seven", "our alarm is at half past six",
        "my reminder to call mum is at nine", "my alarm is set for six", "so there's a timer for forty five minutes",
        "there is an alarm at seven in the hotel", "there's a pasta timer for ten minutes",
    ])
    func statementsAboutWhatIsSetChangeNothing(sentence: String) async throws {
        try await changesNothing(sentence, FullRig.make())
    }

    @Test func anOrderAfterAStatementIsCarriedOutAfterAYes() async throws {
        let rig = try await FullRig.make()
        _ = try await rig.ask("the milk went sour, add bread to my shopping list")
        let answer = try await rig.ask("yes", isFollowUp: true)
        #expect(try await rig.lists.lists().contains { $0.items.contains("bread") }, "\(answer.text)")
    }

    // MARK: Quoted and asked

    @Test(arguments: [
        "\"cancel the alarm\"", "“cancel the alarm”", "'cancel the alarm'", "(cancel the pasta timer)",
        "\"set a timer for ten minutes\"", "(add bread to my shopping list)", "\"turn the volume up\"",
        "please \"cancel the alarm\"", "cancel the alarm?", "delete my last note?",
        "remove milk from my shopping list?",
    ])
    func quotedOrQuestionedOrdersNeedAYes(sentence: String) async throws {
        let rig = try await FullRig.make()
        let before = try await state(rig)
        let answer = try await changesNothing(sentence, rig)
        #expect(answer.text.hasPrefix("Should I ") && answer.text.hasSuffix("?"), "\(sentence): \(answer.text)")
        _ = try await rig.ask("yes", isFollowUp: true)
        #expect(try await state(rig) != before, "\(sentence)")
    }

    @Test(arguments: [
        "could you cancel the alarm?", "would you mind cancelling the alarm?", "please cancel the alarm",
        "can you please cancel my alarm?", "cancel the \"pasta\" timer", "Cancel the alarm!",
    ])
    func aPoliteQuestionIsAnOrder(order: String) async throws {
        let rig = try await FullRig.make()
        let before = try await FullRig.kept(by: rig)
        let answer = try await rig.ask(order)
        #expect(try await FullRig.kept(by: rig).count == before.count - 1, "\(order): \(answer.text)")
    }

    @Test(arguments: ["\"what time is it\"", "(what is two plus two)"])
    func quotedQuestionsAreAnswered(sentence: String) async throws {
        let answer = try await FullRig.make().ask(sentence)
        #expect(!answer.text.hasSuffix("?") && answer.skill != "none", "\(sentence): \(answer.text)")
    }

    @Test func aQuotedReminderTextIsNotAnOrder() async throws {
        let rig = try await FullRig.make()
        let answer = try await rig.ask("remind me to \"cancel the alarm\" at noon")
        #expect(try await rig.reminders.pending().contains { $0.label.contains("cancel the alarm") }, "\(answer.text)")
    }
}
