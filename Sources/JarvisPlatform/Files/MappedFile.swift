// SPDX-License-Identifier: GPL-3.0-or-later
// Large files that are looked at here and there, without room for the whole of them.

import Glibc

/// A file mapped into memory for reading, unmapped with the object.
public final class MappedFile {
    /// Valid for as long as the object lives.
    public let bytes: UnsafeRawBufferPointer

    /// - Returns: nil when the file cannot be mapped, or is empty.
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
