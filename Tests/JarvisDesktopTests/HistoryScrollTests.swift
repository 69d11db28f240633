// SPDX-License-Identifier: GPL-3.0-or-later
// A long history by keyboard: everything comes into reach, rows are few, and the pane leaves nothing behind.

import Testing

@Suite(.serialized)
struct HistoryScrollTests {
    @Test func aLongHistoryIsScrolledThroughWithFewRows() async throws {
        let result = try await WindowHost.run(
            python: "history-scroll.py", options: ["600"], ["scroll", "--messages", "600"])
        #expect(result.status == 0, "\(result.output)")
        let stretches = result.output.split(separator: "\n").filter { $0.contains("mostRows=") }
        #expect(stretches.count == 4, "\(result.output)")
        for stretch in stretches {
            print(stretch)
            let rows = stretch.split(separator: " ").first { $0.hasPrefix("mostRows=") }
            let count = rows.flatMap { Int($0.dropFirst("mostRows=".count)) } ?? .max
            #expect(count < 450, "\(stretch)")
        }
    }

    @Test func thePaneLeavesNothingBehind() async throws {
        let result = try await WindowHost.run(["leaks", "--pane", "history", "--cycles", "60"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func whatAPaneLeavesBehindIsFound() async throws {
        let result = try await WindowHost.run(["leaks", "--pane", "history", "--cycles", "5", "--plant"])
        #expect(result.status == 1, "\(result.output)")
    }
}
