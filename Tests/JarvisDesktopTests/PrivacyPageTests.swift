// SPDX-License-Identifier: GPL-3.0-or-later
// The privacy page by keyboard: network traffic, recordings, stored data and statistics.

import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting
import Testing

@testable import JarvisDesktopKit
@testable import JarvisSettingsUI

@Suite(.serialized)
struct PrivacyPageTests {
    private func seen(_ place: String, _ keys: [String] = ["shift"], _ options: [String] = []) async throws
        -> [SeenObject]
    {
        try await SeenObject.all(after: keys, ["--place", place] + options)
    }

    @Test func networkTrafficIsListedByServer() async throws {
        let names = try await seen("traffic").map(\.name)
        #expect(names.contains("Data sent to 1 server since JARVIS started"), "\(names)")
        #expect(names.contains("api.open-meteo.com") && names.contains("localhost:11434"))
        #expect(names.contains { $0.contains("sent 412 bytes") && $0.contains("received 18.2") })
        #expect(names.contains { $0.hasPrefix("On this computer") && $0.contains("sent 34.1") })
    }

    @Test @MainActor func unusedServersAreListedToo() {
        let used = TrafficEntry(server: "one.example:8000", lastUse: FakeWallClock().now())
        let lines = TrafficLine.lines(
            [used], chosen: ["one.example", "two.example"], TimeCaption(clock: FakeWallClock()))
        #expect(lines.map(\.server) == ["one.example:8000", "two.example"] && lines.map(\.isUsed) == [true, false])
        #expect(TrafficLine.bytes(999) == "999 bytes" && TrafficLine.bytes(1000) == "1.0\u{a0}kB")
        #expect(TrafficLine.bytes(999_999) == "999\u{a0}kB" && TrafficLine.bytes(12_345_678) == "12.3\u{a0}MB")
    }

    @Test func recordingsAreDeletedAndRestoredByKeyboard() async throws {
        let first = try await seen("recordings")
        #expect(first.focused == "Play “set a timer for twenty minutes”", "\(first.map(\.name))")
        #expect(first.contains { $0.name.hasPrefix("Recordings: 3 · 5") && $0.name.hasSuffix("\u{a0}s in total") })
        let deleted = try await seen("recordings", ["Tab", "space"])
        #expect(!deleted.contains { $0.name.hasPrefix("Play “set a timer") }, "\(deleted.map(\.name))")
        #expect(deleted.contains { $0.name == "Recording deleted" })
        #expect(deleted.focused == "Delete Not understood", "the keyboard stays at its place")
        let back = try await seen("recordings", ["Tab", "space", "ctrl+z"])
        #expect(back.contains { $0.name.hasPrefix("Play “set a timer") }, "\(back.map(\.name))")
    }

    @Test func recordingsAreHiddenWhileTheHistoryIsLocked() async throws {
        let names = try await seen("recordings", ["shift"], ["--locked", "no"]).map(\.name)
        #expect(names.contains("Unlock the history to see recordings"), "\(names)")
        #expect(!names.contains { $0.contains("set a timer for twenty") })
    }

    @Test func storedDataIsListedAndErasedByKeyboard() async throws {
        let first = try await seen("kept-data")
        #expect(first.focused == "Conversation: Erase…", "\(first.map(\.name))")
        #expect(first.contains { $0.name.hasPrefix("128 · 153\u{a0}kB · Until erased · ") })
        #expect(first.contains { $0.name.contains("files (on this computer): 4 calls") })
        let asked = try await seen("kept-data", ["space"])
        #expect(asked.contains { $0.name == "Erase “Conversation” for good? You can't undo this." })
        let kept = try await seen("kept-data", ["space", "space"])
        #expect(kept.contains { $0.name.hasPrefix("128 · ") }, "the first button keeps it")
        let erased = try await seen("kept-data", ["space", "Tab", "space"])
        #expect(!erased.contains { $0.name.hasPrefix("128 · ") }, "\(erased.map(\.name))")
    }

    @Test @MainActor func storedDataHasAShortSummary() {
        let entry = KeptEntry(
            kind: .recordings, count: 3, bytes: 999, places: ["/ada/r", "/tmp/x"], span: .days(7))
        #expect(KeptDataRow.words(entry, homeFolder: "/ada") == "3 · 999 bytes · For 7 days · ~/r · /tmp/x")
        #expect(KeptDataRow.words(KeptEntry(kind: .lists, count: 0), homeFolder: "") == "None")
        #expect(KeptDataRow.words(KeptEntry(kind: .keys, count: 1), homeFolder: "").hasSuffix("Your keyring"))
    }

    @Test func statisticsAreSummarized() async throws {
        let seen = try await seen("privacy.statistics")
        #expect(seen.focused == "Keep statistics", "\(seen.map(\.name))")
        #expect(seen.contains { $0.name == "Nothing yet" })
        var statistics = UsageStatistics()
        statistics.change("2026-01-05") { day in
            (day.spokenCount, day.typedCount, day.replyCount) = (3, 2, 5)
            day.latencies = [740: 3]
        }
        let words = await StatisticsRow.words(statistics, today: "2026-01-05")
        #expect(words == "Today: 5 asked, 5 answered, 0 problems; median response 740\u{a0}ms")
    }
}
