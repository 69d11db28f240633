// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisStore

/// A clock that is set by hand.
private final class SetClock: WallClock {
    private let time = Mutex(Timestamp(secondsSinceEpoch: 1_763_706_184))

    func advance(days: Int) { time.withLock { $0 = $0.advanced(by: .seconds(days * 86_400)) } }
    func now() -> Timestamp { time.withLock { $0 } }
    func local(_ instant: Timestamp) -> LocalTime { SystemWallClock().local(instant) }
    func instant(of local: LocalTime) -> Timestamp { SystemWallClock().instant(of: local) }
}

@Suite(.timeLimit(.minutes(2))) struct HistoryRetentionTests {
    let folder: TemporaryFolder
    private let clock = SetClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: HistoryRetention.allCases) func whatIsTooOldIsRemovedFromTheDisk(retention: HistoryRetention)
        async throws
    {
        let store = JSONLinesConversationStore(folder: folder.path, clock: clock, segmentSize: 1500)
        var texts: [(day: Int, text: String)] = []
        for day in 0..<400 where day % 3 == 0 {
            texts.append((day, "said on day \(day)."))
            _ = try await store.append(.said("said on day \(day)."))
            if day == 210 { try await store.seal() }
            clock.advance(days: 3)
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

    @Test func deletedWordsLeaveTheDiskWhenItIsTidied() async throws {
        let store = JSONLinesConversationStore(folder: folder.path, segmentSize: 1500)
        let all = try await store.append(texts: ["secret one", "b", "secret two", "d"])
        try await store.seal()
        try await store.delete([all[0].id, all[2].id])
        try await store.tidy(retention: .forever)
        for file in folder.files where file.contains(".") {
            #expect(try !folder.text(file).contains("secret"), "\(file)")
        }
        #expect(try await reopened(folder.path).texts == ["b", "d"])
    }
}
