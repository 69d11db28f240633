// SPDX-License-Identifier: GPL-3.0-or-later
// Measures and limits this process's memory.

import CProcess
import Glibc
import Synchronization

/// Reads this process's memory use, and returns freed memory to the system.
public enum ProcessMemory {
    /// The resident memory in KiB, from /proc/self/statm; 0 if unreadable.
    public static var residentKiB: Int {
        let pages = WholeFile.text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(getpagesize()) / 1024
    }

    /// The process's proportional share of memory in KiB, including mapped files; memory shared with other processes
    /// counts in part (PSS, from /proc/self/smaps_rollup). 0 if unreadable.
    public static var proportionalKiB: Int { rollup("Pss:") }

    /// The resident anonymous memory in KiB, from /proc/self/smaps_rollup; 0 if unreadable. Unlike the proportional
    /// share, it doesn't depend on other processes.
    public static var anonymousKiB: Int { rollup("Anonymous:") }

    private static func rollup(_ field: String) -> Int {
        let line = WholeFile.text("/proc/self/smaps_rollup")?.split(separator: "\n").first { $0.hasPrefix(field) }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// Limits each thread's reserve of freed memory to one MiB. By default glibc raises that limit to 64 MiB once large
    /// blocks are freed, and `trim` affects only the main thread's reserve. Blocks above one MiB, or above what
    /// `reuseBlocks` keeps, are returned at once. Call this before using a lot of memory on other threads.
    public static func limitFreeMemory() {
        reserve.state.withLock { reserve in
            reserve.isLimited = true
            reserve.apply()
        }
    }

    /// Raises the limit so that blocks of up to this size are used again instead of returned, because they are allocated
    /// again and again: GTK's cairo renderer needs one for every frame. Each fresh page of it would be a page fault,
    /// which costs more than drawing. 0 for the usual limit.
    public static func reuseBlocks(upTo bytes: Int) {
        reserve.state.withLock { reserve in
            let wanted = min(max(bytes, Reserve.usual), Reserve.most)
            guard wanted != reserve.bytes else { return }
            reserve.bytes = wanted
            // Without a limit, glibc finds out by itself.
            if reserve.isLimited { reserve.apply() }
        }
    }

    private struct Reserve {
        static let usual = 1 << 20
        /// The most that glibc takes.
        static let most = 32 << 20

        var bytes = usual
        var isLimited = false

        func apply() {
            // The block and what else is free beside it.
            _ = mallopt(M_TRIM_THRESHOLD, Int32(bytes == Self.usual ? bytes : bytes + Self.usual))
            _ = mallopt(M_MMAP_THRESHOLD, Int32(bytes))
        }
    }

    private final class SharedReserve: Sendable {
        let state = Mutex(Reserve())
    }

    private static let reserve = SharedReserve()

    /// Returns freed memory to the system. Engines free their models in many small blocks, which the process would
    /// otherwise keep. Takes milliseconds.
    public static func trim() {
        _ = malloc_trim(0)
    }
}
