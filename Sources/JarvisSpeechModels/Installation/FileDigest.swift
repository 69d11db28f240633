// SPDX-License-Identifier: GPL-3.0-or-later
// Computes checksums of whole files and copies files, piece by piece. Blocks the thread, so use a worker thread.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform

enum FileDigest {
    private static let pieceSize = 1 << 20

    /// The SHA-256 of a file, as 64 hexadecimal digits.
    /// - Parameter progress: Receives the number of bytes read.
    static func sha256(
        _ path: String, cancellation: CancellationFlag, progress: (Int) -> Void = { _ in }
    ) throws -> String {
        let checksum = Checksum()
        try read(path, cancellation) { bytes in
            checksum.add(bytes)
            progress(bytes.count)
        }
        return checksum.text
    }

    /// Copies a file and makes the copy durable before it returns.
    static func copy(
        _ path: String, to target: String, cancellation: CancellationFlag, progress: (Int) -> Void
    ) throws {
        try Folder.create(Folder.parent(of: target))
        let file = try OpenFile(target, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
        try read(path, cancellation) { bytes in
            try file.write(bytes)
            progress(bytes.count)
        }
        try file.synchronize()
    }

    private static func read(_ path: String, _ cancellation: CancellationFlag, _ use: ([UInt8]) throws -> Void) throws {
        let file = try OpenFile(path, flags: O_RDONLY)
        var place = 0
        while true {
            if cancellation.isCancelled { throw CancellationError() }
            let bytes = try file.read(at: place, count: pieceSize)
            guard !bytes.isEmpty else { return }
            try use(bytes)
            place += bytes.count
        }
    }
}
