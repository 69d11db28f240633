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
    public static var proportionalKiB: Int {
        let line = WholeFile.text("/proc/self/smaps_rollup")?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// Gives freed memory back to the system. Engines free their models in many small blocks, which would stay with the
    /// process otherwise. Takes milliseconds.
    public static func trim() {
        _ = malloc_trim(0)
    }
}
