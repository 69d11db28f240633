// SPDX-License-Identifier: GPL-3.0-or-later
// Decides who may ask and listen over the bus: this program itself, identified by its process's executable, and other
// programs if the user allows them. Main thread only.

public import GioKit
import Glibc
import JarvisDesktopControl

/// Admits callers by their processes.
@MainActor
public final class CallerGate {
    private let connection: BusConnection
    private let allowsOthers: @MainActor () -> Bool
    private let own: String?
    private let executable: @MainActor (Int32) -> String?

    /// - Parameters:
    ///   - allowsOthers: The user's setting, read for each call.
    ///   - own: This program's executable.
    ///   - executable: Returns a process's executable; nil if unknown.
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

    /// This program's executable.
    public static var ownExecutable: String? { executable(of: getpid()) }

    /// The path of a process's executable. Nil if the path leads to a different file for this program, as it can for a
    /// sandboxed process.
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

    /// Admits callers as `admit` does, and also the desktop's shell, which forwards the user's clicks.
    /// - Throws: `BusError` if the caller isn't admitted.
    public func admitClick(_ sender: String) async throws {
        if await DesktopPart.isShell(sender, on: connection) { return }
        try await admit(sender)
    }

    /// Admits this program, and any other if the user allows it.
    /// - Throws: `BusError` if the caller isn't admitted.
    func admit(_ sender: String) async throws {
        guard !allowsOthers() else { return }
        guard await isOwn(sender) else { throw ServiceError.accessDenied() }
    }

    /// True if the caller is this program.
    func isOwn(_ sender: String) async -> Bool {
        let reply = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "GetConnectionUnixProcessID", [.text(sender)], signature: "s")
        guard let number = reply?.first?.asInteger, let process = Int32(exactly: number),
            let theirs = executable(process)
        else { return false }
        return theirs == own
    }
}
