// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(10))) struct HistoryImportTests {
    typealias Store = JSONLinesConversationStore
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [700, 2 << 20]) func importingAnExportAddsEveryMessageOnce(size: Int) async throws {
        let source = Store(folder: folder.path + "/a", segmentSize: size)
        let all = try await source.append(texts: (0..<30).map { "message \($0) “é”" })
        let document = try await source.export(.json)
        let target = Store(folder: folder.path + "/b", segmentSize: size)
        let own = try await target.append(.said("own"))
        #expect(try await target.importDocument(document) == HistoryImportResult(addedCount: 30))
        #expect(try await target.importDocument(document) == HistoryImportResult(duplicateCount: 30))
        #expect(try await target.page(before: nil, limit: 99).messages == all + [own])
        _ = await target.report()
        #expect(try await reopened(folder.path + "/b").texts == all.map(\.text) + ["own"])
    }

    @Test func missingMessagesAreImportedBetweenSealedOnes() async throws {
        let store = Store(folder: folder.path, segmentSize: 900)
        let all = try await store.append(texts: (0..<40).map { "m\($0)" })
        let document = try await store.export(.json)
        try await store.seal()
        let gone = stride(from: 1, to: 40, by: 3).map { all[$0].id }
        try await store.delete(gone)
        try await store.compact()
        #expect(
            try await store.importDocument(document)
                == HistoryImportResult(addedCount: gone.count, duplicateCount: 40 - gone.count))
        #expect(try await reopened(folder.path).texts == all.map(\.text))
    }

    @Test func theSameTextAtTheSameTimeIsADuplicateUnderAnyID() async throws {
        let store = Store(folder: folder.path)
        let message = try await store.append(.said("once"))
        let other = try #require(ULID(message.id.rawValue)).next.text
        let document = try await store.export(.json).replacing(message.id.rawValue, with: other)
        #expect(try await store.importDocument(document) == HistoryImportResult(duplicateCount: 1))
        #expect(try await store.texts() == ["once"])
    }

    @Test(arguments: [400, 2 << 20]) func aRoleListIsImportedInOrderAndOnce(size: Int) async throws {
        let store = Store(folder: folder.path, segmentSize: size)
        _ = try await store.append(.said("first"))
        let document = """
            [{"role":"system","content":"be kind"},{"role":"user","content":"hello"},
             {"role":"assistant","content":[{"type":"text","text":"hi"},{"type":"text","text":"there"}]},
             {"role":"user","content":"hello"},{"role":"assistant","content":"again?"},{"content":1},7]
            """
        #expect(try await store.importDocument(document) == HistoryImportResult(addedCount: 4, skippedCount: 3))
        let imported = try await store.page(before: nil, limit: 9).messages.filter { $0.source == .system }
        #expect(imported.map(\.text) == ["hello", "hi\nthere", "hello", "again?"])
        #expect(imported.map(\.kind) == [.user, .assistant, .user, .assistant])
        #expect(imported[0].turn == imported[1].turn && imported[1].turn != imported[2].turn)
        _ = await store.report()
        #expect(try await store.importDocument(document) == HistoryImportResult(duplicateCount: 4, skippedCount: 3))
        #expect(try await reopened(folder.path).texts.count == 5)
    }

    @Test func onlyTheSharedBeginningOfTwoListsIsADuplicate() async throws {
        func list(_ texts: String...) -> String {
            let entries = texts.enumerated().map { place, text in
                "{\"role\":\"\(place % 2 == 0 ? "user" : "assistant")\",\"content\":\"\(text)\"}"
            }
            return "[" + entries.joined(separator: ",") + "]"
        }
        let store = Store(folder: folder.path)
        let lamp = list("Lamp on?", "yes", "thanks", "yes")
        let music = list("Music on?", "yes", "thanks", "yes")
        #expect(try await store.importDocument(lamp) == HistoryImportResult(addedCount: 4))
        #expect(try await store.importDocument(music) == HistoryImportResult(addedCount: 4))
        let grown = list("Lamp on?", "yes", "thanks", "yes", "Bye.")
        #expect(try await store.importDocument(grown) == HistoryImportResult(addedCount: 1, duplicateCount: 4))
        for (document, count) in [(lamp, 4), (music, 4), (grown, 5)] {
            #expect(try await store.importDocument(document) == HistoryImportResult(duplicateCount: count))
        }
        #expect(try await store.texts().filter { $0 == "yes" }.count == 4)
    }

    @Test func futureAndOversizedMessagesAreSkipped() async throws {
        let store = Store(folder: folder.path)
        let message = try await store.append(.said("now"))
        let document = try await store.export(.json)
        let future = document.replacing(message.id.rawValue, with: "7" + message.id.rawValue.dropFirst())
        #expect(try await store.importDocument(future) == HistoryImportResult(skippedCount: 1))
        let long = String(repeating: "x", count: HistoryFile.maximumLineLength)
        let list = #"[{"role":"user","content":"\#(long)"},{"role":"user","content":"short"}]"#
        #expect(try await store.importDocument(list) == HistoryImportResult(addedCount: 1, skippedCount: 1))
        #expect(try await Set(reopened(folder.path).texts) == ["now", "short"])
    }

    @Test(arguments: ["", "{", "{}", "7", "[1", #"{"format":"jarvis-history-export","version":9,"messages":[]}"#])
    func invalidDocumentsAreRejectedAndChangeNothing(document: String) async throws {
        let store = Store(folder: folder.path)
        _ = try await store.append(.said("kept"))
        let before = try folder.bytes("messages.jsonl")
        await #expect {
            try await store.importDocument(document)
        } throws: {
            if case StoreFailure.invalidImport = $0 { true } else { false }
        }
        #expect(try folder.bytes("messages.jsonl") == before)
    }
}
