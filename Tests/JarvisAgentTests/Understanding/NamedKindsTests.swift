// SPDX-License-Identifier: GPL-3.0-or-later
// What only resembles a request must name what it is about; what only tells is answered when a word names it.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct NamedKindsTests {
    @Test(arguments: [
        "how do I fry an egg", "give me the status of my parcel", "how do I mend a bicycle tyre",
        "find me a recipe for soup",
        "call dad",
    ])
    func likenessAloneOffersNothing(text: String) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(answer.skill == nil || answer.skill == "fallback" || answer.skill == "none", "\(answer)")
        #expect(rig.settings.current.userName.isEmpty && answer.summary.followUp == .none)
    }

    @Test(arguments: [
        ("in which timezone should I expect Berlin to be", "Central European Time"),
        ("does the time zone of Lima change", "5 hours behind"),
    ])
    func aZoneIsToldForAnyKnownPlaceInTheQuestion(question: String, zone: String) async throws {
        let answer = try await AgentRig().ask(question)
        #expect(answer.skill == "world-time" && answer.text.contains(zone), "\(answer.text)")
    }

    @Test(arguments: [
        "could you state your name", "do you mind telling me the time", "whose creation are you",
        "thank you for listening",
        "go over all of my reminders", "what have I asked you to remind me of",
    ])
    func otherWordsForCommonQuestionsAreAnswered(text: String) async throws {
        let skill = try await AgentRig().ask(text).skill
        #expect(["small-talk", "time", "reminder"].contains(skill), "\(String(describing: skill))")
    }

    @Test(arguments: [
        ("put jam on my shopping list because we finished it", ["jam"]),
        ("add oats to my shopping list unless they are already on it", ["oats"]),
    ])
    func reasonsAndConditionsAreNoItems(text: String, items: [String]) async throws {
        let rig = AgentRig()
        let answer = try await rig.ask(text)
        #expect(rig.lists.all.map(\.items) == [items], "\(answer.text)")
    }
}
