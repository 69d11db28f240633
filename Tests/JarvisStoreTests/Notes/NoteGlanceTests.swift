// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the newest note is shown.

import JarvisCore
import JarvisPlatform
@testable import JarvisStore
import JarvisTesting
import Testing

private struct OpenDoor: HistoryAuthority {
    func authorize() async throws(HistoryLockFailure) {}
}

struct NoteGlanceTests {
    private let history = FakeConversationStore()

    private func keep(_ text: String) async throws -> Message {
        try await history.append(MessageDraft(turn: TurnID(rawValue: 1), kind: .note, text: text, source: .voice))
    }

    @Test func noteTextIsHiddenUnlessTheUserAllowsIt() async throws {
        _ = try await keep("The meeting was awful.")
        let note = try await keep("I am very happy about the garden. It rains.")
        let hidden = await NoteGlance.newest(history, isLocked: false, mayShow: false)
        #expect(hidden == .hidden(at: note.createdAt))
        let shown = await NoteGlance.newest(history, isLocked: false, mayShow: true)
        #expect(shown == .shown(line: "I am very happy about the garden.", mood: .positive, at: note.createdAt))
    }

    @Test func aLockedScreenAlwaysHidesNotes() async throws {
        _ = try await keep("I am very happy.")
        #expect(await NoteGlance.newest(history, isLocked: true, mayShow: true) == .hidden(at: nil))
    }

    @Test func aLockedHistoryHidesNotes() async throws {
        _ = try await keep("I am very happy.")
        var settings = Settings()
        settings.history.isLocked = true
        let lock = HistoryLock(settings: FakeSettingsStore(settings), authority: OpenDoor())
        let locked = LockedConversationStore(history, lock: lock)
        #expect(await NoteGlance.newest(locked, isLocked: false, mayShow: true) == .hidden(at: nil))
        try await lock.unlock()
        #expect(await NoteGlance.newest(locked, isLocked: false, mayShow: true) != .hidden(at: nil))
    }

    @Test func anUnreadableHistoryIsNotReportedAsLocked() async throws {
        let folder = try TemporaryFolder()
        try Folder.create(folder.path + "/history/messages.jsonl")
        let broken = JSONLinesConversationStore(folder: folder.path + "/history")
        let failure = StoreFailure.inputOutput(path: folder.path + "/history/messages.jsonl", errno: 21)
        await #expect(throws: failure) { try await NoteGlance.read(broken, isLocked: false, mayShow: true) }
        #expect(await NoteGlance.newest(broken, isLocked: false, mayShow: true) == .unreadable)
        #expect(await NoteGlance.newest(broken, isLocked: true, mayShow: true) == .hidden(at: nil))
    }

    @Test func aHistoryWithoutNotesShowsNone() async throws {
        _ = try await history.append(
            MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: "hello", source: .voice))
        #expect(await NoteGlance.newest(history, isLocked: false, mayShow: true) == .none)
    }
}
