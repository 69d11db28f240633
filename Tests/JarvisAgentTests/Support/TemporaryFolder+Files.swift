// SPDX-License-Identifier: GPL-3.0-or-later
// Files and fifos in a test's own folder.

import Glibc
import JarvisTesting

extension TemporaryFolder {
    /// Writes a file, with the folders above it.
    func write(_ relative: String, _ text: String, mode: mode_t = 0o644) throws {
        var folder = path
        for part in relative.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
        guard let file = fopen(path + "/" + relative, "w") else { throw TestError("fopen \(relative): \(errno)") }
        fputs(text, file)
        fclose(file)
        chmod(path + "/" + relative, mode)
    }

    /// Makes a fifo, for a program to write to.
    func makeFifo(_ name: String) throws -> Fifo {
        let path = path + "/" + name
        guard mkfifo(path, 0o600) == 0 else { throw TestError("mkfifo: \(errno)") }
        return try Fifo(path: path)
    }
}

/// The reading end of a fifo; waits for a writer, but not forever.
final class Fifo: Sendable {
    let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestError("open \(path): \(errno)") }
    }

    deinit {
        close(descriptor)
    }

    /// All that the first writer wrote before it closed.
    func text() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 30_000) > 0 else { throw TestError("no one wrote to \(path)") }
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0, !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            if count > 0 { bytes += buffer[..<count] }
        }
    }
}

struct TestError: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
