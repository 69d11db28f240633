// SPDX-License-Identifier: GPL-3.0-or-later
// Files named on the command line, read and written whole.

import Glibc

enum FileBytes {
    /// Reads a file of at most 1 GiB.
    /// - Throws: `CommandFailure` that names the file and the reason.
    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw failure(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&block, 1, block.count, file)
            bytes += block.prefix(count)
            guard bytes.count <= 1 << 30 else { throw CommandFailure("\(path) is larger than 1 GiB.") }
            if count < block.count { break }
        }
        guard ferror(file) == 0 else { throw failure(path) }
        return bytes
    }

    /// Writes a file, replacing what was there.
    static func write(_ path: String, _ bytes: [UInt8]) throws {
        guard let file = fopen(path, "wb") else { throw failure(path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw failure(path) }
    }

    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) throws {
        var partial = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            partial += "/" + part
            if mkdir(partial, 0o755) != 0 && errno != EEXIST { throw failure(partial) }
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("\(path): \(String(cString: strerror(errno)))")
    }
}
