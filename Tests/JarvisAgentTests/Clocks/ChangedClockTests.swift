// SPDX-License-Identifier: GPL-3.0-or-later
// When reminders ring and what is announced after a change of time zone or clock, a sleep or a restart. The cases are
// in `Tests/Expected/clocks.txt`.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChangedClockTests {
    @Test(arguments: ChangedClockRow.all)
    func remindersRingAsTheTableSays(row: ChangedClockRow) async throws {
        let actual = try await row.played()
        #expect(actual == row, "\(actual.line)")
    }

    @Test func theTableHasAtLeastSixtyDistinctCases() {
        #expect(ChangedClockRow.all.count >= 60)
        #expect(Set(ChangedClockRow.all.map(\.setting)).count == ChangedClockRow.all.count)
    }
}

/// One case.
struct ChangedClockRow: Equatable, Sendable, CustomTestStringConvertible {
    /// Zone and local time: "Europe/Berlin 2026-01-05 21:00".
    var start: String
    /// One request, or several separated by "; ".
    var request: String
    /// The changes after it, and how long the program then runs: "wait 10m, to Asia/Tokyo, run 30h".
    var changes: String
    /// The answer, after the changes, to how long it is until the reminder rings.
    var answer: String
    var told: [String]

    var setting: String { [start, request, changes].joined(separator: " | ") }
    var line: String { ([setting, answer] + [told.joined(separator: " / ")]).joined(separator: " | ") }
    var testDescription: String { setting }

    /// The rows of the table.
    static let all: [ChangedClockRow] = {
        let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
        let text = WholeFile.text(root + "/Tests/Expected/clocks.txt") ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { ChangedClockRow(line: $0) }
    }()

    private init(line: Substring) {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map { part in
            part.split(separator: " ").joined(separator: " ")
        }
        (start, request, changes, answer) = (parts[0], parts[1], parts[2], parts[3])
        told = parts[4].isEmpty ? [] : parts[4].split(separator: " / ").map(String.init)
    }

    private var question: String {
        let words = request.split(separator: " ")
        if words.contains("timer") { return "how long until my timer is done" }
        return words.contains("wake") ? "how long until my alarm" : "how long until my next reminder"
    }

    /// This row with the actual answer and announcements.
    @MainActor func played() async throws -> ChangedClockRow {
        let place = start.split(separator: " ")
        let date = place[1].split(separator: "-").compactMap { Int($0) }
        let time = place[2].split(separator: ":").compactMap { Int($0) }
        let computer = try ChangedClock(
            FakeZone.all.first { $0.name == place[0] } ?? .utc,
            LocalTime(
                year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1],
                second: time.count > 2 ? time[2] : 0, weekday: 1))
        await computer.look()
        for request in request.split(separator: "; ") {
            try await computer.rig.ask(String(request))
            await computer.look()
        }
        var row = self
        for step in changes.split(separator: ", ") {
            guard step.hasPrefix("run ") else {
                try await computer.change(step)
                continue
            }
            row.answer = try await computer.rig.ask(question).text
            try await computer.run(ChangedClock.length(String(step.dropFirst(4))))
        }
        row.told = computer.told
        return row
    }
}
