// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of the store: time to open and show the last page, time to search, and memory. Prints `name value` lines.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting

enum StoreMeasurement {
    static func look(_ folder: String) async throws {
        let report = await JSONLinesConversationStore(folder: folder).report()
        say("damaged", Double(report.damagedLineCount))
    }

    /// The median and minimum time to open a history and read its last page, in microseconds.
    static func open(_ folder: String, count: Int) async throws {
        var times: [Double] = []
        for _ in 0..<count {
            let start = MonotonicTime.nanoseconds()
            let store = JSONLinesConversationStore(folder: folder)
            let page = try await store.page(before: nil, limit: 50)
            times.append(Double(MonotonicTime.nanoseconds() - start) / 1000)
            guard page.messages.count == 50 else { throw MeasurementFailure.missing("a page") }
        }
        times.sort()
        say("open-median-us", times[times.count / 2])
        say("open-quickest-us", times[0])
    }

    /// The time to the first results and to all of them, in milliseconds, with the store open, as while typing.
    static func search(_ folder: String, _ word: String, count: Int) async throws {
        let store = JSONLinesConversationStore(folder: folder)
        _ = try await store.page(before: nil, limit: 50)
        // The first search of a session folds the active file.
        var firsts: [Double] = []
        var ends: [Double] = []
        var found = 0
        for _ in 0..<count {
            let start = MonotonicTime.nanoseconds()
            var first: Double?
            for try await progress in store.finds(word, kinds: nil, before: nil, limit: 50) {
                let time = Double(MonotonicTime.nanoseconds() - start) / 1_000_000
                if first == nil, !progress.messages.isEmpty { first = time }
                if progress.isComplete { found = progress.count }
            }
            let end = Double(MonotonicTime.nanoseconds() - start) / 1_000_000
            firsts.append(first ?? end)
            ends.append(end)
        }
        say("cold-first-ms", firsts[0])
        say("cold-complete-ms", ends[0])
        say("first-ms", firsts.sorted()[count / 2])
        say("complete-ms", ends.sorted()[count / 2])
        say("found", Double(found))
    }

    /// The memory that an open history takes, in MiB: page, look-up and search together.
    static func memory(_ folder: String, _ word: String) async throws {
        let before = ProcessMemory.residentKiB
        let store = JSONLinesConversationStore(folder: folder)
        var page = try await store.page(before: nil, limit: 50)
        for _ in 0..<20 {
            guard page.hasEarlier, let first = page.messages.first else { break }
            page = try await store.page(before: first.id, limit: 50)
        }
        for try await _ in store.finds(word, kinds: nil, before: nil, limit: 50) {}
        _ = await store.report()
        say("memory-growth-mib", Double(ProcessMemory.residentKiB - before) / 1024)
    }

    private static func say(_ name: String, _ value: Double) {
        FileCheck.say("\(name) \((value * 1000).rounded() / 1000)", to: STDOUT_FILENO)
    }
}

enum MeasurementFailure: Error {
    case missing(String)
}
