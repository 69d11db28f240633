// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

/// Whichever process finds damage first, the user learns once how much there is and where it was put.
@Suite(.timeLimit(.minutes(10))) struct HistoryTidyingTests {
    typealias Store = JSONLinesConversationStore
    let folder: TemporaryFolder
    let settings = FakeSettingsStore()
    let clock = ManualClock()
    var quarantine: String { folder.path + "/quarantine.jsonl" }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A sealed history with one damaged line in the archive and two in the active file.
    private func damaged() async throws -> Store {
        let healthy = Store(folder: folder.path, segmentSize: 900)
        _ = try await healthy.append(texts: (0..<20).map { "m\($0)" })
        try await healthy.seal()
        _ = try await healthy.append(texts: ["active"])
        try spoil("archive/", "m1\"")
        try spoil("messages.jsonl", nil)
        try spoil("messages.jsonl", nil)
        return Store(folder: folder.path, segmentSize: 900)
    }

    /// Spoils the line with this text, or adds a spoilt one.
    private func spoil(_ prefix: String, _ text: String?) throws {
        for name in folder.files where name.hasPrefix(prefix) {
            let content = try folder.text(name)
            guard let text else { return try folder.write((content + "spoilt\n").utf8, to: name) }
            guard content.contains(text) else { continue }
            return try folder.write(content.replacing(text, with: "m1").utf8, to: name)
        }
        Issue.record("nothing to spoil")
    }

    private var found: StoreReport { StoreReport(damagedLineCount: 3, quarantinePath: quarantine) }
    private var contents: [String] {
        get throws { try folder.files.filter { $0.contains(".") }.map { $0 + (try folder.text($0)) } }
    }
    private var kept: [String] { (0..<20).map { "m\($0)" }.filter { $0 != "m1" } + ["active"] }

    enum Upkeep: CaseIterable { case tidy, compact, seal, appendAndSeal }

    @Test(arguments: Upkeep.allCases) func damageFoundBeforeTheReportIsInTheReport(upkeep: Upkeep) async throws {
        let store = try await damaged()
        var expected = kept
        switch upkeep {
        case .tidy: try await store.tidy(retention: .year)
        case .compact: try await store.compact()
        case .seal: try await store.seal()
        case .appendAndSeal:
            let more = (0..<10).map { "more \($0)" }
            _ = try await store.append(texts: more)
            await store.sealing?.value
            expected += more
        }
        // The report may come from another process, unless this one has set the lines aside.
        let (texts, report) = upkeep == .tidy ? (expected, found) : try await reopened(folder.path)
        #expect(texts == expected)
        #expect(report == found)
        if upkeep == .tidy { #expect(await store.report() == found) }
        #expect(try folder.text("quarantine.jsonl").split(separator: "\n").count == 3)
        #expect(try await reopened(folder.path) == (expected, StoreReport()))
    }

    @Test func damageFoundAfterTheReportIsAFinding() async throws {
        let store = Store(folder: folder.path)
        _ = try await store.append(texts: ["a"])
        #expect(await store.report() == StoreReport())
        try spoil("messages.jsonl", nil)
        try await store.tidy(retention: .forever)
        try spoil("messages.jsonl", nil)
        try spoil("messages.jsonl", nil)
        try await store.tidy(retention: .forever)
        var findings = store.findings.makeAsyncIterator()
        #expect(await findings.next() == StoreReport(damagedLineCount: 1, quarantinePath: quarantine))
        #expect(await findings.next() == StoreReport(damagedLineCount: 2, quarantinePath: quarantine))
        #expect(try await store.texts() == ["a"])
    }

    @Test func theFirstTidyingWaitsForTheReportAndLaterOnesReport() async throws {
        let store = try await damaged()
        let tidying = Task { await store.keepTidy(settings, clock: clock) }
        await yieldUntil { await !store.awaitingReport.isEmpty }
        #expect(!folder.files.contains("quarantine.jsonl"))
        #expect(await store.report() == found)
        // It has tidied and found nothing new.
        await yieldUntil { clock.sleeperCount > 0 }
        try spoil("messages.jsonl", nil)
        clock.advance(by: RetentionSchedule.interval)
        #expect(await next(store.findings) == StoreReport(damagedLineCount: 1, quarantinePath: quarantine))
        tidying.cancel()
        await tidying.value
    }

    @Test func tidyingCancelledBeforeTheReportChangesNothing() async throws {
        let store = try await damaged()
        let tidying = Task { await store.keepTidy(settings, clock: clock) }
        await yieldUntil { await !store.awaitingReport.isEmpty }
        tidying.cancel()
        await tidying.value
        #expect(!folder.files.contains("quarantine.jsonl"))
    }

    @Test func damageIsReportedWhenSessionOnlyIsTurnedOff() async throws {
        let store = try await damaged()
        try settings.update { $0.history.isSessionOnly = true }
        let before = try contents
        let tidying = Task { await store.keepTidy(settings, clock: clock) }
        await yieldUntil { clock.sleeperCount > 0 }
        #expect(try contents == before)
        try settings.update { $0.history.isSessionOnly = false }
        #expect(await next(store.findings) == found)
        tidying.cancel()
        await tidying.value
    }

    @Test func aRemovalFailureIsReportedOnce() async throws {
        let faulty = FaultySystem()
        let store = Store(folder: folder.path, segmentSize: 900, system: faulty.system)
        let all = try await store.append(texts: ["a", "b"])
        _ = await store.report()
        try await store.delete([all[0].id])
        faulty.arm(0, .error(5), isLasting: true)
        let tidying = Task { await store.keepTidy(settings, clock: clock) }
        var findings = store.findings.makeAsyncIterator()
        #expect(await findings.next()?.writeFailure != nil)
        await yieldUntil { clock.sleeperCount > 0 }
        // The second failure is the same; the next finding is about the damage.
        clock.advance(by: RetentionSchedule.interval)
        await yieldUntil { clock.sleeperCount > 0 }
        faulty.disarm()
        try spoil("messages.jsonl", nil)
        clock.advance(by: RetentionSchedule.interval)
        #expect(await findings.next()?.damagedLineCount == 1)
        #expect(try !folder.text("messages.jsonl").contains("\"a\""))
        tidying.cancel()
        await tidying.value
    }

    @Test func reportNoticesAreSentences() {
        #expect(StoreReport().notices.isEmpty)
        #expect(
            StoreReport(damagedLineCount: 1, quarantinePath: "/q").notices.map(\.advice)
                == ["Damaged lines in the history: 1. They were moved to /q."])
        #expect(
            StoreReport(damagedLineCount: 2, writeFailure: .diskFull(path: "/h")).notices.map(\.advice) == [
                "Damaged lines in the history: 2. They were left out.", StoreFailure.diskFull(path: "/h").advice,
            ])
    }
}
