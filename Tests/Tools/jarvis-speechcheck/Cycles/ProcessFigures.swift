// SPDX-License-Identifier: GPL-3.0-or-later
// The resources of this process: memory, threads, files, and streams on the sound server.

import Glibc
import JarvisPlatform
import JarvisTesting

/// A measurement of this process.
struct ProcessFigures {
    /// Resident memory once the heap has been trimmed.
    var residentKiB: Int
    var threads: Int
    var files: Int
    /// Recording and playback streams at the server.
    var streams: Int

    init(_ server: PrivateSoundServer) throws {
        ProcessMemory.trim()
        residentKiB = ProcessMemory.residentKiB
        threads = Self.entryCount("/proc/self/task")
        files = Self.entryCount("/proc/self/fd")
        streams = try ["sink-inputs", "source-outputs"].map { kind in
            try server.control("list", "short", kind).split(separator: "\n").count { line in
                // Streams of the server's own have no client.
                line.split(separator: "\t").dropFirst(2).first != "-"
            }
        }.reduce(0, +)
    }

    private static func entryCount(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // "." and ".." do not count, and the folder itself is open.
        return count - 2 - (path.hasSuffix("fd") ? 1 : 0)
    }
}
