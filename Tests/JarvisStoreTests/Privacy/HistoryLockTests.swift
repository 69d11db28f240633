// SPDX-License-Identifier: GPL-3.0-or-later
// When the history may be read: the lock, and the store behind it.

import JarvisCore
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(3)))
struct HistoryLockTests {
    /// Authorizes until a failure is set.
    private final class Authority: HistoryAuthority {
        let failure = Mutex<HistoryLockFailure?>(nil)
        let count = Mutex(0)

        func authorize() async throws(HistoryLockFailure) {
            count.withLock { $0 += 1 }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }
    }

    private let settings = FakeSettingsStore()
    private let authority = Authority()
    private let clock = ManualClock()
    private let kept = FakeConversationStore()

    private func makeLock() throws -> HistoryLock {
        try settings.update { $0.history.isLocked = true }
        return HistoryLock(settings: settings, authority: authority, clock: clock)
    }

    @Test func withoutTheSettingTheHistoryIsUnlocked() async throws {
        let lock = HistoryLock(settings: settings, authority: authority, clock: clock)
        #expect(!lock.isLocked)
        try await lock.unlock()
        #expect(authority.count.withLock { $0 } == 0)
    }

    @Test func unlockingLastsForTheChosenMinutes() async throws {
        let lock = try makeLock()
        try settings.update { $0.history.unlockMinutes = 3 }
        #expect(lock.isLocked)
        var changes = lock.changes().makeAsyncIterator()
        try await lock.unlock()
        #expect(!lock.isLocked)
        #expect(await changes.next() == false)
        await yieldUntil { clock.sleeperCount > 0 }
        clock.advance(by: .seconds(179))
        #expect(!lock.isLocked)
        clock.advance(by: .seconds(2))
        #expect(await changes.next() == true)
        #expect(lock.isLocked)
    }

    @Test func aDeniedUnlockKeepsTheHistoryLocked() async throws {
        let lock = try makeLock()
        authority.failure.withLock { $0 = .denied }
        await #expect(throws: HistoryLockFailure.denied) { try await lock.unlock() }
        #expect(lock.isLocked)
    }

    @Test func theHistoryCanBeRelockedByHandOrSetting() async throws {
        let lock = try makeLock()
        try await lock.unlock()
        lock.lock()
        #expect(lock.isLocked)
        try await lock.unlock()
        var changes = lock.changes().makeAsyncIterator()
        try settings.update { $0.history.isLocked = false }
        while await changes.next() == true {}
        #expect(!lock.isLocked)
        try settings.update { $0.history.isLocked = true }
        while await changes.next() == false {}
        #expect(lock.isLocked, "what was open before does not count")
    }

    @Test func aLockedHistoryStoresMessagesButRevealsNone() async throws {
        let lock = try makeLock()
        let store = LockedConversationStore(kept, lock: lock)
        let message = try await store.append(Self.draft("the secret word is plum"))
        await #expect(throws: StoreFailure.locked) { try await store.page(before: nil, limit: 5) }
        await #expect(throws: StoreFailure.locked) { try await store.search("plum", kinds: nil, limit: 5) }
        await #expect(throws: StoreFailure.locked) { try await store.message(message.id) }
        await #expect(throws: StoreFailure.locked) { try await store.export(.json) }
        await #expect(throws: StoreFailure.locked) { try await store.takeAll(limit: 5) }
        await #expect(throws: StoreFailure.locked) { try await store.deleteAll() }
        await #expect(throws: StoreFailure.locked) { try await store.delete([message.id]) }
        await #expect(throws: StoreFailure.locked) {
            for try await _ in store.finds("plum", kinds: nil, before: nil, limit: 5) {}
        }
        try await lock.unlock()
        #expect(try await store.page(before: nil, limit: 5).messages.map(\.text) == ["the secret word is plum"])
    }

    @Test func changesAreReportedOnceUnlocked() async throws {
        let lock = try makeLock()
        let store = LockedConversationStore(kept, lock: lock)
        var changes = await store.changes().makeAsyncIterator()
        try await lock.unlock()
        #expect(await changes.next() == .replaced)
        let seen = try await store.append(Self.draft("seen"))
        #expect(await changes.next() == .appended(seen))
    }

    private static func draft(_ text: String) -> MessageDraft {
        MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: text, source: .typed)
    }
}
