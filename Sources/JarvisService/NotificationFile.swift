// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers the shown notifications in the user's runtime folder, which disappears with the session, as they do.

import JarvisCore
public import JarvisPlatform
public import JarvisDesktopControl

/// Stores the unique name of the notification service, then one notification number per line.
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

    /// Saves the numbers. If that fails, notifications of a killed program stay until the user closes them.
    public func save(_ shown: ShownNotifications) {
        let lines = (shown.owner.isEmpty ? [] : [shown.owner]) + shown.numbers.map { "\($0)" }
        try? AtomicFile.write(path, Array(lines.map { $0 + "\n" }.joined().utf8), system: system)
    }
}
