// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(3))) struct HistorySealingTests {
    typealias Store = JSONLinesConversationStore
    let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func sealed(_ count: Int, size: Int = 2000) async throws -> (store: Store, messages: [Message]) {
        let store = Store(folder: path, segmentSize: size)
        let messages = try await store.append(texts: (0..<count).map { "message \($0)" })
        try await store.seal()
        return (store, messages)
    }

    private var segments: [String] { folder.files.filter { $0.hasPrefix("archive/") } }

    @Test func sealedMessagesCanBePagedSearchedAndLoaded() async throws {
        var (store, messages) = try await sealed(300)
        messages += try await store.append(texts: ["new one", "new two"])
        #expect(segments.count > 10)
        #expect(segments.allSatisfy { folder.permissions($0) == 0o600 })
        #expect(folder.permissions("archive") == 0o700)
        for store in [store, Store(folder: path)] {
            var paged: [Message] = []
            var page = try await store.page(before: nil, limit: 7)
            while true {
                paged = page.messages + paged
                guard page.hasEarlier else { break }
                page = try await store.page(before: page.messages[0].id, limit: 7)
            }
            #expect(paged == messages)
            for number in stride(from: 0, to: 302, by: 13) {
                #expect(try await store.message(messages[number].id) == messages[number])
            }
            #expect(try await store.search("MESSAGE 177", kinds: nil, limit: 10) == [messages[177]])
            #expect(await store.report() == StoreReport())
        }
    }

    @Test func appendingSealsAutomatically() async throws {
        let store = Store(folder: path, segmentSize: 1000)
        let messages = try await store.append(texts: (0..<100).map(String.init))
        _ = await store.report()
        #expect(!segments.isEmpty)
        #expect(try folder.bytes("messages.jsonl").count < 1300)
        #expect(try await reopened(path).texts == messages.map(\.text))
    }

    @Test func repeatedSealingLeavesNoSmallSegments() async throws {
        // Sealed in one go, and piece by piece as messages arrive.
        for (name, size) in [("once", 1 << 20), ("often", 2000)] {
            let history = path + "/" + name
            let messages = try await Store(folder: history, segmentSize: size).append(
                texts: (0..<200).map { "message \($0)" })
            let store = Store(folder: history, segmentSize: 2000)
            try await store.seal()
            let segments = folder.files.filter { $0.hasPrefix(name + "/archive/") }
            let sizes = try segments.map { try folder.bytes($0).count }
            #expect(sizes.dropLast().allSatisfy { $0 > 1700 }, "\(sizes)")
            #expect(segments.count <= 16, "\(sizes)")
            #expect(try await reopened(history).texts == messages.map(\.text))
        }
    }

    @Test func deletedSealedMessagesCanBeRestoredInPlace() async throws {
        let (store, all) = try await sealed(60)
        try await store.delete([all[10].id, all[40].id])
        await #expect(throws: StoreFailure.unknownMessage(all[10].id)) { try await store.message(all[10].id) }
        await #expect(throws: StoreFailure.unknownMessage(all[10].id)) { try await store.delete([all[10].id]) }
        var expected = all.map(\.text).filter { $0 != "message 10" && $0 != "message 40" }
        #expect(try await reopened(path).texts == expected)
        try await store.restore([all[40]])
        expected.insert("message 40", at: 39)
        #expect(try await reopened(path).texts == expected)
        try await store.compact()
        #expect(try segments.allSatisfy { try !folder.text($0).contains("message 10\"") })
        #expect(try !folder.text("messages.jsonl").contains("delete"))
        // Its line is gone, so it is written again in its place.
        try await store.restore([all[10]])
        #expect(try await store.texts() == all.map(\.text))
        #expect(try await reopened(path).texts == all.map(\.text))
        #expect(try await store.page(before: all[11].id, limit: 2).messages == [all[9], all[10]])
    }

    @Test func pagingContinuesFromADeletedMessagesPosition() async throws {
        let (store, all) = try await sealed(60)
        _ = try await store.append(texts: ["new one", "new two"])
        try await store.delete([all[20].id, all[30].id])
        try await store.compact()
        #expect(try segments.allSatisfy { try !folder.text($0).contains("message 20\"") })
        for store in [store, Store(folder: path)] {
            let page = try await store.page(before: all[20].id, limit: 3)
            #expect(page == HistoryPage(messages: Array(all[17..<20]), hasEarlier: true))
            #expect(try await store.page(before: all[31].id, limit: 2).messages == [all[28], all[29]])
        }
        // The ID need not have existed: one lies between two messages, one before all.
        let id = try #require(ULID(all[40].id.rawValue))
        let between = MessageID(rawValue: id.next.text)
        #expect(try await store.page(before: between, limit: 2).messages == [all[39], all[40]])
        let first = MessageID(rawValue: ULID(high: 0, low: 1).text)
        #expect(try await store.page(before: first, limit: 2) == HistoryPage(messages: [], hasEarlier: false))
    }

    @Test func pagingPastADeletedMessageWorksWhileNeighboursAreSealed() async throws {
        let plain = Store(folder: path)
        let all = try await plain.append(texts: (0..<60).map { "message \($0)" })
        try await plain.delete([all[5].id])
        let file = HistoryFile(folder: path, segmentSize: 1500, system: FileSystem())
        var cursor: ULID?
        // Seals a single piece.
        let isSealed = try file.writing { () throws(StoreFailure) in try file.seal(after: &cursor) }
        #expect(!isSealed && !segments.isEmpty)
        let store = Store(folder: path, segmentSize: 1500)
        #expect(try await store.page(before: all[5].id, limit: 2).messages == [all[3], all[4]])
    }

    @Test func sealingAFirstVersionFileKeepsUnknownData() async throws {
        let plain = Store(folder: path)
        let all = try await plain.append(texts: (0..<200).map { "message \($0)" })
        try await plain.delete([all[3].id])
        var text = try folder.text("messages.jsonl")
        text = text.replacing("\"version\":2", with: "\"version\":1,\"by\":\"hand\"")
        text = text.replacing("\"text\":\"message 5\"", with: "\"text\":\"message 5\",\"mood\":[1e3,null]")
        text += "{\"type\":\"weather\",\"sky\":\"blue\"}\nbroken\n"
        try folder.write(text.utf8, to: "messages.jsonl")
        let store = Store(folder: path, segmentSize: 3000)
        #expect(await store.report().damagedLineCount == 1)
        #expect(segments.count > 5)
        let active = try folder.text("messages.jsonl")
        let header = #"{"format":"jarvis-history","version":2,"by":"hand"}"#
        #expect(active == header + "\n{\"type\":\"weather\",\"sky\":\"blue\"}\n")
        #expect(try segments.contains { try folder.text($0).contains("\"mood\":[1e3,null]") })
        #expect(try segments.allSatisfy { try !folder.text($0).contains("message 3\"") })
        let expected = all.map(\.text).filter { $0 != "message 3" }
        #expect(try await store.texts() == expected)
        #expect(try await reopened(path) == (expected, StoreReport()))
    }

    @Test func aMissingStaleOrGarbledIndexDoesNotAffectReading() async throws {
        let (_, all) = try await sealed(100)
        _ = try await reopened(path)
        let indexes = folder.files.filter { $0.hasPrefix("index/") }
        #expect(indexes.count == segments.count)
        var random = SeededGenerator(seed: 5)
        for round in 0..<60 {
            let name = indexes[round % indexes.count]
            var bytes = try folder.bytes(name)
            switch round % 4 {
            case 0: bytes[Int.random(in: 0..<(bytes.count / 2), using: &random)] ^= 0x10
            case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            case 2: bytes = try folder.bytes(indexes[(round + 1) % indexes.count])
            default: bytes = []
            }
            try folder.write(bytes, to: name)
            let store = Store(folder: path)
            #expect(try await store.texts() == all.map(\.text), "round \(round)")
            #expect(try await store.message(all[50].id) == all[50])
            #expect(await store.report() == StoreReport())
        }
    }

    @Test func damageInASegmentCostsOneLineAndIsSetAsideOnce() async throws {
        let (_, all) = try await sealed(60)
        let name = segments[1]
        let text = try folder.text(name)
        let line = try #require(text.split(separator: "\n").last)
        try folder.write(text.replacing(line, with: line.replacing("\"at\":", with: "\"at\":x")).utf8, to: name)
        let (texts, report) = try await reopened(path)
        #expect(texts.count == all.count - 1)
        #expect(report == StoreReport(damagedLineCount: 1, quarantinePath: path + "/quarantine.jsonl"))
        #expect(try folder.text("quarantine.jsonl").contains(name))
        #expect(try await reopened(path) == (texts, StoreReport()))
    }

    @Test func anOpenStoreFollowsSealingByAnother() async throws {
        let store = Store(folder: path, segmentSize: 2000)
        var all = try await store.append(texts: (0..<20).map(String.init))
        let other = Store(folder: path, segmentSize: 2000)
        let changes = await other.changes()
        #expect(try await other.texts().count == 20)
        try await store.seal()
        all.append(try await store.append(.said("after")))
        #expect(try await other.texts() == all.map(\.text))
        // Nothing was deleted: the first change is either the new message or a replacement.
        let first = await next(changes)
        #expect(first == .appended(all[20]) || first == .replaced)
        let own = try await other.append(.said("other's"))
        #expect(own.id > all[20].id)
        #expect(try await store.texts() == all.map(\.text) + ["other's"])
        try await other.deleteAll()
        #expect(try await store.texts().isEmpty)
        #expect(segments.isEmpty)
    }
}
