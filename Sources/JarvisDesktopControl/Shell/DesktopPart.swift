// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes the parts of the desktop that call on behalf of a click by the user: its shell, and the program that draws
// its tray. A sandboxed program can't take their bus names. Other programs can if no part of the desktop owns them, but
// such a program could press the window's keys just as well, and its requests are visible. Main thread only.

public import GioKit

/// The parts of the desktop that forward the user's clicks.
@MainActor
public enum DesktopPart {
    /// Shells, launchers and the portal, which forward the actions of desktop entries and notifications.
    private static let shells = [
        "org.gnome.Shell", "org.kde.plasmashell", "org.kde.krunner", "org.freedesktop.portal.Desktop",
    ]
    private static let watcher = "org.kde.StatusNotifierWatcher"
    private static let host = "org.kde.StatusNotifierHost-"

    /// True if the caller is a shell, a launcher or the portal.
    /// - Parameter caller: the unique name of its connection.
    public static func isShell(_ caller: String, on connection: BusConnection) async -> Bool {
        await owns(caller, shells, on: connection)
    }

    /// True if the caller draws the tray, or is a shell, which may draw the tray itself.
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
