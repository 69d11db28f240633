// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(10))) struct HistoryRetentionTests {
    let folder: TemporaryFolder
    private let clock = FakeWallClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: HistoryRetention.allCases) func expiredMessagesAreRemovedFromTheDisk(retention: HistoryRetention)
        async throws
    {
        let store = JSONLinesConversationStore(folder: folder.path, clock: clock, segmentSize: 1500)
        var texts: [(day: Int, text: String)] = []
        for day in 0..<400 where day % 3 == 0 {
            texts.append((day, "said on day \(day)."))
            _ = try await store.append(.said("said on day \(day)."))
            if day == 210 { try await store.seal() }
            clock.advance(by: .seconds(3 * 86_400))
        }
        // It is day 402.
        let changes = await store.changes()
        try await store.tidy(retention: retention)
        let days = retention.days ?? 1000
        let kept = texts.filter { 402 - $0.day <= days }.map(\.text)
        #expect(try await store.texts() == kept)
        #expect(try await reopened(folder.path) == (kept, StoreReport()))
        for (day, text) in texts where 402 - day > days {
            for file in folder.files where file.contains(".") {
                #expect(try !folder.text(file).contains(text), "\(file)")
            }
        }
        if retention.days != nil { #expect(await next(changes) == .replaced) }
    }

    @Test func tidyingRemovesDeletedTextFromTheDisk() async throws {
        let store = JSONLinesConversationStore(folder: folder.path, segmentSize: 1000)
        let words = (0..<30).map { $0 % 4 == 0 ? "secret \($0)" : "word \($0)" }
        let all = try await store.append(texts: words)
        try await store.seal()
        _ = await store.report()
        // Includes indexes, and copies left by a killed process.
        #expect(folder.files.filter { $0.hasSuffix(".index") }.count > 3)
        let copies = ["messages.jsonl.new-1", "archive/\(all[0].id.rawValue).jsonl.new-77", "index/a.index.new-5"]
        for copy in copies { try folder.write(Array("secret".utf8), to: copy) }
        try folder.write([], to: "kept.new-")
        try await store.delete(all.filter { $0.text.hasPrefix("secret") }.map(\.id))
        try await store.tidy(retention: .forever)
        #expect(namesOfFiles(with: "secret").isEmpty)
        #expect(folder.files.contains("kept.new-"))
        #expect(try await reopened(folder.path).texts == words.filter { $0.hasPrefix("word") })
    }

    @Test func clearingRemovesAllTextFromTheDisk() async throws {
        let store = JSONLinesConversationStore(folder: folder.path, segmentSize: 1000)
        _ = try await store.append(texts: (0..<20).map { "secret \($0)" })
        try await store.seal()
        try folder.write(Array("secret".utf8), to: "messages.jsonl.new-99999")
        try await store.deleteAll()
        #expect(namesOfFiles(with: "secret").isEmpty)
    }

    @Test func tidyingRemovesFilesThatCouldNotBeRemovedBefore() async throws {
        // This one never seals by itself while the others use the files.
        let writer = JSONLinesConversationStore(folder: folder.path)
        let all = try await writer.append(texts: (0..<20).map { "secret \($0)" })
        let healthy = JSONLinesConversationStore(folder: folder.path, segmentSize: 1000)
        try await healthy.seal()
        try folder.write((try folder.text("messages.jsonl") + "secret spoilt\n").utf8, to: "messages.jsonl")
        #expect(await healthy.report().damagedLineCount == 1)
        var system = FileSystem()
        let remove = system.remove
        system.remove = { path in path.hasSuffix(".jsonl") ? -Int(EIO) : remove(path) }
        let store = JSONLinesConversationStore(folder: folder.path, segmentSize: 1000, system: system)
        _ = await store.report()
        let changes = await store.changes()
        let taken = try #require(try await store.takeAll(limit: 100))
        #expect(taken == all)
        #expect(await next(changes) == .cleared)
        #expect(await next(store.findings)?.writeFailure != nil)
        #expect(try await store.texts().isEmpty)
        await #expect(throws: StoreFailure.self) { try await store.tidy(retention: .forever) }
        #expect(try await reopened(folder.path).texts.isEmpty)
        // Undo still works.
        try await store.restore(taken)
        #expect(try await reopened(folder.path).texts == all.map(\.text))
        try await healthy.tidy(retention: .forever)
        #expect(!folder.files.contains("quarantine.jsonl"))
        #expect(try await reopened(folder.path).texts == all.map(\.text))
        try await healthy.deleteAll()
        #expect(namesOfFiles(with: "secret").isEmpty)
    }

    @Test func foreignFilesInTheFoldersAreLeftAlone() async throws {
        let store = JSONLinesConversationStore(folder: folder.path, segmentSize: 1000)
        let all = try await store.append(texts: (0..<20).map { "secret \($0)" })
        try await store.seal()
        for name in ["archive/lost+found/theirs", "index/theirs", "archive/theirs.new-7/theirs"] {
            try folder.write([], to: name)
        }
        let document = try await store.export(.json)
        #expect(try await store.takeAll(limit: 100) == all)
        #expect(namesOfFiles(with: "secret").isEmpty)
        #expect(try await store.importDocument(document).addedCount == 20)
        try await store.tidy(retention: .forever)
        try await store.deleteAll()
        #expect(try await reopened(folder.path) == ([], StoreReport()))
        #expect(folder.files.contains("archive/lost+found/theirs") && folder.files.contains("index/theirs"))
    }

    @Test func quarantinedLinesExpireAfterTheRetentionPeriod() async throws {
        let store = JSONLinesConversationStore(folder: folder.path, clock: clock)
        for word in ["first", "second"] {
            _ = try await store.append(.said(word))
            try folder.write((try folder.text("messages.jsonl") + "\(word) spoilt\n").utf8, to: "messages.jsonl")
            #expect(await store.report().damagedLineCount > 0)
            clock.advance(by: .seconds(4 * 86_400))
        }
        #expect(try folder.text("quarantine.jsonl").contains("first spoilt"))
        try await store.tidy(retention: .forever)
        #expect(try folder.text("quarantine.jsonl").contains("first spoilt"))
        try await store.tidy(retention: .week)
        #expect(try !folder.text("quarantine.jsonl").contains("first spoilt"))
        #expect(try folder.text("quarantine.jsonl").contains("second spoilt"))
        clock.advance(by: .seconds(4 * 86_400))
        try await store.tidy(retention: .week)
        #expect(!folder.files.contains("quarantine.jsonl"))
    }

    @Test func expiredDataOfLaterVersionsIsRemovedToo() async throws {
        let store = JSONLinesConversationStore(folder: folder.path, clock: clock, segmentSize: 1500)
        var lines: [String] = []
        for day in 0..<20 {
            let message = try await store.append(.said("said on day \(day)."))
            let line = String(decoding: HistoryRecord.line(message), as: UTF8.self)
            let text = "\"kind\":\"hologram\",\"text\":\"shown on day \(day).\""
            let foreign = line.replacing("\"kind\":\"user\"", with: text)
            lines += [line, foreign, "{\"type\":\"shown\",\"at\":\(message.createdAt.millisecondsSinceEpoch)}\n"]
            clock.advance(by: .seconds(86_400))
        }
        // Seals some lines together with foreign ones, as a later version would; the rest go into the active file.
        let header = String(decoding: HistoryRecord.headerLine, as: UTF8.self)
        let segments = try #require(ULID(try await store.page(before: nil, limit: 20).messages[0].id.rawValue))
        try folder.write((header + lines[..<45].joined()).utf8, to: "archive/\(segments.text).jsonl")
        try folder.write((header + lines[45...].joined()).utf8, to: "messages.jsonl")
        for _ in 0..<20 {
            try await store.tidy(retention: .week)
            let limit = clock.now().advanced(by: .seconds(-7 * 86_400)).millisecondsSinceEpoch
            for file in folder.files where file.hasSuffix(".jsonl") {
                for line in try folder.text(file).split(separator: "\n") where line.contains("\"at\"") {
                    let time = try JSONValue(parsing: Array(line.utf8)).asObject?["at"]?.asInteger
                    #expect(time.map { $0 >= limit } ?? false, "\(file): \(line)")
                }
            }
            clock.advance(by: .seconds(43_200))
        }
        #expect(try folder.files.filter { $0.hasSuffix(".jsonl") }.allSatisfy { try !folder.text($0).contains("day") })
    }

    private func namesOfFiles(with text: String) -> [String] {
        // Folders have no text.
        folder.files.filter { (try? folder.text($0))?.contains(text) ?? false }
    }
}
