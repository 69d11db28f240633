// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
import JarvisCore
import Synchronization
import Testing

@testable import JarvisPlatform

@Suite(.timeLimit(.minutes(3))) struct FileTests {
    let folder: String

    init() throws {
        folder = "/tmp/jarvis-platform-test-\(UUID().uuidString)"
        try Folder.create(folder + "/deep/er")
    }

    private func tidy() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test func foldersArePrivateToTheUser() throws {
        defer { tidy() }
        var status = FileStatus()
        _ = FileSystem().statusOfPath(folder + "/deep/er", &status)
        #expect(status.permissions == 0o700)
        try Folder.create(folder + "/deep/er")
    }

    @Test func aFileIsReplacedAsAWhole() throws {
        defer { tidy() }
        let path = folder + "/file"
        try AtomicFile.write(path, [1, 2, 3])
        try AtomicFile.write(path, [4])
        #expect(try AtomicFile.read(path) == [4])
        #expect(try AtomicFile.read(folder + "/none") == nil)
        var status = FileStatus()
        _ = FileSystem().statusOfPath(path, &status)
        #expect(status.permissions == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["deep", "file"])
    }

    @Test func concurrentWritersDoNotInterfere() throws {
        defer { tidy() }
        let path = folder + "/file"
        try AtomicFile.replace(path) { file throws(StoreFailure) in
            try AtomicFile.write(path, [2])
            try file.write([1])
        }
        #expect(try AtomicFile.read(path) == [1], "the last one that was finished")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["deep", "file"])
    }

    @Test(arguments: [
        (ENOSPC, StoreFailure.diskFull(path: "F")), (EROFS, .readOnly(path: "F")),
        (EIO, .inputOutput(path: "F", errno: EIO)),
    ])
    func aFailedReplacementKeepsTheOldFile(code: Int32, failure: StoreFailure) throws {
        defer { tidy() }
        let path = folder + "/file"
        try AtomicFile.write(path, [1])
        var system = FileSystem()
        system.synchronize = { _ in -Int(code) }
        let thrown = #expect(throws: StoreFailure.self) { try AtomicFile.write(path, [2], system: system) }
        #expect("\(thrown, default: "")" == "\(failure)".replacing("\"F\"", with: "\"\(path)\""))
        #expect(try AtomicFile.read(path) == [1])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["deep", "file"])
    }

    @Test func aWatcherSeesWritesRenamesAndRemovals() async throws {
        defer { tidy() }
        let path = folder + "/file"
        let watcher = try FileWatcher(folder: folder, name: "file")
        var changes = watcher.changes.makeAsyncIterator()
        try AtomicFile.write(path, [1])
        #expect(await changes.next() != nil)
        try AtomicFile.write(path, [2])
        #expect(await changes.next() != nil)
        let file = try OpenFile(path, flags: O_WRONLY | O_APPEND)
        try file.write([3])
        #expect(await changes.next() != nil)
        unlink(path)
        #expect(await changes.next() != nil)
        watcher.cancel()
        while await changes.next() != nil {}
    }

    @Test func aWatcherIgnoresOtherFiles() async throws {
        defer { tidy() }
        let watcher = try FileWatcher(folder: folder, name: "file")
        let other = try FileWatcher(folder: folder, name: "other")
        try AtomicFile.write(folder + "/other", [1])
        for await _ in other.changes { break }
        watcher.cancel()
        var count = 0
        for await _ in watcher.changes { count += 1 }
        #expect(count == 0)
    }

    @Test func watchersShareAFolderAndOneKernelObject() async throws {
        defer { tidy() }
        // A user may have 128 inotify instances on most desktops.
        let watchers = try (0..<200).map { try FileWatcher(folder: folder, name: "file\($0)") }
        for (number, watcher) in watchers.enumerated() where number % 2 == 1 { watcher.cancel() }
        for number in watchers.indices { try AtomicFile.write(folder + "/file\(number)", [1]) }
        for (number, watcher) in watchers.enumerated() where number % 2 == 0 {
            for await _ in watcher.changes { break }
        }
        // A cancelled watch is not resumed by another one of the same file.
        let again = try FileWatcher(folder: folder, name: "file1")
        try AtomicFile.write(folder + "/file1", [2])
        for await _ in again.changes { break }
        for await _ in watchers[1].changes { Issue.record("cancelled") }
    }

    @Test func aFolderIsWatchedAgainAfterItWasRemoved() async throws {
        defer { tidy() }
        let deep = folder + "/deep/er"
        let watcher = try FileWatcher(folder: deep)
        try FileManager.default.removeItem(atPath: deep)
        for await _ in watcher.changes {}
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let again = try FileWatcher(folder: deep, name: "file")
        try AtomicFile.write(deep + "/file", [1])
        for await _ in again.changes { break }
    }

    @Test func watchingAMissingFolderFails() {
        defer { tidy() }
        let path = folder + "/none"
        #expect(throws: StoreFailure.inputOutput(path: path, errno: ENOENT)) { try FileWatcher(folder: path) }
    }

    @Test func aWatchEndsWhenItsFolderIsRemoved() async throws {
        let watcher = try FileWatcher(folder: folder + "/deep/er")
        tidy()
        for await _ in watcher.changes {}
    }

    @Test func aStreamOfChangesEndsWithItsTask() async throws {
        defer { tidy() }
        let stream = try FileWatcher.changes(folder: folder)
        let task = Task { for await _ in stream {} }
        task.cancel()
        await task.value
    }

    @Test func shortWritesAreContinued() throws {
        defer { tidy() }
        var system = FileSystem()
        system.write = { write(Int32($0), $1.baseAddress, 1) }
        try AtomicFile.write(folder + "/file", [1, 2, 3], system: system)
        #expect(try AtomicFile.read(folder + "/file") == [1, 2, 3])
    }

    @Test func waitingForSeveralLocksTakesUnderTenSeconds() {
        let first = OpenFile.lockPatience(afterWaitingInVain: nil)
        let others = OpenFile.lockPatience(afterWaitingInVain: .seconds(1))
        #expect(first + others * 3 < .seconds(10))
        // After a while, a lock is awaited for the full time again.
        #expect(OpenFile.lockPatience(afterWaitingInVain: .seconds(60)) == first)
    }
}
