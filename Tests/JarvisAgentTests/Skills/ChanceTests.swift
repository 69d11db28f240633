// SPDX-License-Identifier: GPL-3.0-or-later
// Coins and dice: one or several, with any number of faces.

import JarvisAgent
import JarvisCore
import Synchronization
import Testing

@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct ChanceTests {
    @Test(arguments: [
        ("flip a coin", "It's tails.", "1"), ("flip two coins", "It's tails both times.", "2"),
        ("flip a coin three times", "It's tails all 3 times.", "3"), ("toss 5 coins", "It's tails all 5 times.", "5"),
        ("flip the coin twice", "It's tails both times.", "2"),
    ])
    func coinsAreFlipped(request: String, reply: String, tails: String) async throws {
        let answer = try await AgentRig(pick: 1).ask(request)
        #expect(answer.text == reply && answer.skill == "chance" && answer.values["tails"] == tails)
    }

    @Test(arguments: [
        ("roll 3 dice", 3, 6), ("roll a d20", 1, 20), ("roll two twenty-sided dice", 2, 20), ("roll 2d6", 2, 6),
        ("roll a twenty sided die", 1, 20), ("roll the dice twice", 2, 6), ("roll a die three times", 3, 6),
        ("roll d 8", 1, 8), ("roll a D-12", 1, 12), ("throw three 10 sided dice", 3, 10), ("roll a die", 1, 6),
        ("throw the dice", 1, 6), ("roll two dice", 2, 6), ("roll a hundred sided die", 1, 100),
        ("roll four dice", 4, 6), ("roll a six sided die twice", 2, 6),
    ])
    func diceAreRolled(request: String, count: Int, faces: Int) async throws {
        // Every die shows its highest number.
        let answer = try await AgentRig(pick: 1_000_000).ask(request)
        #expect(answer.skill == "chance", "\(answer)")
        #expect(answer.values["roll"] == String(count * faces), "\(answer)")
        let rolls = Array(repeating: String(faces), count: count)
        let text =
            count == 1
            ? "You rolled \(faces)."
            : "You rolled \(rolls.dropLast().joined(separator: ", ")) and \(faces), \(count * faces) in total."
        #expect(answer.text == text)
    }

    @Test func manyCoinsAndDiceAreSummedUp() async throws {
        #expect(try await AgentRig(pick: 1).ask("roll 40 dice").text == "You rolled 80 with 40 dice.")
        #expect(try await AgentRig().ask("flip 20 coins").text == "It's heads all 20 times.")
        #expect(try await AgentRig().ask("flip 5000 coins").text == "I can do 1 to 1000 coins at once.")
        #expect(try await AgentRig().ask("roll a d1").text == "My dice have 2 to 1000 sides.")
    }

    @Test func mixedCoinResultsAreListed() async throws {
        let rig = AgentRig()
        var services = rig.services
        let sides = Sequence([0, 1, 1])
        services.pick = { _ in sides.next() }
        let answer = try await AgentRig.collect(
            SkillAgent(services: services).respond(
                to: AgentRequest(turn: TurnID(rawValue: 1), text: "flip three coins", source: .typed)))
        #expect(answer.text == "It's heads, tails and tails. That's heads once and tails twice.")
    }

    @Test(arguments: ["the coin is old", "roll up your sleeves", "she has two coins", "these dice are loaded"])
    func mentioningCoinsOrDiceRollsNothing(text: String) async throws {
        #expect(try await AgentRig().ask(text).skill != "chance")
    }
}

/// Returns these numbers one after another.
private final class Sequence: Sendable {
    private let numbers: Mutex<[Int]>

    init(_ numbers: [Int]) { self.numbers = Mutex(numbers) }

    func next() -> Int { numbers.withLock { $0.removeFirst() } }
}
