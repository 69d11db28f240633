// SPDX-License-Identifier: GPL-3.0-or-later
// Reads whole files, even those in /proc, which report a size of 0. The stores use `AtomicFile` for their documents.

import Glibc

/// Reads files from start to end.
public enum WholeFile {
    /// The reason why a file can't be read.
    public struct Failure: Error, Hashable {
        /// The `errno` of the failed call.
        public var code: Int32
    }

    /// A file's bytes, up to `limit`.
    /// - Parameter takesStreams: True to read pipes and devices to their end as well, for files named on the command
    ///   line.
    public static func bytes(
        _ path: String, limit: Int = .max, takesStreams: Bool = false
    ) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (takesStreams ? 0 : O_NONBLOCK | O_NOCTTY))
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        if !takesStreams, fstat(descriptor, &status) == 0, let code = FileStatus(status).kind.refusal {
            throw Failure(code: code)
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = read(descriptor, &block, min(block.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw Failure(code: errno) }
            if count == 0 { break }
            bytes += block[..<count]
        }
        return bytes
    }

    /// A file's text, up to `limit` bytes; nil if unreadable. Invalid UTF-8 is replaced.
    public static func text(_ path: String, limit: Int = .max) -> String? {
        (try? bytes(path, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
    }
}
