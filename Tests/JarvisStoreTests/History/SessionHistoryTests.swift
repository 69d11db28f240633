// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(3))) struct SessionHistoryTests {
    let folder: TemporaryFolder
    let settings = FakeSettingsStore()
    let store: SessionConversationStore

    init() throws {
        folder = try TemporaryFolder()
        store = SessionConversationStore(
            JSONLinesConversationStore(folder: folder.path + "/history"), settings: settings, clock: SystemWallClock())
    }

    @Test func aSessionOnlyHistoryWritesNothingToDisk() async throws {
        try settings.update { $0.history.isSessionOnly = true }
        let changes = await store.changes()
        #expect(await store.report() == StoreReport())
        let question = try await store.append(.said("Where is the Geheimnis?"))
        let answer = try await store.append(.said("Nowhere.", kind: .assistant))
        #expect(await next(changes) == .appended(question))
        #expect(try await store.page(before: nil, limit: 5).messages == [question, answer])
        #expect(try await store.page(before: answer.id, limit: 5).messages == [question])
        #expect(try await store.search("geheimnis", kinds: [.user], limit: 5) == [question])
        #expect(try await store.search("geheimnis", kinds: [.note], limit: 5).isEmpty)
        try await store.delete([question.id])
        try await store.restore([question])
        #expect(try await store.message(question.id) == question)
        #expect(folder.files.isEmpty)
    }

    @Test func aSessionOnlyHistoryRejectsImports() async throws {
        try settings.update { $0.history.isSessionOnly = true }
        let document = "[{\"role\":\"user\",\"content\":\"hello\"}]"
        let failure = await #expect(throws: StoreFailure.self) { try await store.importDocument(document) }
        #expect(failure?.advice.contains("This session only") == true)
        try settings.update { $0.history.isSessionOnly = false }
        #expect(try await store.importDocument(document).addedCount == 1)
    }

    @Test func turningSessionOnlyOffReturnsToTheStoredHistory() async throws {
        let kept = try await store.append(.said("kept"))
        let changes = await store.changes()
        try settings.update { $0.history.isSessionOnly = true }
        #expect(await next(changes) == .replaced)
        #expect(try await store.page(before: nil, limit: 5).messages.isEmpty)
        _ = try await store.append(.said("in passing"))
        try settings.update { $0.history.isSessionOnly = false }
        #expect(await next(changes) { $0 == .replaced } == .replaced)
        #expect(try await store.page(before: nil, limit: 5).messages == [kept])
        for file in folder.files where file.contains(".") {
            #expect(try !folder.text(file).contains("passing"))
        }
        try settings.update { $0.history.isSessionOnly = true }
        #expect(try await store.page(before: nil, limit: 5).messages.isEmpty)
    }

    @Test func theRestOfASessionOnlyTurnIsNotStored() async throws {
        try settings.update { $0.history.isSessionOnly = true }
        _ = try await store.append(.said("Where is the Geheimnis?"))
        try settings.update { $0.history.isSessionOnly = false }
        let reply = try await store.append(.said("Geheimnis, nowhere.", kind: .assistant))
        #expect(reply.text == "Geheimnis, nowhere.")
        try await store.restore([reply])
        #expect(try await store.page(before: nil, limit: 5).messages.isEmpty)
        for file in folder.files where file.contains(".") {
            #expect(try !folder.text(file).contains("Geheimnis"))
        }
        // The next turn is stored again.
        var draft = MessageDraft.said("kept")
        draft.turn = TurnID(rawValue: 8)
        let kept = try await store.append(draft)
        #expect(try await store.page(before: nil, limit: 5).messages == [kept])
        // Turned on again, the session accepts the rest of its turns.
        try settings.update { $0.history.isSessionOnly = true }
        let last = try await store.append(.said("The end.", kind: .assistant))
        #expect(try await store.page(before: nil, limit: 5).messages == [last])
    }

    @Test func messagesAreRestoredOnlyToTheirOwnHistory() async throws {
        let kept = try await store.append(.said("kept"))
        try await store.delete([kept.id])
        try settings.update { $0.history.isSessionOnly = true }
        let passing = try await store.append(.said("in passing"))
        try await store.delete([passing.id])
        try await store.restore([passing, kept])
        #expect(try await store.page(before: nil, limit: 5).messages == [passing])
        try await store.delete([passing.id])
        try settings.update { $0.history.isSessionOnly = false }
        try await store.restore([passing])
        #expect(try await store.page(before: nil, limit: 5).messages == [kept])
        for file in folder.files where file.contains(".") {
            #expect(try !folder.text(file).contains("passing"))
        }
    }

    @Test(arguments: [false, true]) func theNextSessionCannotRestoreThePreviousOne(isFollowed: Bool) async throws {
        try settings.update { $0.history.isSessionOnly = true }
        let changes = await isFollowed ? store.changes() : nil
        let passing = try await store.append(.said("in passing"))
        try await store.delete([passing.id])
        try settings.update { $0.history.isSessionOnly = false }
        // Observers and readers of the history notice the end of the session.
        if let changes { #expect(await next(changes) { $0 == .replaced } == .replaced) }
        let rest = try await store.append(.said("the rest of the turn", kind: .assistant))
        try settings.update { $0.history.isSessionOnly = true }
        try await store.restore([passing, rest])
        #expect(try await store.page(before: nil, limit: 5).messages.isEmpty)
        // Messages of this session can be restored in it.
        let own = try await store.append(.said("in this session"))
        try await store.delete([own.id])
        try await store.restore([own, passing])
        #expect(try await store.page(before: nil, limit: 5).messages == [own])
        for file in folder.files where file.contains(".") {
            #expect(try !folder.text(file).contains("passing"))
        }
    }

    @Test func clearingAnEmptySessionIsReported() async throws {
        try settings.update { $0.history.isSessionOnly = true }
        let changes = await store.changes()
        let only = try await store.append(.said("only"))
        try await store.delete([only.id])
        #expect(await next(changes) { $0 == .deleted([only.id]) } != nil)
        try await store.deleteAll()
        #expect(await next(changes) == .cleared)
    }
}
