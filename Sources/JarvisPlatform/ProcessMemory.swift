// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of this process.

import CProcess
import Glibc

/// Readings of this process's memory, and what can be done about it.
public enum ProcessMemory {
    /// In RAM now, KiB, by /proc/self/statm; 0 where that cannot be read.
    public static var residentKiB: Int {
        let pages = WholeFile.text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(getpagesize()) / 1024
    }

    /// This process's share of the memory that it uses, in KiB: what several processes have in common counts for each in
    /// part, and what is mapped from files counts as well (PSS, by /proc/self/smaps_rollup); 0 where that cannot be read.
    public static var proportionalKiB: Int { rollup("Pss:") }

    /// The anonymous memory of this process in RAM, in KiB, by /proc/self/smaps_rollup: unlike its share, it does not change
    /// with what other processes do; 0 where that cannot be read.
    public static var anonymousKiB: Int { rollup("Anonymous:") }

    private static func rollup(_ field: String) -> Int {
        let line = WholeFile.text("/proc/self/smaps_rollup")?.split(separator: "\n").first { $0.hasPrefix(field) }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// Lets no thread keep more than a MiB of freed memory in front of what it may ask for next. Left alone, glibc raises
    /// that limit to 64 MiB once large blocks are freed, and `trim` reaches it for the main thread only. Blocks of more than
    /// a MiB go back at once. To be called before what takes much memory on other threads.
    public static func limitFreeMemory() {
        _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
        _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
    }

    /// Gives freed memory back to the system. Engines free their models in many small blocks, which would stay with the
    /// process otherwise. Takes milliseconds.
    public static func trim() {
        _ = malloc_trim(0)
    }
}
