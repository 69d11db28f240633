// SPDX-License-Identifier: GPL-3.0-or-later
// Who may ask and listen: the program itself, by the file that its process runs, and others where the user lets them.
// Main thread only.

public import GioKit
import Glibc
import JarvisDesktopControl

/// Decides about callers by their processes.
@MainActor
public final class CallerGate {
    private let connection: BusConnection
    private let allowsOthers: @MainActor () -> Bool
    private let own: String?
    private let executable: @MainActor (Int32) -> String?

    /// - Parameters:
    ///   - allowsOthers: the user's setting, as it is at the moment.
    ///   - own: the file that this program runs.
    ///   - executable: the file that a process runs; nil where that cannot be known.
    public init(
        _ connection: BusConnection, allowsOthers: @escaping @MainActor () -> Bool,
        own: String? = CallerGate.ownExecutable,
        executable: @escaping @MainActor (Int32) -> String? = CallerGate.executable
    ) {
        self.own = own
        self.connection = connection
        self.allowsOthers = allowsOthers
        self.executable = executable
    }

    /// The file that this program runs.
    public static var ownExecutable: String? { executable(of: getpid()) }

    /// The file that a process runs, as its kernel sees it; nil where this program would find another file by that name,
    /// as with a sandbox that has a file of its own in the place of this one.
    public static func executable(of process: Int32) -> String? {
        let link = "/proc/\(process)/exe"
        guard let path = realpath(link, nil) else { return nil }
        defer { free(path) }
        var (theirs, ours) = (stat(), stat())
        guard stat(link, &theirs) == 0, stat(path, &ours) == 0, theirs.st_dev == ours.st_dev,
            theirs.st_ino == ours.st_ino
        else { return nil }
        return String(cString: path)
    }

    /// Admits the desktop's shell besides, on which the user has clicked.
    /// - Throws: `BusError` where the caller may not.
    public func admitClick(_ sender: String) async throws {
        if await DesktopPart.isShell(sender, on: connection) { return }
        try await admit(sender)
    }

    /// - Throws: `BusError` where the caller may not.
    func admit(_ sender: String) async throws {
        guard !allowsOthers() else { return }
        let reply = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "GetConnectionUnixProcessID", [.text(sender)], signature: "s")
        guard let number = reply?.first?.asInteger, let process = Int32(exactly: number),
            let theirs = executable(process), theirs == own
        else { throw ServiceError.accessDenied() }
    }
}
