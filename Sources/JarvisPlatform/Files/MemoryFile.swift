// SPDX-License-Identifier: GPL-3.0-or-later
// Makes files that exist only in memory, for C libraries that read from nothing else.

import CProcess
import Glibc
public import JarvisCore

/// Text or bytes that a C library can open by its path while this object exists; nothing is written to disk.
public final class MemoryFile {
    private let descriptor: Int32

    public var path: String { "/proc/self/fd/\(descriptor)" }

    /// - Parameter name: The name shown in lists of open files.
    public convenience init(_ text: String, name: String = "jarvis-memory-file") throws(StoreFailure) {
        try self.init(Array(text.utf8), name: name)
    }

    /// - Parameter name: The name shown in lists of open files.
    public init(_ bytes: [UInt8], name: String) throws(StoreFailure) {
        descriptor = memfd_create(name, 1 /* MFD_CLOEXEC */)
        guard descriptor >= 0 else { throw .inputOutput(path: name, errno: errno) }
        var rest = bytes[...]
        while !rest.isEmpty {
            // The system takes at most 2 GiB at once.
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .inputOutput(path: name, errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    deinit {
        close(descriptor)
    }
}
