// SPDX-License-Identifier: GPL-3.0-or-later
// Files on their way into and out of a decoder: one mapped for reading, one that exists only in memory.

import CPocketSphinx
import Glibc
import JarvisCore

/// A file mapped into memory for reading, unmapped with the object.
final class MappedFile {
    let bytes: UnsafeRawBufferPointer

    /// - Throws: `RecognitionFailure.modelMissing` with the path.
    init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RecognitionFailure.modelMissing(path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { throw RecognitionFailure.modelMissing(path: path) }
        bytes = UnsafeRawBufferPointer(start: base, count: Int(status.st_size))
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}

/// Text that a C library can open by a path while this object lives; nothing is written to a disk.
final class MemoryFile {
    private let descriptor: Int32
    var path: String { "/proc/self/fd/\(descriptor)" }

    init(_ text: String) throws {
        descriptor = memfd_create("jarvis-dictionary", 1 /* MFD_CLOEXEC */)
        guard descriptor >= 0 else {
            throw RecognitionFailure.engineFailed(reason: "no memory file (memfd_create: errno \(errno))")
        }
        var text = text
        let isWritten = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) == $0.count }
        guard isWritten else { throw RecognitionFailure.engineFailed(reason: "no room for a memory file") }
    }

    deinit {
        close(descriptor)
    }
}
