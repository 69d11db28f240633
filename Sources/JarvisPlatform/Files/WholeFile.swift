// SPDX-License-Identifier: GPL-3.0-or-later
// Files read whole, whatever their size is said to be: those of /proc say 0. Documents of the stores are read and written
// by `AtomicFile`.

import Glibc

/// Reads files from beginning to end.
public enum WholeFile {
    /// Why a file cannot be read.
    public struct Failure: Error, Hashable {
        /// The `errno`.
        public var code: Int32
    }

    /// The bytes of a file, the first `limit` at most.
    /// - Parameter takesStreams: Reads pipes and devices to their ends as well, and waits for them: for what the user has
    ///   named on the command line.
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

    /// The text of a file, the first `limit` bytes at most; nil when it cannot be read. Damaged UTF-8 is replaced.
    public static func text(_ path: String, limit: Int = .max) -> String? {
        (try? bytes(path, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
    }
}
