// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in units of their own: the user's systemd starts them, outside of this unit's sandbox, and stopping this unit leaves
// them running.

import CGio
import Glibc

/// A program for the user's systemd to start.
public struct TransientUnit: Hashable, Sendable {
    /// Such as "app-jarvis-12-3.service"; no other unit may have it.
    public var name: String
    /// What people read in lists of units.
    public var description: String
    /// The program's absolute path, and its arguments.
    public var command: [String]
    /// Variables in addition to those that the user's systemd has.
    public var environment: [String: String]

    public init(name: String, description: String, command: [String], environment: [String: String] = [:]) {
        self.name = name
        self.description = description
        self.command = command
        self.environment = environment
    }

    /// True when systemd started this very process as a unit. Its children then share the unit's sandbox and end with
    /// the unit.
    public static var holdsThisProcess: Bool {
        guard let number = getenv("SYSTEMD_EXEC_PID") else { return false }
        return String(cString: number) == String(getpid())
    }

    /// Has it started. That the program then fails is not told.
    /// - Throws: `BusFailure` when there is no systemd, or when it refuses.
    @MainActor
    public func start(on bus: BusConnection) async throws(BusFailure) {
        // Otherwise "$" in an address would stand for a variable.
        let start = BusValue.list([
            .text(command[0]), .list(command.map { .text($0) }), .list([.text("no-env-expand")]),
        ])
        let variables = environment.sorted { $0.key < $1.key }.map { BusValue.text("\($0.key)=\($0.value)") }
        let properties: [(String, BusValue)] = [
            ("Description", .text(description)),
            ("ExecStartEx", .typed("a(sasas)", .list([start]))),
            ("Environment", .typed("as", .list(variables))),
            ("Slice", .text("app.slice")),
            // The program may leave its work to a child; and a failed one needs no attention.
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
