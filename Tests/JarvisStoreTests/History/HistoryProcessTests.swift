// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized) struct HistoryProcessTests {
    @Test func killingAtRandomMomentsLosesNoAcknowledgedMessage() async throws {
        var random = SeededGenerator(seed: 200)
        var acknowledgements = 0
        for _ in 0..<10 {
            let folder = try TemporaryFolder()
            for _ in 0..<20 {
                let child = try LineChild.storeCheck(["append-loop", folder.path])
                let first = try #require(child.line())
                // The experiment: kill the child at a random moment.
                usleep(UInt32.random(in: 0...30_000, using: &random))
                child.kill()
                let last = try #require(([first] + child.lines()).last?.split(separator: " ").last.flatMap { Int($0) })
                let (texts, report) = try await reopened(folder.path)
                acknowledgements += 1
                #expect(texts == texts.indices.map { "message \($0)" })
                #expect(
                    texts.count == last + 1 || texts.count == last + 2, "acknowledged \(last), found \(texts.count)")
                #expect(report.writeFailure == nil)
                let lines = try folder.bytes("messages.jsonl").split(separator: 0x0A)
                #expect(lines.count == texts.count + 1)
            }
        }
        #expect(acknowledgements == 200)
    }

    @Test func concurrentProcessesKeepEveryMessageOnceAndInOrder() async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path)
        let changes = await store.changes()
        let children = try (0..<2).map { _ in try LineChild.storeCheck(["append-loop", folder.path, "150"]) }
        let own = try await store.append(texts: (0..<150).map { "own \($0)" })
        for child in children {
            #expect(child.lines().count == 150)
            #expect(child.wait() == 0)
        }
        let all = try await store.page(before: nil, limit: 1000).messages
        #expect(all.count == 450)
        #expect(all.map(\.id) == all.map(\.id).sorted())
        #expect(Set(all.map(\.id)).count == 450)
        #expect(all.filter { $0.text.hasPrefix("own") } == own)
        var seen: [Message] = []
        for await change in changes {
            if case .appended(let message) = change { seen.append(message) }
            if seen.count == 450 { break }
        }
        #expect(seen == all)
        #expect(try await reopened(folder.path).texts == all.map(\.text))
    }

    @Test func anOpenStoreReportsMessagesFromOtherStores() async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path + "/history")
        let changes = await store.changes()
        let other = JSONLinesConversationStore(folder: folder.path + "/history")
        let message = try await other.append(.said("from elsewhere"))
        #expect(await next(changes) == .appended(message))
    }

    @Test func aMessageBetweenTheFirstReadAndTheWatchIsReported() async throws {
        let folder = try TemporaryFolder()
        let (here, there) = (folder.path + "/here", folder.path + "/there")
        _ = try await JSONLinesConversationStore(folder: here).append(.said("before"))
        try FileManager.default.copyItem(atPath: here, toPath: there)
        let message = try await JSONLinesConversationStore(folder: there).append(.said("in between"))
        let all = try AtomicFile.read(there + "/messages.jsonl") ?? []
        let line = Array(all.dropFirst((try AtomicFile.read(here + "/messages.jsonl") ?? []).count))
        var system = FileSystem()
        let isWritten = Mutex(false)
        // The other process writes as soon as this one gives up the lock for the first time.
        system.lock = { [lock = system.lock] file, operation in
            let result = lock(file, operation)
            guard operation == LOCK_UN,
                isWritten.withLock({ isWritten in
                    defer { isWritten = true }; return !isWritten
                })
            else { return result }
            try? OpenFile(here + "/messages.jsonl", flags: O_WRONLY | O_APPEND).write(line)
            return result
        }
        let store = JSONLinesConversationStore(folder: here, system: system)
        #expect(await next(await store.changes()) == .appended(message))
        #expect(isWritten.withLock { $0 })
    }

    @Test func anOpenStoreKeepsReportingAfterItsFolderIsMoved() async throws {
        let folder = try TemporaryFolder()
        let history = folder.path + "/history"
        let store = JSONLinesConversationStore(folder: history)
        _ = try await store.append(.said("before"))
        let changes = await store.changes()
        for name in ["first", "second"] {
            #expect(rename(history, folder.path + "/" + name) == 0)
            #expect(await next(changes) == .cleared)
            let message = try await JSONLinesConversationStore(folder: history).append(.said(name))
            #expect(await next(changes) == .appended(message))
        }
    }

    @Test func anOpenStoreFollowsDeletionsAndReplacedFiles() async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path)
        let other = JSONLinesConversationStore(folder: folder.path)
        let all = try await store.append(texts: ["a", "b", "c"])
        let changes = await store.changes()
        try await other.delete([all[1].id])
        #expect(await next(changes) == .deleted([all[1].id]))
        try await other.restore([all[1]])
        #expect(await next(changes) == .restored([all[1]]))
        try await other.delete([all[0].id])
        #expect(await next(changes) == .deleted([all[0].id]))
        // Compaction changes nothing visible.
        try await other.compact()
        let last = try await other.append(.said("d"))
        #expect(await next(changes) == .appended(last))
        #expect(try await store.texts() == ["b", "c", "d"])
        try await other.deleteAll()
        #expect(await next(changes) == .cleared)
        try await other.restore([all[2]])
        #expect(await next(changes) == .appended(all[2]))
        #expect(try await store.texts() == ["c"])
    }

    @Test(arguments: [false, true]) func clearingAnEmptyHistoryIsReported(isTidied: Bool) async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path)
        let other = JSONLinesConversationStore(folder: folder.path)
        let only = try await store.append(.said("only"))
        let changes = await store.changes()
        try await store.delete([only.id])
        #expect(await next(changes) == .deleted([only.id]))
        if isTidied { try await store.compact() }
        try await other.deleteAll()
        #expect(await next(changes) == .cleared)
        // A message restored by another store is reported as new.
        try await other.restore([only])
        #expect(await next(changes) == .appended(only))
        #expect(try await store.texts() == ["only"])
    }

    @Test(arguments: [50, 60]) func onlyShortImportsAreReportedMessageByMessage(count: Int) async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path + "/history")
        let before = try await store.append(.said("before"))
        // Its new IDs follow the imported ones.
        let source = JSONLinesConversationStore(folder: folder.path + "/source")
        _ = try await source.importDocument(try await store.export(.json))
        let imported = try await source.append(texts: (0..<count).map { "imported \($0)" })
        let document = try await source.export(.json)
        let changes = await store.changes()
        let other = JSONLinesConversationStore(folder: folder.path + "/history")
        let result = try await other.importDocument(document)
        #expect(result == HistoryImportResult(addedCount: count, duplicateCount: 1))
        if count > 50 {
            #expect(await next(changes) == .replaced)
        } else {
            for message in imported { #expect(await next(changes) == .appended(message)) }
        }
        // Nothing else was reported.
        let last = try await other.append(.said("last"))
        #expect(await next(changes) == .appended(last))
        let all = [before] + imported + [last]
        let newest = try await store.page(before: nil, limit: 40)
        #expect(newest == HistoryPage(messages: Array(all.suffix(40)), hasEarlier: true))
        let earlier = try await store.page(before: newest.messages[0].id, limit: 40)
        #expect(earlier == HistoryPage(messages: Array(all.dropLast(40)), hasEarlier: false))
    }
}
