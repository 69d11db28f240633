// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RingerLockTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/reminders.json" }

    init() throws { folder = try TemporaryFolder() }

    @Test func onlyTheHolderOfTheLockRings() throws {
        #expect(RingerLock.state(reminders: path) == .absent)
        let lock = try #require(RingerLock(reminders: path))
        #expect(RingerLock.state(reminders: path) == .rings)
        #expect(RingerLock(reminders: path) == nil)
        withExtendedLifetime(lock) {}
    }

    @Test func aSuspendedHolderIsReported() async throws {
        let holder = try ChildProcess("flock", ["--no-fork", path + ".ringer", "sleep", "600"])
        try await yieldUntil { RingerLock.state(reminders: path) == .rings }
        holder.send(signal: SIGSTOP)
        try await yieldUntil { RingerLock.state(reminders: path) == .standsStill(holder.processIdentifier) }
        #expect(RingerLock.isHeld(reminders: path))
        holder.send(signal: SIGCONT)
        try await yieldUntil { RingerLock.state(reminders: path) == .rings }
    }

    @Test func aFolderInPlaceOfTheLockIsReported() throws {
        try Folder.create(path + ".ringer")
        #expect(
            RingerLock.state(reminders: path) == .blocked(.inputOutput(path: path + ".ringer", errno: EISDIR)))
        #expect(!RingerLock.isHeld(reminders: path))
    }
}
