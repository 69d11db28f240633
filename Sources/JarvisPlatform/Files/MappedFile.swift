// SPDX-License-Identifier: GPL-3.0-or-later
// Gives random access to large files without loading them.

import Glibc

/// A file mapped into memory for reading, and unmapped when released.
public final class MappedFile {
    /// The content of the file; valid while this object exists.
    public let bytes: UnsafeRawBufferPointer

    /// - Returns: Nil if the file is empty or can't be mapped.
    public init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { return nil }
        bytes = UnsafeRawBufferPointer(start: base, count: Int(status.st_size))
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
