// SPDX-License-Identifier: GPL-3.0-or-later
// A child that closes its standard error and continues silently must not cost its parent processor time.

import Glibc
import JarvisPlatform

enum QuietCheck {
    /// Prints the processor time in milliseconds that this process spends on one second of such a child.
    static func run() async {
        let before = processorMilliseconds()
        let command = ProcessCommand("sh", ["-c", "exec 2>&-; sleep 1; echo said"])
        let result = try? await ProcessRunner().run(command, limit: .seconds(30))
        print(result.map { String(decoding: $0.output, as: UTF8.self) } ?? "failed\n", terminator: "")
        print(processorMilliseconds() - before)
    }

    private static func processorMilliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
