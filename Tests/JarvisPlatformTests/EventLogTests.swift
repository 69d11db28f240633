// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import FoundationEssentials
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3))) struct EventLogTests {
    let path = "/tmp/jarvis-event-log-\(UUID().uuidString)"

    private func lines() throws -> [JSONObject] {
        try (AtomicFile.read(path) ?? []).split(separator: 0x0A).compactMap { try JSONValue(parsing: $0).asObject }
    }

    @Test func concurrentEventsAreCompleteLinesInTimeOrder() throws {
        defer { unlink(path) }
        let log = try JSONLinesEventLog(path: path)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<200 {
                log.record("step", ["thread": .integer(Int64(thread)), "number": .integer(Int64(number))])
            }
        }
        let lines = try lines()
        #expect(lines.count == 1600)
        let times = lines.compactMap { $0["t"]?.asDouble }
        #expect(times.count == 1600 && times == times.sorted())
        for thread in 0..<8 {
            let numbers = lines.filter { $0["thread"]?.asInteger == Int64(thread) }.compactMap {
                $0["number"]?.asInteger
            }
            #expect(numbers == Array(0..<200))
        }
        #expect(log.lostLineCount == 0)
    }

    @Test func fieldsKeepTheirTypes() throws {
        defer { unlink(path) }
        let log = try JSONLinesEventLog(path: path)
        log.record(
            "state", ["text": .text("a \"b\"\n"), "flag": .flag(true), "number": .number(0.5), "none": .number(.nan)])
        var object = try #require(try lines().first)
        #expect(object.members.first?.key == "t")
        object["t"] = nil
        #expect(
            JSONValue.object(object).line
                == #"{"event":"state","flag":true,"none":null,"number":0.5,"text":"a \"b\"\n"}"#)
    }

    @Test func childrenDoNotInheritTheLogsDescriptor() throws {
        let log = try JSONLinesEventLog(path: "-")
        var output = stat()
        #expect(fstat(STDOUT_FILENO, &output) == 0)
        let inheritable = (3..<256).filter { (descriptor: Int32) in
            var file = stat()
            return fstat(descriptor, &file) == 0 && file.st_ino == output.st_ino && file.st_dev == output.st_dev
                && fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0
        }
        #expect(inheritable.isEmpty)
        withExtendedLifetime(log) {}
    }

    @Test func aFullDiskSilencesTheLogAndIsReportedOnce() throws {
        let told = Mutex<[StoreFailure]>([])
        let log = try JSONLinesEventLog(path: "/dev/full") { failure in told.withLock { $0.append(failure) } }
        log.record("a", [:])
        log.record("b", [:])
        #expect(log.lostLineCount == 2)
        #expect(told.withLock(\.self) == [StoreFailure(errno: ENOSPC, path: "/dev/full")])
    }

    @Test func anUnopenableLogThrows() {
        #expect(throws: StoreFailure.inputOutput(path: "/none/log", errno: ENOENT)) {
            try JSONLinesEventLog(path: "/none/log")
        }
    }

    @Test func actorJobsRunOnTheExecutorsThread() async {
        let worker = Worker()
        #expect(await worker.threadName() == "test")
    }
}

private actor Worker {
    private let executor = WorkerExecutor(name: "test")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func threadName() -> String {
        ChildProcess.contents(of: "/proc/thread-self/comm").split(separator: "\n").joined()
    }
}
