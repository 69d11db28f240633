// SPDX-License-Identifier: GPL-3.0-or-later
// Many children at once: counts threads, descriptors and zombies before, during and after.

import Glibc
import JarvisPlatform
import Synchronization

enum ChildrenCheck {
    /// Runs `cat` with 1 MiB of input `count` times, `atOnce` at a time, and prints one line of figures.
    static func run(count: Int, atOnce: Int) async {
        let input = [UInt8]((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let runner = ProcessRunner()
        // The pool's threads and the runner's exist after a first round.
        await round(10 * atOnce, atOnce, runner, input)
        mostThreads.withLock { $0 = 0 }
        let descriptorsBefore = entries("/proc/self/fd")
        let threadsBefore = entries("/proc/self/task")
        let beginning = MonotonicTime.seconds()
        var wrong = 0
        var done = 0
        while done < count {
            let part = min(count - done, 10 * atOnce)
            wrong += await round(part, atOnce, runner, input)
            done += part
        }
        let seconds = MonotonicTime.seconds() - beginning
        let zombies = waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD ? 0 : 1
        print(
            "wrong \(wrong) threads \(mostThreads.withLock { max(0, $0 - threadsBefore) }) zombies \(zombies) "
                + "descriptors \(entries("/proc/self/fd") - descriptorsBefore)")
        print("\(count) children in \(seconds) s")
        withExtendedLifetime(runner) {}
    }

    /// The number of runs that did not return their input.
    @discardableResult
    private static func round(_ count: Int, _ atOnce: Int, _ runner: ProcessRunner, _ input: [UInt8]) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            var wrong = 0
            for number in 0..<count {
                if number >= atOnce, await group.next() == false { wrong += 1 }
                group.addTask {
                    async let running = runner.run(ProcessCommand("cat"), input: input, limit: .seconds(60))
                    // While children run, and after one has ended.
                    countThreads()
                    let result = try? await running
                    countThreads()
                    return result?.output == input && result?.exit == .exited(0)
                }
            }
            for await isRight in group where !isRight { wrong += 1 }
            return wrong
        }
    }

    private static func countThreads() {
        let count = entries("/proc/self/task")
        mostThreads.withLock { $0 = max($0, count) }
    }

    private static let mostThreads = Mutex(0)

    private static func entries(_ path: String) -> Int {
        var names: [String] = []
        _ = FileSystem().listFolder(path, &names)
        return names.count
    }
}
