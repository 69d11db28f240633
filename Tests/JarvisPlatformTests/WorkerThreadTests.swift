// SPDX-License-Identifier: GPL-3.0-or-later
// A thread for blocking work: it exists only while needed, and runs its jobs in order.

import Glibc
import Synchronization
import Testing

@testable import JarvisPlatform

@Suite(.timeLimit(.minutes(3)), .serialized)
struct WorkerThreadTests {
    /// The number of threads of the process with this name.
    private static func count(of name: String) -> Int {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let thread = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let file = fopen("/proc/self/task/\(thread)/comm", "r") else { continue }
            var line = [CChar](repeating: 0, count: 32)
            if fgets(&line, 32, file) != nil, String(cString: line) == name + "\n" { count += 1 }
            fclose(file)
        }
        return count
    }

    @Test func theThreadStartsWithTheFirstJobAndEndsWithItsWorker() async throws {
        let name = "lazy-worker"
        var worker: WorkerThread? = WorkerThread(name: name)
        #expect(Self.count(of: name) == 0, "nothing to do, no thread")
        #expect(try await worker?.run { Self.count(of: name) } == 1)
        #expect(try await worker?.run { Self.count(of: name) } == 1, "the same one")
        worker = nil
        let deadline = ContinuousClock.now + .seconds(60)
        while Self.count(of: name) > 0, ContinuousClock.now < deadline { await Task.yield() }
        #expect(Self.count(of: name) == 0)
    }

    @Test func jobsRunInOrderAfterTheWorkerIsReleased() async throws {
        let (numbers, continuation) = AsyncStream<Int>.makeStream()
        var worker: WorkerThread? = WorkerThread(name: "ordered-worker")
        for number in 0..<100 { worker?.async { continuation.yield(number) } }
        worker?.async { continuation.finish() }
        worker = nil
        var seen: [Int] = []
        for await number in numbers { seen.append(number) }
        #expect(seen == Array(0..<100))
    }

    /// Creates threads only once there is room.
    private final class System: Sendable {
        private let hasRoom = Mutex(false)

        func makeRoom() { hasRoom.withLock { $0 = true } }

        func worker(_ name: String) -> WorkerThread {
            WorkerThread(name: name) { entry, argument in
                self.hasRoom.withLock { $0 } ? WorkerThread.createThread(entry, argument) : EAGAIN
            }
        }
    }

    @Test func withoutAThreadTheCallerRunsItsJobsInOrder() async throws {
        let (system, name) = (System(), "late-worker")
        let worker = system.worker(name)
        let (numbers, continuation) = AsyncStream<Int>.makeStream()
        worker.async {
            continuation.yield(0)
            worker.async { continuation.yield(1) }
        }
        #expect(try await worker.run { Self.count(of: name) } == 0)
        continuation.yield(2)
        system.makeRoom()
        #expect(try await worker.run { Self.count(of: name) } == 1, "the next job gets its thread")
        continuation.finish()
        var seen: [Int] = []
        for await number in numbers { seen.append(number) }
        #expect(seen == [0, 1, 2])
    }
}
