// SPDX-License-Identifier: GPL-3.0-or-later
// Applications that the bus activates. The launcher is a separate process, started with the test's own desktop entries
// and bus.

import FoundationEssentials
import JarvisBusTesting
import JarvisTesting
import Testing

@testable import GioKit

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ApplicationActivationTests {
    private static let introspection = """
        <node><interface name="org.freedesktop.Application">
        <method name="Activate"><arg type="a{sv}" direction="in"/></method>
        <method name="Open"><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/></method>
        </interface></node>
        """

    @Test func busApplicationIsActivatedRatherThanStarted() async throws {
        let (folder, bus) = (try TemporaryFolder(), try PrivateBus())
        let applications = folder.path + "/applications"
        try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
        let entry = """
            [Desktop Entry]
            Type=Application
            Name=Desk
            DBusActivatable=true
            Exec=touch \(folder.path)/started

            """
        try Data(entry.utf8).write(to: URL(filePath: applications + "/org.example.Desk.desktop"))

        let (calls, told) = AsyncStream.makeStream(of: String.self)
        let server = try await bus.connection()
        let object = BusObject(
            method: { call in
                told.yield(call.method)
                return []
            }, property: { _ in nil }, setProperty: { _, _ in })
        let export = try server.export(object, at: "/org/example/Desk", introspection: Self.introspection)
        // 1 means that it became the owner.
        let owning = try await server.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "RequestName", [.text("org.example.Desk"), .integer(0)], signature: "su")
        #expect(owning == [.integer(1)])

        let result = try await ChildProcess.run(
            try program(), ["open", "org.example.Desk.desktop"],
            environment: [
                "XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": folder.path + "/none",
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "LANGUAGE": "C",
            ], within: .seconds(60))
        #expect(result.output == "started\n", "\(result)")
        var heard = calls.makeAsyncIterator()
        let first = await heard.next()
        #expect(first == "Activate")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/started"))
        withExtendedLifetime(export) {}
    }

    /// The program next to the running test bundle.
    private func program() throws -> String {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try #require(bundle.lastIndex(of: "/").map { bundle[...$0] }) + "jarvis-systemcheck"
    }
}
