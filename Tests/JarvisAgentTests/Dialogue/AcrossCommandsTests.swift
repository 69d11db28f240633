// SPDX-License-Identifier: GPL-3.0-or-later
// What one command was about is known to the next, through files alone.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills
@testable import JarvisStore

@Suite(.timeLimit(.minutes(10)))
struct AcrossCommandsTests {
    private let rig = AgentRig()

    /// Asks one agent after another, as commands do. Returns the last answer.
    @discardableResult
    private func ask(_ requests: [String]) async throws -> Answer {
        let folder = try TemporaryFolder()
        let undoFile = UndoFile(path: folder.path + "/undo.json")
        let turnFile = TurnFile(path: folder.path + "/turn.json")
        var answer: Answer?
        for (number, request) in requests.enumerated() {
            let agent = rig.agent.apart()
            let now = rig.clock.now()
            let earlier = undoFile.load(now: now)
            if let earlier { agent.remember(undo: earlier.isEmpty ? nil : earlier.undoing, since: earlier.at) }
            turnFile.load(now: now).map { agent.remember($0) }
            let before = await moment()
            let turn = AgentRequest(
                turn: TurnID(rawValue: UInt64(number + 1)), text: request, source: .typed, context: [])
            answer = try await AgentRig.collect(agent.respond(to: turn))
            if let done = agent.undoable, done.since != earlier?.at {
                try undoFile.save(
                    KeptChange(
                        at: done.since, request: request, from: before, to: await moment(),
                        hasErased: done.action?.messages.isEmpty == false))
            }
            try agent.lastTurn.map { try turnFile.save($0) }
            rig.clock.advance(by: .seconds(5))
        }
        return try #require(answer)
    }

    private func moment() async -> KeptChange.Moment {
        await KeptChange.Moment(
            reminders: rig.reminders, lists: rig.lists, settings: rig.settings, history: rig.history)
    }

    @Test func theNextCommandAsksHowLongItStillTakes() async throws {
        let answer = try await ask(["start a timer for forty minutes", "how long has it got left"])
        #expect(answer.skill == "timer" && answer.text.contains("39 minutes"), "\(answer.text)")
    }

    @Test(arguments: [
        "take a note that the vault is behind the wall", "read my last note", "what did i say about the vault",
        "read my last note and set a timer for ten minutes",
    ])
    func notesAndTheConversationAreInNoOtherFile(request: String) async throws {
        let agent = rig.agent.apart()
        let turn = AgentRequest(turn: TurnID(rawValue: 1), text: request, source: .typed, context: [])
        _ = try await AgentRig.collect(agent.respond(to: turn))
        #expect(agent.lastTurn == nil)
    }

    @Test func theNextCommandMakesItLonger() async throws {
        try await ask(["set a timer for ten minutes", "make that three hours"])
        let timers = try await rig.reminders.pending()
        #expect(timers.count == 1)
        #expect(timers.first.map { $0.dueAt.since($0.createdAt) } == .seconds(3 * 3600), "\(timers)")
    }

    @Test func theNextCommandMovesAnAlarm() async throws {
        let answer = try await ask(["wake me at seven tomorrow", "half an hour later"])
        #expect(answer.values["time"] == "07:30", "\(answer.text)")
        #expect(try await rig.reminders.pending().count == 1)
    }

    @Test func theNextCommandPutsThingsBack() async throws {
        try await rig.lists.update { $0 = [NamedList(name: "shopping", items: ["rice", "tea", "soap"])] }
        let answer = try await ask(["take rice and soap off my shopping list", "put them back"])
        #expect(try await rig.lists.lists().first?.items.sorted() == ["rice", "soap", "tea"], "\(answer.text)")
    }

    @Test func aSumGoesOn() async throws {
        #expect(try await ask(["what is six times seven", "divided by two"]).values["result"] == "21")
    }

    @Test func thereIsAnEndToIt() async throws {
        try await ask(["set a timer for twenty minutes"])
        let folder = try TemporaryFolder()
        let file = TurnFile(path: folder.path + "/turn.json")
        let turn = KeptTurn(
            at: rig.clock.now(), request: "set a timer for ten minutes", reply: "OK.", subject: "7", subjects: ["7"],
            about: "timer", result: "10")
        try file.save(turn)
        #expect(file.load(now: rig.clock.now()) == turn)
        #expect(file.load(now: rig.clock.now().advanced(by: .seconds(601))) == nil)
        #expect(!Environment.exists(folder.path + "/turn.json"))
    }

    @Test func aDamagedFileIsNoTurn() throws {
        let folder = try TemporaryFolder()
        try folder.write("turn.json", "{\"version\": 1, \"at\": \"noon\"}")
        #expect(TurnFile(path: folder.path + "/turn.json").load(now: rig.clock.now()) == nil)
    }
}
