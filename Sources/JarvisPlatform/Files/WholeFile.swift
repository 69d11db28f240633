// SPDX-License-Identifier: GPL-3.0-or-later
// Reads small files and lists folders without Foundation.

import Glibc
import JarvisPlatform

enum SmallFile {
    /// The text of a file, at most `limit` bytes; nil when it cannot be read. Damaged UTF-8 is replaced.
    static func text(_ path: String, limit: Int) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Names in a folder, sorted, without "." and ".."; empty when it cannot be read.
    static func names(_ path: String) -> [String] {
        var names: [String] = []
        return FileSystem().listFolder(path, &names) < 0 ? [] : names.sorted()
    }
}
