// SPDX-License-Identifier: GPL-3.0-or-later
// Which notifications are shown, in a file of the user's runtime folder: it is gone with the session, as they are.

import JarvisCore
public import JarvisPlatform

/// One number a line.
public struct NotificationFile: NotificationMemory {
    private let path: String
    private let system: FileSystem

    public init(path: String, system: FileSystem = FileSystem()) {
        self.path = path
        self.system = system
    }

    public func load() -> [Int64] {
        let bytes = (try? AtomicFile.read(path, system: system)) ?? nil
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap { Int64($0) }
    }

    /// Where it cannot be kept, a notification of a killed program stays until the user closes it.
    public func save(_ numbers: [Int64]) {
        try? AtomicFile.write(path, Array(numbers.map { "\($0)\n" }.joined().utf8), system: system)
    }
}
