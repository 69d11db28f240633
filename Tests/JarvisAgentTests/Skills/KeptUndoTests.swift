// SPDX-License-Identifier: GPL-3.0-or-later
// One process can undo the changes of another.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills
@testable import JarvisStore

@Suite(.timeLimit(.minutes(10)))
struct KeptUndoTests {
    private func moment(_ rig: AgentRig) async -> KeptChange.Moment {
        await KeptChange.Moment(
            reminders: rig.reminders, lists: rig.lists, settings: rig.settings, history: rig.history)
    }

    private func state(_ rig: AgentRig) async throws -> String {
        let reminders = try await rig.reminders.pending().sorted { $0.id < $1.id }.map { "\($0)" }
        let notes = rig.history.messages.filter { $0.kind == .note }.map(\.text)
        return "\(reminders) \(try await rig.lists.lists()) \(notes) \(rig.settings.current)"
    }

    /// Asks one agent, then has another with the same stores undo it, knowing of it only through a file.
    private func undone(_ request: String, _ rig: AgentRig, meanwhile: () async throws -> Void = {}) async throws
        -> Answer
    {
        let before = await moment(rig)
        let answer = try await rig.ask(request)
        if answer.text.hasSuffix("?") { try await rig.ask("yes", isFollowUp: true) }
        let done = try #require(rig.agent.undoable, "\(request): \(answer.text)")
        let change = KeptChange(
            at: done.since, request: request, from: before, to: await moment(rig),
            hasErased: done.action?.messages.isEmpty == false)
        let folder = try TemporaryFolder()
        let file = UndoFile(path: folder.path + "/undo.json")
        try file.save(change)
        var status = FileStatus()
        #expect(
            FileSystem().statusOfPath(folder.path + "/undo.json", &status) == 0 && status.permissions & 0o777 == 0o600)
        try await meanwhile()
        let kept = try #require(file.load(now: rig.clock.now()))
        let other = rig.agent.apart()
        other.remember(undo: kept.isEmpty ? nil : kept.undoing, since: kept.at)
        let turn = AgentRequest(turn: TurnID(rawValue: 99), text: "undo", source: .typed, context: [])
        return try await AgentRig.collect(other.respond(to: turn))
    }

    @Test(arguments: [
        "set a timer for ten minutes", "set an alarm for six a m", "remind me to feed the cat at noon",
        "cancel the pasta timer", "cancel my alarm", "cancel all timers", "add five minutes to the pasta timer",
        "rename the pasta timer to rice", "change my alarm to eight a m", "add bread to my shopping list",
        "add bread to my gift list", "take milk off my shopping list", "clear my shopping list",
        "delete my shopping list", "rename the shopping list to groceries", "create a list called garden",
        "take a note that the car is at the station", "note that tea is out and note that milk is sour",
        "speak faster", "call me ada",
        "set a timer for ten minutes and add bread to my shopping list", "cancel everything",
    ])
    func anotherProcessUndoesTheChange(request: String) async throws {
        let rig = try await FullRig.make()
        let before = try await state(rig)
        let answer = try await undone(request, rig)
        #expect(try await state(rig) == before, "\(request): \(answer.text)")
        #expect(answer.text.split(separator: " ").count > 2, "\(answer.text)")
    }

    @Test(arguments: [
        ("take a note that the car is at the station", "I've deleted the note you just made."),
        ("delete my last note and add bread to my shopping list", "Undone. The deleted note is gone for good."),
    ])
    func anotherProcessSaysWhichNotesItUndoes(request: String, text: String) async throws {
        let answer = try await undone(request, try await FullRig.make())
        #expect(answer.text == text)
    }

    @Test func aDeletedNoteIsInNoFileAndStaysDeleted() async throws {
        let rig = try await FullRig.make()
        let note = try #require(rig.history.messages.last { $0.kind == .note })
        let before = await moment(rig)
        try await rig.ask("delete my last note")
        let done = try #require(rig.agent.undoable)
        #expect(done.action?.messages.isEmpty == false)
        let change = KeptChange(
            at: done.since, request: "delete my last note", from: before, to: await moment(rig), hasErased: true)
        #expect(!JSONValue.object(change.json).line.contains(note.text))
        let other = try await undone("delete my last note", rig)
        #expect(other.text == "I can't undo that.")
    }

    @Test func undoKeepsLaterChanges() async throws {
        let rig = try await FullRig.make()
        _ = try await undone("add bread and jam to my shopping list", rig) {
            try await rig.lists.update { $0[0].items = ["bread", "honey", "milk"] }
        }
        #expect(try await rig.lists.lists()[0].items == ["honey", "milk"])
    }

    @Test func changesOutsideTheStoresCannotBeUndone() async throws {
        let answer = try await undone("turn the volume up", try await FullRig.make())
        #expect(answer.text == "I can't undo that.")
    }

    @Test func theUndoFileExpiresAfterTenMinutes() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await FullRig.make())
        let path = folder.path + "/undo.json"
        let now = rig.clock.now()
        let (before, file) = (await moment(rig), UndoFile(path: path))
        _ = try await rig.ask("add bread to my shopping list")
        try file.save(KeptChange(at: now, request: "", from: before, to: await moment(rig)))
        #expect(file.load(now: now.advanced(by: .seconds(599))) != nil)
        #expect(file.load(now: now.advanced(by: .seconds(601))) == nil)
        #expect(!Environment.exists(path))
        try AtomicFile.write(path, Array("{\"version\":1,\"at\":".utf8))
        #expect(file.load(now: now) == nil)
        #expect(!Environment.exists(path), "what cannot be read is not kept either")
    }

    @Test func aTooLargeChangeIsSavedWithoutUndo() async throws {
        let (folder, rig) = (try TemporaryFolder(), try await FullRig.make())
        let before = await moment(rig)
        try await rig.lists.update {
            $0.append(NamedList(name: "long", items: [String(repeating: "x", count: 2 << 20)]))
        }
        let file = UndoFile(path: folder.path + "/undo.json")
        try file.save(KeptChange(at: rig.clock.now(), request: "", from: before, to: await moment(rig)))
        #expect(file.load(now: rig.clock.now())?.isEmpty == true)
    }
}
