// SPDX-License-Identifier: GPL-3.0-or-later
// The open files of this process as the kernel reports them, for tests that nothing was opened or left open.

import Glibc

/// Reads of /proc.
public enum OpenFiles {
    /// The number of sockets of this process connected to a port on any host.
    public static func sockets(toPort port: Int) -> Int {
        let own = inodes(ofProcess: "self")
        return internetSockets(ofProcess: "self").count { $0.remotePort == port && own.contains($0.inode) }
    }

    /// The number of internet sockets that a process has open.
    public static func internetSocketCount(ofProcess process: String) -> Int {
        let own = inodes(ofProcess: process)
        return internetSockets(ofProcess: process).count { own.contains($0.inode) }
    }

    private static func internetSockets(ofProcess process: String) -> [(remotePort: Int, inode: String)] {
        ["tcp", "tcp6", "udp", "udp6"].flatMap { table in
            ChildProcess.contents(of: "/proc/\(process)/net/\(table)").split(separator: "\n").dropFirst().compactMap {
                row in
                let columns = row.split(separator: " ")
                guard columns.count > 9,
                    let port = columns[2].split(separator: ":").last.flatMap({ Int($0, radix: 16) })
                else { return nil }
                return (port, String(columns[9]))
            }
        }
    }

    private static func inodes(ofProcess process: String) -> Set<String> {
        let folder = "/proc/\(process)/fd"
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var inodes: Set<String> = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var target = [CChar](repeating: 0, count: 256)
            guard readlink("\(folder)/\(name)", &target, 255) > 0 else { continue }
            let text = target.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
            if text.hasPrefix("socket:[") { inodes.insert(String(text.dropFirst(8).dropLast())) }
        }
        return inodes
    }
}

/// Polls for a condition that is not reported.
public enum Eventually {
    /// True once the condition holds; false if `limit` passes first.
    public static func holds(
        within limit: Duration = .seconds(60), _ condition: @Sendable () async throws -> Bool
    ) async rethrows -> Bool {
        let deadline = ContinuousClock.now + limit
        while try await !condition() {
            guard ContinuousClock.now < deadline else { return false }
            // The kernel's tables can only be polled.
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
