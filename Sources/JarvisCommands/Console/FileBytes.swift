// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes whole files that are named on the command line.

import Glibc
import JarvisPlatform

/// Reads and writes files named on the command line.
public enum FileBytes {
    private static let largest = 1 << 30

    /// Reads a file of at most 1 GiB.
    /// - Throws: `CommandFailure` that names the file and the reason.
    public static func read(_ path: String) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.bytes(path, limit: largest + 1, takesStreams: true)
        } catch {
            throw failure(path, error.code)
        }
        guard bytes.count <= largest else { throw CommandFailure("\(path) is larger than 1 GiB.") }
        return bytes
    }

    /// Writes a file, replacing any existing content.
    public static func write(_ path: String, _ bytes: [UInt8]) throws {
        guard let file = fopen(path, "wb") else { throw failure(path) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else { throw failure(path) }
    }

    /// Creates a folder and its parents.
    public static func makeFolder(_ path: String) throws {
        var partial = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            partial += "/" + part
            if mkdir(partial, 0o755) != 0 && errno != EEXIST { throw failure(partial) }
        }
    }

    static func failure(_ path: String, _ code: Int32 = errno) -> CommandFailure {
        CommandFailure("\(path): \(String(cString: strerror(code)))")
    }
}
