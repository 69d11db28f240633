// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting in a check whose main actor runs on the main loop.

import GioKit
import JarvisPlatform

/// Waits in the time that this program and its display had: while a thread of theirs waits for a processor, it nearly
/// stands still. On a busy machine a window may not have been laid out half a second later.
@MainActor
final class LoopWaiting {
    private var timer: LoopTimer?
    private let processes = ["self"] + [Environment.value("VIRTUAL_DESKTOP_DISPLAY_PID")].compactMap { $0 }

    func pause(milliseconds: Int) async {
        var rest = Double(milliseconds)
        repeat {
            let (begin, waited) = (MonotonicTime.seconds(), waitedSeconds)
            await withCheckedContinuation { continuation in
                timer = .once(milliseconds: max(1, Int(rest))) { continuation.resume() }
            }
            let passed = MonotonicTime.seconds() - begin
            // What is drawn all the time waits all the time; what a thread has waited goes with it.
            rest -= 1000 * max(passed - max(0, waitedSeconds - waited), passed / 10)
        } while rest > 0
    }

    /// Waits until the condition holds, a minute at most.
    /// - Returns: True if it holds.
    func until(_ isReached: () -> Bool) async -> Bool {
        for _ in 0..<6000 {
            if isReached() { return true }
            await pause(milliseconds: 10)
        }
        return isReached()
    }

    /// How long the threads could have run and didn't; 0 if the kernel does not count it.
    private var waitedSeconds: Double {
        processes.reduce(0) { sum, process in
            var threads: [String] = []
            _ = FileSystem().listFolder("/proc/\(process)/task", &threads)
            return threads.reduce(sum) { $0 + Self.waitedSeconds("/proc/\(process)/task/\($1)/schedstat") }
        }
    }

    private static func waitedSeconds(_ file: String) -> Double {
        let counts = WholeFile.text(file)?.split(separator: " ") ?? []
        return counts.count > 1 ? (Double(counts[1]) ?? 0) / 1_000_000_000 : 0
    }
}
