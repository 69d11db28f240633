// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisTesting
import Testing

/// Words around a value are not mistaken for a part of it.
@Suite(.timeLimit(.minutes(10)))
struct SlotWordsTests {
    private let rig = AgentRig()

    @Test(arguments: [
        "spell out the word rhubarb", "spell me the word rhubarb please", "could you spell rhubarb for me",
    ])
    func onlyTheWordIsSpelled(request: String) async throws {
        #expect(try await rig.ask(request).text == "Rhubarb: R-H-U-B-A-R-B.", "\(request)")
    }

    @Test func theWordTheCanBeSpelled() async throws {
        #expect(try await rig.ask("spell the").text == "The: T-H-E.")
    }

    @Test func wordsAroundAPlaceAreLeftOut() async throws {
        let answer = try await rig.ask("what's the time over in Oslo")
        #expect(answer.values["place"] == "Oslo", "\(answer.text)")
    }

    @Test(arguments: ["call me in ten minutes", "call me back later", "call me when the cake is done"])
    func aTimeIsNotMistakenForAName(request: String) async throws {
        try await rig.ask("call me Ida")
        #expect(try await rig.ask(request).text.hasPrefix("I can't call you"), "\(request)")
        #expect(try await rig.ask("what is my name").text == "You're Ida.")
    }

    @Test func theNoteJustMadeIsTheLastOne() async throws {
        try await rig.ask("take a note the ladder is in the shed")
        try await rig.ask("take a note buy paint")
        try await rig.ask("delete the note I just made")
        #expect(try await rig.ask("read my notes").text == "Your only note says: The ladder is in the shed.")
        #expect(try await rig.ask("delete my note about the sea").text == "I can't find a note about the sea.")
    }
}
