// SPDX-License-Identifier: GPL-3.0-or-later
// Reads an event log while it grows.

import Glibc
import JarvisPlatform

/// The events read so far. Each read covers only the new part of the log.
struct EventTail {
    private(set) var events: [JSONObject] = []
    private var offset: off_t = 0
    private var file: ino_t = 0
    /// The start of a line that is not complete yet.
    private var rest: [UInt8] = []

    /// Continues reading. A new or shorter file of that name is read from its start.
    mutating func read(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            self = EventTail()
            return
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        if status.st_ino != file || status.st_size < offset { self = EventTail() }
        file = status.st_ino
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, offset)
            guard count > 0 else { break }
            offset += off_t(count)
            rest += buffer[..<count]
        }
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if let event = (try? JSONValue(parsing: Array(rest[..<end])))?.asObject { events.append(event) }
            rest.removeSubrange(...end)
        }
    }
}
