// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of child processes, measured in a process that does nothing else.

import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProcessFiguresTests {
    private func check(_ arguments: String...) async throws -> [String] {
        let bundle = try #require(Environment.executablePath())
        let program = Folder.parent(of: bundle) + "/jarvis-systemcheck"
        let result = try await ChildProcess.run(program, arguments, within: .seconds(240))
        #expect(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func aThousandChildrenLeakNothing() async throws {
        let line = try #require(try await check("children", "1000", "16").first)
        let words = line.split(separator: " ")
        let figures = words.compactMap { Int($0) }
        try #require(words.count == 8 && figures.count == 4, "\(line)")
        // Swift's thread pool may start a thread late on a busy machine; a leak would show one for each child.
        #expect(figures[1] <= 2, "threads: \(line)")
        #expect([figures[0], figures[2], figures[3]] == [0, 0, 0], "\(line)")
    }

    @Test func aQuietChildUsesNoProcessorTime() async throws {
        let lines = try await check("quiet")
        #expect(lines.first == "said")
        let milliseconds = try #require(lines.last.flatMap { Int($0) })
        #expect(milliseconds < 200, "a busy wait would take a second")
    }
}
