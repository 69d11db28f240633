// SPDX-License-Identifier: GPL-3.0-or-later
// Many children at once: threads, descriptors and zombies are counted before, during and after.

import Glibc
import JarvisPlatform

enum ChildrenCheck {
    /// Runs `cat` with 1 MiB of input `count` times, `atOnce` at a time, and prints one line of figures.
    static func run(count: Int, atOnce: Int) async {
        let input = [UInt8]((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let runner = ProcessRunner()
        // The pool's threads and those of the runner are there once a first round has run.
        await round(atOnce, atOnce, runner, input)
        let descriptorsBefore = entries("/proc/self/fd")
        var threads = entries("/proc/self/task")
        let threadsBefore = threads
        let beginning = MonotonicTime.seconds()
        var wrong = 0
        var done = 0
        while done < count {
            let part = min(count - done, 10 * atOnce)
            wrong += await round(part, atOnce, runner, input)
            threads = max(threads, entries("/proc/self/task"))
            done += part
        }
        let seconds = MonotonicTime.seconds() - beginning
        let zombies = waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD ? 0 : 1
        print(
            "wrong \(wrong) threads \(threads - threadsBefore) zombies \(zombies) "
                + "descriptors \(entries("/proc/self/fd") - descriptorsBefore)")
        print("\(count) children in \(seconds) s")
        withExtendedLifetime(runner) {}
    }

    /// How many of the runs did not give back what they were given.
    @discardableResult
    private static func round(_ count: Int, _ atOnce: Int, _ runner: ProcessRunner, _ input: [UInt8]) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            var wrong = 0
            for number in 0..<count {
                if number >= atOnce, await group.next() == false { wrong += 1 }
                group.addTask {
                    let result = try? await runner.run(ProcessCommand("cat"), input: input, limit: .seconds(60))
                    return result?.output == input && result?.exit == .exited(0)
                }
            }
            for await isRight in group where !isRight { wrong += 1 }
            return wrong
        }
    }

    private static func entries(_ path: String) -> Int {
        var names: [String] = []
        _ = FileSystem().listFolder(path, &names)
        return names.count
    }
}
