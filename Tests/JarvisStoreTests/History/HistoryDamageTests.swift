// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

@Suite(.timeLimit(.minutes(3))) struct HistoryDamageTests {
    let folder: TemporaryFolder
    let whole: [UInt8]
    var path: String { folder.path }

    init() async throws {
        folder = try TemporaryFolder()
        let store = JSONLinesConversationStore(folder: folder.path)
        _ = try await store.append(texts: ["zero", "eins", "δύο", "три"])
        whole = try folder.bytes("messages.jsonl")
    }

    private func put(_ bytes: [UInt8]) throws {
        try folder.write(bytes, to: "messages.jsonl")
        _ = FileSystem().remove(path + "/quarantine.jsonl")
    }

    @Test func randomBytesCostOneLineAndAreQuarantined() async throws {
        let newlines = whole.indices.filter { whole[$0] == 0x0A }
        let garbage: [UInt8] = [0xFF, 0x00, 0x22, 0x7B, 0xC3, 0x0D]
        // Inside the line of the second message.
        let place = newlines[1] + 40
        try put(Array(whole[..<place]) + garbage + Array(whole[(place + 6)...]))
        let (texts, report) = try await reopened(path)
        #expect(texts == ["zero", "δύο", "три"])
        #expect(report == StoreReport(damagedLineCount: 1, quarantinePath: path + "/quarantine.jsonl"))
        let record = try JSONValue(parsing: try folder.bytes("quarantine.jsonl").dropLast()).asObject
        #expect(record?["offset"]?.asInteger == Int64(newlines[1] + 1))
        #expect(record?["length"]?.asInteger == Int64(newlines[2] - newlines[1] - 1))
        #expect(record?["hex"]?.asText?.contains("ff00227bc30d") == true)
        // The next reading has nothing to report.
        let (again, second) = try await reopened(path)
        #expect(again == ["zero", "δύο", "три"])
        #expect(second == StoreReport())
    }

    @Test func aTruncatedFileKeepsAllCompleteLines() async throws {
        let newlines = whole.indices.filter { whole[$0] == 0x0A }
        for length in 0...whole.count {
            try put(Array(whole[..<length]))
            // A line that lacks only its newline is complete.
            let expected = newlines.dropFirst().filter { $0 <= length }.count
            let isTorn = length > 0 && !newlines.contains(length) && !newlines.contains(length - 1)
            let store = JSONLinesConversationStore(folder: path)
            let appended = try await store.append(.said("new"))
            let texts = try await store.texts()
            #expect(texts == Array(["zero", "eins", "δύο", "три"][..<expected]) + ["new"], "cut at \(length)")
            let report = await store.report()
            #expect(report.damagedLineCount == (isTorn ? 1 : 0), "cut at \(length)")
            let (after, second) = try await reopened(path)
            #expect(after == texts && second == StoreReport(), "cut at \(length)")
            #expect(try await store.message(appended.id) == appended)
        }
    }

    @Test func mutatedFilesOpenAndAcceptMessages() async throws {
        var random = SeededGenerator(seed: 20)
        for round in 0..<400 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<4, using: &random) { mutate(&bytes, &random) }
            try put(bytes)
            let store = JSONLinesConversationStore(folder: path)
            let before = try await store.texts()
            do {
                _ = try await store.append(.said("new"))
            } catch StoreFailure.laterVersion {
                // The mutation has raised the version number.
                continue
            }
            #expect(try await store.texts() == before + ["new"], "round \(round)")
            _ = await store.report()
            #expect(try await store.texts() == before + ["new"], "round \(round)")
            let (after, report) = try await reopened(path)
            #expect(after == before + ["new"], "round \(round)")
            #expect(report == StoreReport(), "round \(round)")
        }
    }

    /// `JARVIS_FUZZ_LINES` sets the number of lines, for longer runs.
    @Test func aHundredThousandMutatedLinesAreReadOrRejected() {
        let rounds = Environment.value("JARVIS_FUZZ_LINES").flatMap { Int($0) } ?? 100_000
        var random = SeededGenerator(seed: 3)
        let lines =
            whole.split(separator: 0x0A).map(Array.init) + [Array(#"{"type":"delete","ids":["01KAJ"],"at":1}"#.utf8)]
        var readable = 0
        for round in 0..<rounds {
            var line = lines[round % lines.count]
            for _ in 0...Int.random(in: 0..<3, using: &random) { mutate(&line, &random) }
            guard let record = line.withUnsafeBufferPointer(HistoryRecord.init(line:)) else { continue }
            readable += 1
            guard case .message(let message, let id) = record else { continue }
            // A message that was read is written back unchanged.
            let written = HistoryRecord.line(message).dropLast()
            #expect(written.withUnsafeBufferPointer(HistoryRecord.init(line:)) == .message(message, id))
        }
        #expect(readable > rounds / 100 && readable < rounds / 10 * 9)
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: bytes.indices, using: &random))
        case 3: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 4: bytes.insert(0x0A, at: place)
        default: bytes.removeSubrange(place...)
        }
    }

    @Test func aDuplicateLineIsShownOnce() async throws {
        let lines = whole.split(separator: 0x0A, omittingEmptySubsequences: true).map { Array($0) + [0x0A] }
        try put((lines + [lines[2], lines[1]]).flatMap { $0 })
        let (texts, report) = try await reopened(path)
        #expect(texts.sorted() == ["zero", "eins", "δύο", "три"].sorted())
        #expect(report.damagedLineCount == 0)
    }

    @Test func aHugeLineIsSetAside() async throws {
        try put(whole + [UInt8](repeating: 0x61, count: 40 << 20) + [0x0A])
        let store = JSONLinesConversationStore(folder: path)
        #expect(try await store.page(before: nil, limit: 2).messages.map(\.text) == ["δύο", "три"])
        #expect(await store.report().damagedLineCount > 0)
        #expect(try await reopened(path).texts == ["zero", "eins", "δύο", "три"])
    }

    @Test func aFileOfGarbageOpensEmpty() async throws {
        try put((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 3) })
        let (texts, report) = try await reopened(path)
        #expect(texts.isEmpty)
        #expect(report.damagedLineCount > 0)
        #expect(try folder.bytes("messages.jsonl") == HistoryRecord.headerLine)
    }
}
