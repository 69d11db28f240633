// SPDX-License-Identifier: GPL-3.0-or-later
// Daily usage statistics: what is counted and stored, and that nothing is counted before the user opts in.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(3)))
struct StatisticsTests {
    private let folder: TemporaryFolder
    private let settings = FakeSettingsStore()
    private let clock = FakeWallClock()

    init() throws { folder = try TemporaryFolder("jarvis-statistics") }

    private var path: String { folder.path + "/data/statistics.json" }

    private func count(_ records: [(String, [String: LogValue])]) async throws -> UsageStatistics {
        let file = StatisticsFile(path: path)
        let next = FakeEventLog()
        let log = StatisticsLog(next, file: file, settings: settings, clock: clock)
        for (name, fields) in records { log.record(name, fields) }
        await log.settle()
        #expect(next.names.count == records.count, "everything is passed on")
        return try await file.load()
    }

    private static let turns: [(String, [String: LogValue])] = [
        ("question", ["text": .text("my secret"), "source": .text("typed")]),
        ("transcript", ["text": .text("my other secret")]), ("transcript", ["text": .text("")]),
        ("reply", ["text": .text("a secret answer")]), ("reply", ["text": .text("another")]),
        ("timing", ["firstSoundHeardMs": .number(512)]), ("timing", ["firstSoundHeardMs": .number(700)]),
        ("timing", ["firstSoundHeardMs": .number(2411)]),
        ("banner", ["severity": .text("error")]), ("banner", ["severity": .text("notice")]), ("state", [:]),
    ]

    @Test func nothingIsCountedUntilTheUserOptsIn() async throws {
        #expect(try await count(Self.turns).days.isEmpty)
        #expect(!Environment.exists(path), "not even a file")
    }

    @Test func nothingIsCountedInASessionOnlyHistory() async throws {
        try settings.update { ($0.history.keepsStatistics, $0.history.isSessionOnly) = (true, true) }
        #expect(try await count(Self.turns).days.isEmpty)
    }

    @Test func questionsAnswersProblemsAndTimesAreCountedByDay() async throws {
        try settings.update { $0.history.keepsStatistics = true }
        let statistics = try await count(Self.turns)
        let date = UsageStatistics.date(of: clock.now(), clock)
        let day = try #require(statistics.days[date])
        #expect(statistics.days.count == 1)
        #expect(day.typedCount == 1 && day.spokenCount == 1 && day.replyCount == 2 && day.problemCount == 1)
        #expect(day.medianMilliseconds == 700)
        let again = try await count(Self.turns)
        #expect(again.days[date]?.questionCount == 4, "by another process, too")
    }

    @Test func entriesOfOtherVersionsAreKept() async throws {
        try settings.update { $0.history.keepsStatistics = true }
        let date = UsageStatistics.date(of: clock.now(), clock)
        try folder.write(
            Array(
                """
                {"format": "jarvis-statistics", "version": 1, "colour": "blue",
                 "days": {"\(date)": {"spoken": 2, "sung": 3}, "2026-01-01": {"typed": 1, "hummed": 4}}}
                """.utf8), to: "data/statistics.json")
        let statistics = try await count(Self.turns)
        #expect(statistics.days[date]?.spokenCount == 3)
        let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
        for entry in ["\"colour\": \"blue\"", "\"sung\": 3", "\"hummed\": 4"] {
            #expect(text.contains(entry), "\(text)")
        }
    }

    @Test func noTextIsWritten() async throws {
        try settings.update { $0.history.keepsStatistics = true }
        _ = try await count(Self.turns)
        let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
        #expect(text.contains("jarvis-statistics") && !text.contains("secret") && !text.contains("answer"))
    }

    @Test func statisticsCanBeErasedAndRestored() async throws {
        try settings.update { $0.history.keepsStatistics = true }
        let before = try await count(Self.turns)
        let file = StatisticsFile(path: path)
        let gone = try await file.erase()
        #expect(gone == before && !Environment.exists(path))
        #expect(try await file.load().days.isEmpty)
        try await file.restore(gone)
        #expect(try await file.load() == before)
    }

    @Test func countingContinuesAfterTheFileIsDamaged() async throws {
        try settings.update { $0.history.keepsStatistics = true }
        _ = try await count(Self.turns)
        try AtomicFile.write(path, Array("{ no".utf8))
        #expect(try await count(Self.turns).days.count == 1)
    }

    @Test func daysBeforeATruncationAreKeptAndTheDamageIsReported() async throws {
        let told = Mutex<[Notice]>([])
        let file = StatisticsFile(path: path) { notice in told.withLock { $0.append(notice) } }
        for date in ["2026-01-03", "2026-01-04"] { try await file.change { $0.change(date) { $0.typedCount = 3 } } }
        try AtomicFile.write(path, Array((try AtomicFile.read(path) ?? []).dropLast(60)))
        try await file.change { $0.change("2026-01-05") { $0.typedCount = 1 } }
        #expect(try await file.load().days.keys.sorted() == ["2026-01-03", "2026-01-05"])
        #expect(told.withLock { $0 }.map { $0.advice.contains(path + ".damaged-1") } == [true])
    }

    @Test func hugeCountsDoNotOverflow() throws {
        let most = JSONValue.integer(.max)
        let day: JSONValue = .object(["spoken": most, "typed": most, "replies": most, "problems": most])
        let document: JSONValue = .object([
            "format": .text("jarvis-statistics"), "version": .integer(1), "days": .object(["2026-11-26": day]),
        ])
        var statistics = try #require(UsageStatistics(document: document))
        statistics.change("2026-11-26") { $0.spokenCount += 1 }
        #expect(statistics.days["2026-11-26"].map { $0.questionCount > 0 } == true)
    }

    @Test func theMedianIsTheMiddleValueAndOldDaysAreDropped() {
        var day = UsageStatistics.Day()
        #expect(day.medianMilliseconds == nil)
        day.latencies = [100: 1, 300: 1, 5000: 1]
        #expect(day.medianMilliseconds == 300)
        var statistics = UsageStatistics()
        for number in 0..<400 { statistics.change("\(1000 + number)") { $0.typedCount = number } }
        #expect(statistics.days.count == UsageStatistics.mostDays && statistics.days["1000"] == nil)
        #expect(UsageStatistics(document: statistics.document) == statistics)
        #expect(UsageStatistics(document: .object(["format": .text("other")])) == nil)
    }
}
