// SPDX-License-Identifier: GPL-3.0-or-later
// What a second start hands on to the program that runs.

import GioKit
import JarvisBusTesting
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ServiceClientTests {
    @Test func whatALauncherGaveIsHandedOn() async throws {
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
        let client = try #require(await ServiceClient.running(on: try await bus.connection()))
        await client.activate(token: "abc")
        #expect(data?["activation-token"] == .text("abc") && data?["desktop-startup-id"] == .text("abc"))
        for export in exports { export.withdraw() }
    }
}
