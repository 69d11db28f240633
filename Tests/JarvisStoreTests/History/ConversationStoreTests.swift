// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore
import Synchronization
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConversationStoreTests {
    let folder: TemporaryFolder
    let store: JSONLinesConversationStore
    var history: String { folder.path + "/history" }

    init() throws {
        folder = try TemporaryFolder()
        store = JSONLinesConversationStore(folder: folder.path + "/history")
    }

    @Test func messagesAreReadBackUnchanged() async throws {
        let draft = MessageDraft(
            turn: TurnID(rawValue: .max), kind: .assistant, text: "Es ist \"fünf\"\n\u{1}\\ 👩‍👩‍👧 \u{2028}", source: .voice,
            skill: "time", isCut: true, regenerates: MessageID(rawValue: "01KAJ5Z6K8PZ3X9M2Q7R4T1V0W"))
        let kept = try await store.append(draft)
        #expect(kept.draft == draft)
        let other = JSONLinesConversationStore(folder: history)
        #expect(try await other.message(kept.id) == kept)
        #expect(try await other.page(before: nil, limit: 50) == HistoryPage(messages: [kept], hasEarlier: false))
    }

    @Test func toolCallsAreReadBackUnchanged() async throws {
        let action = ToolAction(
            server: "files", tool: "read_file",
            arguments: [.init(name: "path", value: "/tmp/ä"), .init(name: "path", value: "again")], ground: .always,
            resultBytes: 5_242_880, milliseconds: 12, failure: "It went wrong.")
        let kept = try await store.append(MessageDraft(turn: TurnID(rawValue: 7), action: action))
        #expect(try await JSONLinesConversationStore(folder: history).message(kept.id).action == action)
        #expect(try await store.search("read_file again", kinds: [.action], limit: 5).map(\.id) == [kept.id])
    }

    @Test func anEmptyHistoryHasNoMessagesAndACleanReport() async throws {
        #expect(try await store.page(before: nil, limit: 50) == HistoryPage(messages: [], hasEarlier: false))
        #expect(await store.report() == StoreReport())
    }

    @Test func historyFilesArePrivateToTheUser() async throws {
        umask(0)
        _ = try await store.append(.said("private"))
        try folder.write(Array("{".utf8), to: "other")
        #expect(folder.permissions("history") == 0o700)
        #expect(folder.permissions("history/messages.jsonl") == 0o600)
        #expect(folder.permissions("history/lock") == 0o600)
    }

    @Test func aRemovedHistoryFolderIsRecreated() async throws {
        _ = try await store.append(.said("before"))
        try folder.remove("history")
        let after = try await store.append(.said("after"))
        #expect(try await JSONLinesConversationStore(folder: history).texts() == ["after"])
        #expect(try await store.message(after.id) == after)
    }

    @Test func laxPermissionsAreTightened() async throws {
        _ = try await store.append(.said("private"))
        chmod(history, 0o755)
        chmod(history + "/messages.jsonl", 0o644)
        _ = try await JSONLinesConversationStore(folder: history).texts()
        #expect(folder.permissions("history") == 0o700)
        #expect(folder.permissions("history/messages.jsonl") == 0o600)
    }

    @Test func messageIDsIncreaseWhenTheClockGoesBack() async throws {
        let clock = SteppingClock(step: -1000)
        let store = JSONLinesConversationStore(folder: history, clock: clock)
        let ids = try await store.append(texts: (0..<50).map(String.init)).map(\.id)
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 50)
    }

    @Test func pagingRunsFromNewestToOldest() async throws {
        let all = try await store.append(texts: (0..<25).map { "m\($0)" })
        let last = try await store.page(before: nil, limit: 10)
        #expect(last == HistoryPage(messages: Array(all[15...]), hasEarlier: true))
        let middle = try await store.page(before: last.messages[0].id, limit: 10)
        #expect(middle == HistoryPage(messages: Array(all[5..<15]), hasEarlier: true))
        let first = try await store.page(before: middle.messages[0].id, limit: 10)
        #expect(first == HistoryPage(messages: Array(all[..<5]), hasEarlier: false))
        #expect(try await store.page(before: all[0].id, limit: 10).messages.isEmpty)
    }

    @Test func deletedMessagesCanBeRestoredInPlace() async throws {
        let all = try await store.append(texts: ["a", "b", "c", "d"])
        try await store.delete([all[1].id, all[2].id])
        #expect(try await store.texts() == ["a", "d"])
        await #expect(throws: StoreFailure.unknownMessage(all[1].id)) { try await store.message(all[1].id) }
        await #expect(throws: StoreFailure.unknownMessage(all[1].id)) { try await store.delete([all[1].id]) }
        #expect(try await reopened(history).texts == ["a", "d"])
        try await store.restore([all[1], all[0]])
        #expect(try await reopened(history).texts == ["a", "b", "d"])
        try await store.delete([all[1].id])
        #expect(try await reopened(history).texts == ["a", "d"])
    }

    @Test func deletingAllLeavesNoTextOnDiskAndCanBeUndone() async throws {
        let all = try await store.append(texts: ["secret one", "secret two", "secret three"])
        try await store.deleteAll()
        #expect(try await store.texts().isEmpty)
        for file in folder.files where file != "history" {
            #expect(try !folder.text(file).contains("secret"), "\(file)")
        }
        let later = try await store.append(.said("later"))
        try await store.restore([all[2], all[0]])
        #expect(try await store.texts() == ["secret one", "secret three", "later"])
        #expect(try await reopened(history).texts == ["secret one", "secret three", "later"])
        #expect(try await store.message(later.id) == later)
    }

    @Test func takeAllReturnsAllMessagesOrRemovesNone() async throws {
        let all = try await store.append(texts: ["secret one", "secret two", "secret three"])
        let other = JSONLinesConversationStore(folder: history)
        // Includes a message just added by another process.
        let late = try await other.append(.said("secret four"))
        try await store.delete([all[1].id])
        #expect(try await store.takeAll(limit: 2) == nil)
        #expect(try await store.texts() == ["secret one", "secret three", "secret four"])
        let taken = try await store.takeAll(limit: 3)
        #expect(taken == [all[0], all[2], late])
        for file in folder.files where file != "history" {
            #expect(try !folder.text(file).contains("secret"), "\(file)")
        }
        try await store.restore(try #require(taken))
        #expect(try await reopened(history).texts == ["secret one", "secret three", "secret four"])
        #expect(try await store.takeAll(limit: 3)?.count == 3)
        #expect(try await store.takeAll(limit: 3) == [])
    }

    @Test func compactionRemovesDeletedTextAndKeepsUnknownData() async throws {
        let all = try await store.append(texts: ["a", "secret", "c"])
        try await store.delete([all[1].id])
        var text = try folder.text("history/messages.jsonl")
        text = text.replacing("\"text\":\"c\"", with: "\"text\":\"c\",\"mood\":[1e3,null]")
        text += "{\"type\":\"weather\",\"sky\":\"blue\"}\n"
        try folder.write(text.utf8, to: "history/messages.jsonl")
        try await store.compact()
        let compacted = try folder.text("history/messages.jsonl")
        #expect(!compacted.contains("secret"))
        #expect(!compacted.contains("delete"))
        #expect(compacted.contains("\"mood\":[1e3,null]"))
        #expect(compacted.contains("{\"type\":\"weather\",\"sky\":\"blue\"}"))
        let (texts, report) = try await reopened(history)
        #expect(texts == ["a", "c"])
        #expect(report == StoreReport())
    }

    @Test func aLaterFormatIsReadButNotWritten() async throws {
        _ = try await store.append(.said("a"))
        let text = try folder.text("history/messages.jsonl").replacing("\"version\":2", with: "\"version\":3")
        try folder.write(text.utf8, to: "history/messages.jsonl")
        let other = JSONLinesConversationStore(folder: history)
        #expect(try await other.texts() == ["a"])
        let failure = StoreFailure.laterVersion(path: history + "/messages.jsonl")
        await #expect(throws: failure) { try await other.append(.said("b")) }
        #expect(await other.report().writeFailure == failure)
        #expect(try folder.text("history/messages.jsonl") == text)
    }

    @Test func exportsContainEveryMessage() async throws {
        _ = try await store.append(texts: ["what time is it", "it is \"five\""])
        let json = try JSONValue(parsing: try await store.export(.json).utf8).asObject
        let texts = json?["messages"]?.asArray?.map { $0.asObject?["text"]?.asText }
        #expect(texts == ["what time is it", "it is \"five\""])
        let markdown = try await store.export(.markdown)
        #expect(markdown.contains("**You** · "))
        #expect(markdown.contains("\nit is \"five\"\n"))
    }

    @Test func theStoresOwnChangesAreReported() async throws {
        let changes = await store.changes()
        let a = try await store.append(.said("a"))
        try await store.delete([a.id])
        try await store.restore([a])
        try await store.deleteAll()
        try await store.restore([a])
        var seen: [HistoryChange] = []
        for await change in changes {
            seen.append(change)
            if seen.count == 5 { break }
        }
        #expect(seen == [.appended(a), .deleted([a.id]), .restored([a]), .cleared, .restored([a])])
    }
}

/// A clock that moves by a fixed step on each reading.
private final class SteppingClock: WallClock {
    private let step: Int64
    private let time = Mutex(Timestamp(secondsSinceEpoch: 1_763_706_184))

    init(step: Int64) {
        self.step = step
    }

    func now() -> Timestamp {
        time.withLock { time in
            time.millisecondsSinceEpoch += step
            return time
        }
    }

    func local(_ instant: Timestamp) -> LocalTime { SystemWallClock().local(instant) }
    func instant(of local: LocalTime) -> Timestamp { SystemWallClock().instant(of: local) }
}
