// SPDX-License-Identifier: GPL-3.0-or-later
// What a decoder can only read from a file, without one on the disk. CPocketSphinx has the call that Glibc lacks.

import CPocketSphinx
import Glibc
import JarvisCore

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
