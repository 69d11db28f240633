// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a caller is a part of the desktop, on which the user has clicked: its shell, or what draws its tray. A program in a
// sandbox cannot take their names. One outside of it that runs as the user can where no part of the desktop has them, and could
// press the window's keys just as well; what it asks for is seen. Main thread only.

public import GioKit

/// Parts of the desktop that ask for what the user has clicked on.
@MainActor
public enum DesktopPart {
    /// Shells, launchers and the portal, which hand on the actions of desktop entries and notifications.
    private static let shells = [
        "org.gnome.Shell", "org.kde.plasmashell", "org.kde.krunner", "org.freedesktop.portal.Desktop",
    ]
    private static let watcher = "org.kde.StatusNotifierWatcher"
    private static let host = "org.kde.StatusNotifierHost-"

    /// - Parameter caller: the unique name of its connection.
    public static func isShell(_ caller: String, on connection: BusConnection) async -> Bool {
        await owns(caller, shells, on: connection)
    }

    /// True for a shell as well, which may draw the tray itself.
    public static func isTray(_ caller: String, on connection: BusConnection) async -> Bool {
        if await owns(caller, [watcher] + shells, on: connection) { return true }
        let reply = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "ListNames")
        let names = reply?.first?.asList?.compactMap(\.asText) ?? []
        return await owns(caller, names.filter { $0.hasPrefix(host) }, on: connection)
    }

    private static func owns(_ caller: String, _ names: [String], on connection: BusConnection) async -> Bool {
        for name in names where await connection.owner(of: name) == caller { return true }
        return false
    }
}
