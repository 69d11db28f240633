// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the pictures of `jarvis render`. Each file appears either complete or not at all; if a sequence fails, the
// pictures already written are deleted.

import Glibc
import JarvisCore
import JarvisPlatform

struct RenderTarget {
    let out: String
    let isSequence: Bool
    /// The files written so far, with their sizes.
    private(set) var files: [(path: String, bytes: Int)] = []
    private var madeFolder = false

    init(out: String, isSequence: Bool) {
        self.out = out
        self.isSequence = isSequence
    }

    /// Prepares the target, lets `draw` add pictures, and removes them if that fails.
    mutating func write(_ draw: (inout RenderTarget) throws -> Void) throws {
        if isSequence { try openFolder() }
        do {
            try draw(&self)
        } catch {
            for file in files { unlink(file.path) }
            if madeFolder { rmdir(out) }
            throw error
        }
    }

    /// Writes the next picture.
    mutating func add(_ png: [UInt8]) throws {
        guard out != "-" else { return try Console.write(png) }
        let path = isSequence ? out + "/frame-" + Self.number(files.count) + ".png" : out
        try Self.write(path, png)
        files.append((path, png.count))
    }

    private mutating func openFolder() throws {
        var status = stat()
        if stat(out, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw CommandFailure("\(out) is a file; --out takes a folder for a sequence.")
            }
            return
        }
        try FileBytes.makeFolder(out)
        madeFolder = true
    }

    private static func write(_ path: String, _ png: [UInt8]) throws {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure("\(path) is a folder; --out takes the name of a file.")
        }
        // Write directly to a device or pipe, since a new file would replace it.
        guard !exists || status.st_mode & S_IFMT == S_IFREG else { return try FileBytes.write(path, png) }
        do {
            try AtomicFile.write(AtomicFile.target(of: path), png, mode: 0o644)
        } catch {
            throw CommandFailure("\(path): \(reason(error)). Choose another --out.")
        }
    }

    private static func reason(_ failure: StoreFailure) -> String {
        switch failure {
        case .readOnly: String(cString: strerror(EACCES))
        case .diskFull: String(cString: strerror(ENOSPC))
        case .inputOutput(_, let code): String(cString: strerror(code))
        default: "it can't be written"
        }
    }

    private static func number(_ index: Int) -> String {
        let digits = String(index)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
