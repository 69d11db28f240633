// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisStore

/// Short runs of `scripts/bench store-stress`.
@Suite(.timeLimit(.minutes(8)), .serialized) struct HistoryStressTests {
    private static let changes = [
        "append", "delete", "restore", "seal", "compact", "migrate", "import", "retain", "clear",
    ]

    @Test func killingDuringAnyChangeLosesNothing() throws {
        let check = try LineChild.storeCheck(["crash", "45"])
        let lines = check.lines()
        #expect(check.wait() == 0, "\(lines.joined(separator: "\n"))")
        #expect(lines.last == "45 killed, 0 faults")
        #expect(lines.dropFirst().dropLast().map { $0.prefix { $0 != " " } } == Self.changes.map { $0[...] })
    }

    @Test func aDiskThatLosesWritesIsDetected() throws {
        let check = try LineChild.storeCheck(["crash", "27", "1", "loses"])
        let lines = check.lines()
        #expect(check.wait() != 0)
        #expect(lines.last?.hasSuffix(" 0 faults") == false, "\(lines.joined(separator: "\n"))")
    }

    @Test func fuzzedHistoriesAreReadCompletely() throws {
        let check = try LineChild.storeCheck(["fuzz", "3000"])
        let lines = check.lines()
        #expect(check.wait() == 0, "\(lines.joined(separator: "\n"))")
        #expect(lines.count == 1 && lines[0].contains(": 0 faults"), "\(lines)")
    }

    @Test func aDeletedDuplicateDoesNotReappear() async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path)
        let messages = try await store.append(texts: ["one", "two", "three"])
        let lines = try folder.text("messages.jsonl")
        let again = String(decoding: HistoryRecord.line(messages[1]), as: UTF8.self)
        try folder.write((lines + again).utf8, to: "messages.jsonl")
        #expect(try await store.texts().sorted() == ["one", "three", "two"])
        try await store.delete([messages[1].id])
        try await store.compact()
        #expect(try await reopened(folder.path).texts == ["one", "three"])
        #expect(try !folder.text("messages.jsonl").contains("two"))
    }

    @Test(arguments: ["-1", "281474976710656", "-9223372036854775808", "9223372036854775807"])
    func anImpossibleTimestampCountsAsDamage(time: String) async throws {
        let folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path)
        let kept = try await store.append(texts: ["before", "after"])
        let line = String(decoding: HistoryRecord.line(kept[0]), as: UTF8.self)
        let wrong = line.replacing("\(kept[0].createdAt.millisecondsSinceEpoch)", with: time)
        try folder.write(try folder.text("messages.jsonl").replacing(line, with: wrong).utf8, to: "messages.jsonl")
        let (texts, report) = try await reopened(folder.path)
        #expect(texts == ["after"])
        #expect(report.damagedLineCount == 1)
    }
}
