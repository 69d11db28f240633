// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import JarvisCore
import JarvisPlatform
import Testing

@Suite(.timeLimit(.minutes(1))) struct OldPipedProcessTests {
    private func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func aClosedStderrCostsNothing() async throws {
        let worker = WorkerThread(name: "t")
        let used = try await worker.run {
            let process = try PipedProcess("sh", ["-c", "exec 2>&-; sleep 1; echo x"], input: [])
            let before = threadTime()
            _ = try process.read(within: .seconds(5))
            return threadTime() - before
        }
        #expect(used < 0.2)
    }

    @Test func aChattyStderrDoesNotProlongTheLimit() async throws {
        let worker = WorkerThread(name: "t")
        let passed = try await worker.run {
            let process = try PipedProcess(
                "sh", ["-c", "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo x >&2; sleep 0.25; done"], input: [])
            let before = MonotonicTime.seconds()
            do { _ = try process.read(within: .milliseconds(500)) } catch {}
            return MonotonicTime.seconds() - before
        }
        #expect(passed < 2)
    }
}
