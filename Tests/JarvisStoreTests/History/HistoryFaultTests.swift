// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

/// Makes each system call of each operation fail in turn.
@Suite(.timeLimit(.minutes(3))) struct HistoryFaultTests {
    typealias Store = JSONLinesConversationStore

    enum Operation: String, CaseIterable, Sendable {
        case firstAppend, append, delete, restore, restoreRemoved, deleteAll, takeAll, compact, report, page
    }

    static let faults: [FaultySystem.Fault] = [.error(ENOSPC), .error(EIO), .error(EROFS), .shortWrite]

    @Test(arguments: Operation.allCases)
    func aFailingSystemCallLosesAndGarblesNothing(operation: Operation) async throws {
        for fault in Self.faults {
            var place = 0
            while try await holds(operation, fault, at: place) { place += 1 }
            #expect(place > 2, "\(operation) made no system calls")
        }
    }

    /// - Returns: false once there are no more such calls.
    private func holds(_ operation: Operation, _ fault: FaultySystem.Fault, at place: Int) async throws -> Bool {
        let folder = try TemporaryFolder()
        let history = folder.path + "/history"
        var kept: [Message] = []
        if operation != .firstAppend {
            let healthy = Store(folder: history)
            kept = try await healthy.append(texts: ["a", "b", "c", "d"])
            if operation != .append { try await healthy.delete([kept[1].id]) }
        }
        if operation == .report {
            let torn = try OpenFile(history + "/messages.jsonl", flags: O_WRONLY | O_APPEND)
            try torn.write(Array("{\"type\":\"mes".utf8))
        }
        let faulty = FaultySystem()
        let store = Store(folder: history, system: faulty.system)
        faulty.arm(place, fault)
        let before = kept.filter { operation == .append || $0.text != "b" }.map(\.text)
        var after = before
        var failure: (any Error)?
        do { after = try await perform(operation, store, kept, before) } catch { failure = error }
        let isReached = faulty.callCount > place
        let comment: Comment =
            "\(operation) \(fault) at \(place): \(faulty.failedCalls), \(String(describing: failure))"
        faulty.disarm()

        if let failure { #expect(failure is StoreFailure, comment) }
        let (texts, report) = try await reopened(history)
        if failure == nil {
            #expect(texts == after, comment)
        } else {
            // A replaced file remains even if its folder couldn't be synchronized.
            #expect(texts == before || (operation == .restoreRemoved && texts == Self.restored), comment)
        }
        if operation != .report { #expect(report.damagedLineCount == 0, comment) }
        // The store that met the fault reads the same messages and keeps working.
        #expect(try await store.texts() == texts, comment)
        _ = try await store.append(.said("later"))
        #expect(try await reopened(history).texts == texts + ["later"], comment)
        if texts.isEmpty, operation == .deleteAll || operation == .takeAll {
            // Anything that couldn't be removed then has been removed by now.
            try await Store(folder: history).tidy(retention: .forever)
            for file in folder.files where file.hasSuffix(".jsonl") {
                #expect(try !folder.text(file).contains(#""text":"c""#), comment)
            }
        }
        return isReached || place < 2
    }

    private static let restored = ["a2", "a", "c", "d"]

    private func perform(
        _ operation: Operation, _ store: Store, _ kept: [Message], _ before: [String]
    ) async throws -> [String] {
        switch operation {
        case .firstAppend, .append:
            _ = try await store.append(.said("new"))
            return before + ["new"]
        case .delete:
            try await store.delete([kept[2].id])
            return before.filter { $0 != "c" }
        case .restore:
            try await store.restore([kept[1]])
            return ["a", "b", "c", "d"]
        case .restoreRemoved:
            var message = kept[0]
            var id = try #require(ULID(kept[0].id.rawValue))
            id.low &-= 1
            message.id = MessageID(rawValue: id.text)
            message.draft.text = "a2"
            try await store.restore([message])
            return Self.restored
        case .deleteAll:
            try await store.deleteAll()
            return []
        case .takeAll:
            #expect(try await store.takeAll(limit: 9)?.map(\.text) == before)
            return []
        case .compact:
            try await store.compact()
            return before
        case .report:
            _ = await store.report()
            return before
        case .page:
            #expect(try await store.texts() == before)
            return before
        }
    }

    @Test func aFullDiskRejectsNewMessagesAndKeepsOldOnes() async throws {
        let folder = try TemporaryFolder()
        let faulty = FaultySystem()
        let store = Store(folder: folder.path, system: faulty.system)
        _ = try await store.append(.said("a"))
        var full = faulty.system
        let write = full.write
        full.write = { file, bytes in bytes.count > 10 ? -Int(ENOSPC) : write(file, bytes) }
        let other = Store(folder: folder.path, system: full)
        let failure = StoreFailure.diskFull(path: folder.path + "/messages.jsonl")
        for _ in 0..<3 { await #expect(throws: failure) { try await other.append(.said("lost")) } }
        #expect(await other.report().writeFailure == failure)
        #expect(try await other.texts() == ["a"])
        #expect(try await reopened(folder.path).texts == ["a"])
    }

    @Test func aRefusedLineIsIgnoredEvenIfItCannotBeTruncated() async throws {
        let folder = try TemporaryFolder()
        let healthy = Store(folder: folder.path)
        _ = try await healthy.append(.said("a"))
        var system = FileSystem()
        system.synchronizeData = { _ in -Int(EIO) }
        system.truncate = { _, _ in -Int(EIO) }
        let store = Store(folder: folder.path, system: system)
        let failure = StoreFailure.inputOutput(path: folder.path + "/messages.jsonl", errno: EIO)
        await #expect(throws: failure) { try await store.append(.said("refused")) }
        #expect(try await store.texts() == ["a"])
        await #expect(throws: failure) { try await store.append(.said("refused")) }
        #expect(try await store.texts() == ["a"])
    }

    @Test func aReadOnlyHistoryIsReadAndRejectsNewMessages() async throws {
        let folder = try TemporaryFolder()
        _ = try await Store(folder: folder.path).append(texts: ["a", "b"])
        let store = Store(folder: folder.path, system: FaultySystem.readOnly)
        #expect(try await store.texts() == ["a", "b"])
        let report = await store.report()
        guard case .readOnly = report.writeFailure else {
            Issue.record("\(report)")
            return
        }
        await #expect(throws: StoreFailure.readOnly(path: folder.path + "/messages.jsonl")) {
            try await store.append(.said("c"))
        }
        #expect(try await store.texts() == ["a", "b"])
    }

    @Test func aReadOnlyDiskWithoutHistoryReportsTheReason() async throws {
        let folder = try TemporaryFolder()
        let store = Store(folder: folder.path + "/history", system: FaultySystem.readOnly)
        #expect(try await store.texts().isEmpty)
        let failure = StoreFailure.readOnly(path: folder.path + "/history")
        #expect(await store.report() == StoreReport(writeFailure: failure))
        await #expect(throws: failure) { try await store.append(.said("c")) }
    }

    @Test func damageOnAReadOnlyDiskIsCountedAndLeftInPlace() async throws {
        let folder = try TemporaryFolder()
        _ = try await Store(folder: folder.path).append(texts: ["a", "b"])
        let bytes = try folder.bytes("messages.jsonl") + Array("broken\n".utf8)
        try folder.write(bytes, to: "messages.jsonl")
        let report = await Store(folder: folder.path, system: FaultySystem.readOnly).report()
        #expect(report.damagedLineCount == 1)
        #expect(report.quarantinePath == nil)
        #expect(try folder.bytes("messages.jsonl") == bytes)
    }
}
