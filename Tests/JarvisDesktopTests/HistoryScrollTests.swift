// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling a long history by keyboard: every message is reachable, few rows exist, and the pane does not leak.

import Testing

@Suite(.serialized)
struct HistoryScrollTests {
    @Test func scrollingALongHistoryNeedsFewRows() async throws {
        let result = try await WindowHost.run(
            python: "history-scroll.py", options: ["300"], ["scroll", "--messages", "300"])
        #expect(result.status == 0, "\(result.output)")
        let stretches = result.output.split(separator: "\n").filter { $0.contains("mostRows=") }
        #expect(stretches.count == 4, "\(result.output)")
        for stretch in stretches {
            print(stretch)
            #expect(field("mostRows", of: stretch).map { $0 <= 40 } == true, "\(stretch)")
        }
        #expect(stretches.first.flatMap { field("from", of: $0) } == 1, "the first message was reached")
        #expect(stretches.dropFirst().first.flatMap { field("to", of: $0) } == 300, "and the last one again")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    private func field(_ name: String, of line: Substring) -> Int? {
        line.split(separator: " ").first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }

    /// A reader further up is not moved; a reader at the end sees the words arrive without jumps.
    @Test func aGrowingReplyDoesNotMoveTheReader() async throws {
        let result = try await WindowHost.run(python: "history-stream.py", ["stream"])
        #expect(result.status == 0, "\(result.output)")
        let streamed = result.output.split(separator: "\n").filter { $0.hasPrefix("event streamed") }
        #expect(streamed.count == 2, "\(result.output)")
        let (atEnd, above) = (try #require(streamed.first), try #require(streamed.last))
        #expect(field("down", of: atEnd) == 0 && atEnd.contains("endInView=yes"), "\(atEnd)")
        #expect(field("up", of: above) == 0 && field("down", of: above) == 0, "\(above)")
        #expect(above.contains("endInView=no"), "\(above)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func theHistoryPaneDoesNotLeak() async throws {
        let result = try await WindowHost.run(["leaks", "--pane", "history", "--cycles", "60"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func theLeakCheckFindsAPlantedLeak() async throws {
        let result = try await WindowHost.run(["leaks", "--pane", "history", "--cycles", "5", "--plant"])
        #expect(result.status == 1, "\(result.output)")
    }
}
