// SPDX-License-Identifier: GPL-3.0-or-later
// SIGKILL at random moments of every kind of change, and checks afterwards: nothing certain is lost, duplicated or
// restored after deletion, the history opens, and the change can be repeated and completed.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting

struct CrashMatrix {
    /// The findings for one kind of change.
    struct Row {
        var byClock = 0
        var byCall = 0
        /// Kills that came after the work was done; they do not count.
        var tooLate = 0
        var lost = 0
        var doubled = 0
        var back = 0
        var disordered = 0
        var unopened = 0

        var faults: Int { lost + doubled + back + disordered + unopened }
    }

    private var random: SeededGenerator
    private let loses: Bool
    private var row = Row()

    private init(seed: UInt64, loses: Bool) {
        random = SeededGenerator(seed: seed)
        self.loses = loses
    }

    /// The child: does the work once. It prints "begin", the output of the work, and "done CALLS MICROSECONDS".
    static func work(_ name: String, _ folder: String, deadline: Int?, loses: Bool) async throws {
        guard let work = CrashWork(rawValue: name) else { throw MeasurementFailure.missing(name) }
        let system = DyingSystem()
        system.arm(deadline)
        FileCheck.say("begin", to: STDOUT_FILENO)
        let start = MonotonicTime.nanoseconds()
        try await work.run(folder, system.system(loses: loses)) { FileCheck.say($0, to: STDOUT_FILENO) }
        let time = (MonotonicTime.nanoseconds() - start) / 1000
        FileCheck.say("done \(system.callCount) \(time)", to: STDOUT_FILENO)
    }

    /// Kills `points` processes in all, in equal parts for each kind of change, half of them at a random time and half
    /// at a random system call. Prints a table.
    /// - Parameter loses: True if the children's disk forgets; then the faults must be found.
    /// - Returns: The number of faults.
    static func run(points: Int, seed: UInt64, loses: Bool) async throws -> Int {
        let head = ["change", "by time", "by call", "too late", "lost", "doubled", "back", "order", "unopened"]
        FileCheck.say(head.map(padded).joined(), to: STDOUT_FILENO)
        var (kills, faults) = (0, 0)
        let kinds = CrashWork.allCases
        for (number, work) in kinds.enumerated() {
            var matrix = CrashMatrix(seed: seed &+ UInt64(number), loses: loses)
            let share = points / kinds.count + (number < points % kinds.count ? 1 : 0)
            try await matrix.run(work, kills: share)
            let row = matrix.row
            let figures = [
                row.byClock, row.byCall, row.tooLate, row.lost, row.doubled, row.back, row.disordered, row.unopened,
            ]
            FileCheck.say(([work.rawValue] + figures.map(String.init)).map(padded).joined(), to: STDOUT_FILENO)
            kills += row.byClock + row.byCall
            faults += row.faults
        }
        FileCheck.say("\(kills) killed, \(faults) faults", to: STDOUT_FILENO)
        return faults
    }

    private static func padded(_ text: String) -> String {
        text + String(repeating: " ", count: max(1, 10 - text.count))
    }

    // MARK: One kind of change

    private mutating func run(_ work: CrashWork, kills: Int) async throws {
        let span = try await span(of: work)
        while row.byClock + row.byCall < kills {
            let folder = try TemporaryFolder("jarvis-crash")
            var texts = CrashTexts(present: try await work.prepare(folder.path))
            // A process that was killed is killed again during its recovery.
            for _ in 0..<3 where row.byClock + row.byCall < kills {
                let isByCall = row.byCall <= row.byClock
                let deadline = Int.random(in: 0..<max(1, span.calls), using: &random)
                let child = try LineChild.itself(
                    ["work", folder.path, work.rawValue, isByCall ? "\(deadline)" : "-", loses ? "loses" : "keeps"])
                var lines = [child.line()].compactMap(\.self)
                if isByCall {
                    lines += child.lines()
                } else {
                    // The experiment itself: the kill comes at a random moment of the child's work.
                    usleep(UInt32.random(in: 0...UInt32(clamping: max(1, span.microseconds)), using: &random))
                }
                child.kill()
                lines += child.lines()
                if lines.last?.hasPrefix("done") ?? false {
                    row.tooLate += 1
                } else if isByCall {
                    row.byCall += 1
                } else {
                    row.byClock += 1
                }
                for line in lines { texts.hear(line) }
                try await look(folder.path, &texts, work, mayRepair: false)
            }
            // Interrupted work is completed by repeating it.
            do {
                try await work.run(folder.path, FileSystem()) { texts.hear($0) }
            } catch {
                row.unopened += 1
            }
            try await look(folder.path, &texts, work, mayRepair: true)
        }
    }

    /// The number of system calls and the time that the work takes.
    private func span(of work: CrashWork) async throws -> (calls: Int, microseconds: Int) {
        let folder = try TemporaryFolder("jarvis-crash")
        _ = try await work.prepare(folder.path)
        let lines = try LineChild.itself(["work", folder.path, work.rawValue, "-", "keeps"]).lines()
        let words = lines.last?.split(separator: " ") ?? []
        guard words.count == 3, words[0] == "done", let calls = Int(words[1]), let time = Int(words[2]) else {
            throw MeasurementFailure.missing("the end of \(work.rawValue)")
        }
        return (calls, time)
    }

    /// Opens the history as a fresh process would and compares.
    private mutating func look(
        _ folder: String, _ texts: inout CrashTexts, _ work: CrashWork, mayRepair: Bool
    ) async throws {
        let store = JSONLinesConversationStore(folder: folder, segmentSize: CrashWork.segmentSize)
        if mayRepair, await store.report().writeFailure != nil { row.unopened += 1 }
        guard let messages = try? await CrashWork.messages(store) else {
            row.unopened += 1
            return
        }
        let ids = messages.map(\.id)
        if ids != ids.sorted() { row.disordered += 1 }
        let found = messages.map(\.text)
        let all = Set(found)
        row.doubled += found.count - all.count
        row.lost += texts.certain.subtracting(all).count
        row.back += all.subtracting(texts.certain).subtracting(texts.uncertain).count
        // All or nothing.
        if work == .clear, !all.isEmpty, all != texts.present { row.lost += 1 }
        texts.settle(all)
    }
}

/// The texts that must be in a history, and those that may be.
private struct CrashTexts {
    var present: Set<String>
    var uncertain: Set<String> = []

    init(present: Set<String>) {
        self.present = present
    }

    var certain: Set<String> { present.subtracting(uncertain) }

    mutating func hear(_ line: String) {
        guard let space = line.firstIndex(of: " ") else { return }
        let text = String(line[line.index(after: space)...])
        switch line[..<space] {
        case "try": uncertain.insert(text)
        case "kept":
            uncertain.remove(text)
            present.insert(text)
        case "gone":
            uncertain.remove(text)
            present.remove(text)
        default: break
        }
    }

    /// Treats everything found now as certain.
    mutating func settle(_ found: Set<String>) {
        present = found
        uncertain = []
    }
}
