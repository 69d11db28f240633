// SPDX-License-Identifier: GPL-3.0-or-later

import GioKit
import Glibc
import JarvisBusTesting
import JarvisTesting
import Testing

@MainActor
struct TransientUnitTests {
    private static let introspection = """
        <node><interface name="org.freedesktop.systemd1.Manager"><method name="StartTransientUnit">
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a(sv)" direction="in"/>
        <arg type="a(sa(sv))" direction="in"/><arg type="o" direction="out"/></method></interface></node>
        """

    @Test(.timeLimit(.minutes(10))) func systemdReceivesArgumentsAndVariablesUnchanged() async throws {
        let bus = try PrivateBus()
        let systemd = try await bus.connection()
        var calls: [[BusValue]] = []
        let export = try systemd.export(
            BusObject(method: { call in
                calls.append(call.arguments)
                return [.text("/org/freedesktop/systemd1/job/1")]
            }), at: "/org/freedesktop/systemd1", introspection: Self.introspection)
        defer { withExtendedLifetime(export) {} }
        #expect(try await systemd.own("org.freedesktop.systemd1"))
        let unit = TransientUnit(
            name: "app-jarvis-1.service", description: "Files",
            command: ["/usr/bin/jarvis", "launch", "$HOME %u \"x\""],
            environment: ["B": "2", "A": "1 2"])
        try await unit.start(on: try await bus.connection())
        let call = try #require(calls.first)
        #expect(calls.count == 1 && call[0] == .text("app-jarvis-1.service") && call[1] == .text("fail"))
        var properties: [String: BusValue] = [:]
        for case .list(let pair) in call[2].asList ?? [] { properties[pair[0].asText ?? ""] = pair[1] }
        #expect(
            properties["ExecStartEx"]
                == .list([
                    .list([
                        .text("/usr/bin/jarvis"),
                        .list([.text("/usr/bin/jarvis"), .text("launch"), .text("$HOME %u \"x\"")]),
                        .list([.text("no-env-expand")]),
                    ])
                ]))
        #expect(properties["Environment"] == .list([.text("A=1 2"), .text("B=2")]))
        #expect(properties["ExitType"] == .text("cgroup") && properties["Slice"] == .text("app.slice"))
    }

    @Test(.timeLimit(.minutes(10))) func missingSystemdIsReported() async throws {
        let bus = try PrivateBus()
        let unit = TransientUnit(name: "a.service", description: "", command: ["/bin/true"])
        await #expect(throws: BusFailure.self) { try await unit.start(on: try await bus.connection()) }
        // Tests are started by hand, or by a service other than this process.
        #expect(!TransientUnit.holdsThisProcess)
    }
}
