// SPDX-License-Identifier: GPL-3.0-or-later
// What others may see of the newest note.

import JarvisCore
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

    @Test func wordsAreHiddenUnlessTheUserWantsThemSeen() async throws {
        _ = try await keep("The meeting was awful.")
        let note = try await keep("I am very happy about the garden. It rains.")
        let hidden = await NoteGlance.newest(history, isLocked: false, mayShow: false)
        #expect(hidden == .hidden(at: note.createdAt))
        let shown = await NoteGlance.newest(history, isLocked: false, mayShow: true)
        #expect(shown == .shown(line: "I am very happy about the garden.", mood: .positive, at: note.createdAt))
    }

    @Test func aLockedScreenShowsNothingWhateverIsSet() async throws {
        _ = try await keep("I am very happy.")
        #expect(await NoteGlance.newest(history, isLocked: true, mayShow: true) == .hidden(at: nil))
    }

    @Test func aHistoryThatIsLockedTellsNothing() async throws {
        _ = try await keep("I am very happy.")
        var settings = Settings()
        settings.history.isLocked = true
        let lock = HistoryLock(settings: FakeSettingsStore(settings), authority: OpenDoor())
        let locked = LockedConversationStore(history, lock: lock)
        #expect(await NoteGlance.newest(locked, isLocked: false, mayShow: true) == .hidden(at: nil))
        try await lock.unlock()
        #expect(await NoteGlance.newest(locked, isLocked: false, mayShow: true) != .hidden(at: nil))
    }

    @Test func withoutNotesThereIsNothingToHide() async throws {
        _ = try await history.append(
            MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: "hello", source: .voice))
        #expect(await NoteGlance.newest(history, isLocked: false, mayShow: true) == .none)
    }
}
