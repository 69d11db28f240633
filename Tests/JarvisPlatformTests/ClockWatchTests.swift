// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisTesting
import Testing

@testable import JarvisPlatform

@Suite(.timeLimit(.minutes(10)))
struct ClockWatchTests {
    /// As timedatectl does: a new link replaces the old one.
    @Test func timeZoneChangesAreReported() async throws {
        let folder = try TemporaryFolder()
        let zone = folder.path + "/localtime"
        #expect(symlink("/usr/share/zoneinfo/Europe/Berlin", zone) == 0)
        var changes = ClockWatch.changes(clock: -1, zone: zone).makeAsyncIterator()
        #expect(symlink("/usr/share/zoneinfo/Asia/Tokyo", zone + ".new") == 0)
        #expect(rename(zone + ".new", zone) == 0)
        #expect(await changes.next() != nil)
    }

    /// A pipe stands in for the timer, which becomes readable only if the computer's clock is set.
    @Test func settingTheClockIsReportedEachTime() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[1]) }
        var changes = ClockWatch.changes(clock: ends[0], zone: nil).makeAsyncIterator()
        for _ in 0..<2 {
            var count: UInt64 = 1
            #expect(write(ends[1], &count, 8) == 8)
            #expect(await changes.next() != nil)
        }
    }
}
