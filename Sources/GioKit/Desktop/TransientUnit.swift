// SPDX-License-Identifier: GPL-3.0-or-later
// Starts programs in separate systemd units: the user's systemd starts them outside this unit's sandbox, and they
// keep running when this unit stops.

import CGio
import Glibc

/// A program for the user's systemd to start.
public struct TransientUnit: Hashable, Sendable {
    /// The unit's name, such as "app-jarvis-12-3.service"; must be unique.
    public var name: String
    /// The description shown in lists of units.
    public var description: String
    /// The absolute path of the program, and its arguments.
    public var command: [String]
    /// Variables in addition to those of the user's systemd.
    public var environment: [String: String]

    public init(name: String, description: String, command: [String], environment: [String: String] = [:]) {
        self.name = name
        self.description = description
        self.command = command
        self.environment = environment
    }

    /// True if systemd has started this process as a unit, whose sandbox and end also apply to its child processes.
    public static var holdsThisProcess: Bool {
        guard let number = getenv("SYSTEMD_EXEC_PID") else { return false }
        return String(cString: number) == String(getpid())
    }

    /// Starts the unit. A later failure of the program is not reported.
    /// - Throws: `BusFailure` if there is no systemd, or if it refuses.
    @MainActor
    public func start(on bus: BusConnection) async throws(BusFailure) {
        // Disable the expansion of variables, which would affect a "$" in an address.
        let start = BusValue.list([
            .text(command[0]), .list(command.map { .text($0) }), .list([.text("no-env-expand")]),
        ])
        let variables = environment.sorted { $0.key < $1.key }.map { BusValue.text("\($0.key)=\($0.value)") }
        let properties: [(String, BusValue)] = [
            ("Description", .text(description)),
            ("ExecStartEx", .typed("a(sasas)", .list([start]))),
            ("Environment", .typed("as", .list(variables))),
            ("Slice", .text("app.slice")),
            // The unit lasts until all its processes have ended, since the program may leave its work to a child.
            // systemd unloads the unit even if it has failed.
            ("ExitType", .text("cgroup")),
            ("CollectMode", .text("inactive-or-failed")),
        ]
        _ = try await bus.call(
            "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
            interface: "org.freedesktop.systemd1.Manager", method: "StartTransientUnit",
            [.text(name), .text("fail"), .list(properties.map { .list([.text($0.0), $0.1]) }), .list([])],
            signature: "ssa(sv)a(sa(sv))")
    }
}
