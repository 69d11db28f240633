// SPDX-License-Identifier: GPL-3.0-or-later
// Which notifications are shown, in a file of the user's runtime folder: it is gone with the session, as they are.

import JarvisCore
public import JarvisPlatform
public import JarvisDesktopControl

/// One number a line, after the unique name of the service that shows them.
public struct NotificationFile: NotificationMemory {
    private let path: String
    private let system: FileSystem

    public init(path: String, system: FileSystem = FileSystem()) {
        self.path = path
        self.system = system
    }

    public func load() -> ShownNotifications {
        let bytes = (try? AtomicFile.read(path, system: system)) ?? nil
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        return ShownNotifications(
            owner: lines.first.flatMap { Int64($0) == nil ? String($0) : nil } ?? "",
            numbers: lines.compactMap { Int64($0) })
    }

    /// Where it cannot be kept, a notification of a killed program stays until the user closes it.
    public func save(_ shown: ShownNotifications) {
        let lines = (shown.owner.isEmpty ? [] : [shown.owner]) + shown.numbers.map { "\($0)" }
        try? AtomicFile.write(path, Array(lines.map { $0 + "\n" }.joined().utf8), system: system)
    }
}
