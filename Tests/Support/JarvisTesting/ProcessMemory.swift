// SPDX-License-Identifier: GPL-3.0-or-later
// What this process has in memory.

import Glibc

/// Readings of this process's memory.
public enum ProcessMemory {
    /// In RAM now, by /proc/self/statm; 0 where that cannot be read.
    public static var residentKiB: Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 128)
        let count = fread(&line, 1, line.count, file)
        let fields = String(decoding: line[..<count], as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) / 1024 : 0
    }
}
