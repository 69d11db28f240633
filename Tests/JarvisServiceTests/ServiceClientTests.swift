// SPDX-License-Identifier: GPL-3.0-or-later
// A second start passes its request on to the running instance.

import GioKit
import Glibc
import JarvisBusTesting
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ServiceClientTests {
    @Test func theActivationTokenReachesTheRunningInstance() async throws {
        let bus = try PrivateBus()
        let server = try await bus.connection()
        var data: [String: BusValue]?
        let object = BusObject(
            method: { call in
                data = call.arguments.first?.asTable
                return []
            }, property: { _ in .text("idle") })
        let interfaces = [
            "<node><interface name=\"\(ServiceInterface.name)\">"
                + "<property name=\"Phase\" type=\"s\" access=\"read\"/></interface></node>",
            "<node><interface name=\"org.freedesktop.Application\">"
                + "<method name=\"Activate\"><arg type=\"a{sv}\" direction=\"in\"/></method></interface></node>",
        ]
        let exports = try interfaces.map {
            try server.export(object, at: ProgramIdentity.path, introspection: $0)
        }
        _ = try await server.own(ServiceInterface.name)
        let client = try #require(try await ServiceClient.running(on: try await bus.connection()))
        await client.activate(token: "abc")
        #expect(data?["activation-token"] == .text("abc") && data?["desktop-startup-id"] == .text("abc"))
        for export in exports { export.withdraw() }
    }

    @Test func aFrozenInstanceIsReportedWithItsProcessID() async throws {
        let bus = try PrivateBus()
        let script = """
            import os, sys
            from gi.repository import Gio, GLib
            flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
            bus = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)
            name, dbus = GLib.Variant("(su)", (sys.argv[2], 4)), "org.freedesktop.DBus"
            bus.call_sync(dbus, "/org/freedesktop/DBus", dbus, "RequestName", name, None, 0, -1)
            print(os.getpid(), flush=True)
            GLib.MainLoop().run()
            """
        let child = try LineChild("/usr/bin/python3", ["-c", script, bus.address, ServiceInterface.name])
        let number = try #require(child.line().flatMap { pid_t($0) })
        kill(number, SIGSTOP)
        defer { child.kill() }
        await yieldUntil { ChildProcess.contents(of: "/proc/\(number)/status").contains("State:\tT") }
        let caller = try await bus.connection()
        let failure = await #expect(throws: ServiceClient.Failed.self) {
            try await ServiceClient.running(on: caller, within: .milliseconds(300), own: nil)
        }
        #expect(failure?.description.contains("kill -CONT \(number)") == true)
    }
}
