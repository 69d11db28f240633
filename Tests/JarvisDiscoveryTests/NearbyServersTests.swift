// SPDX-License-Identifier: GPL-3.0-or-later
// Speech servers in the network, announced by an Avahi double on the test's own bus.

import GioKit
import JarvisBusTesting
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisDiscovery

/// A double of Avahi's service browser.
@MainActor
private final class AvahiDouble {
    struct Service {
        var name: String
        var address: String
        var port: Int64
        var flags: Int64 = 4
    }

    var services: [Service] = []
    private(set) var freed = 0
    private(set) var asked: [BusValue] = []
    private var exports: [BusExport] = []

    init(on connection: BusConnection) async throws {
        let browser = BusObject(method: { [weak self] _ in
            self?.freed += 1
            return []
        })
        let server = BusObject(method: { [weak self] in try self?.answer($0) ?? [] })
        exports = [
            try connection.export(browser, at: "/browser", introspection: Self.browserIntrospection),
            try connection.export(server, at: "/", introspection: Self.serverIntrospection),
        ]
        _ = try await connection.own("org.freedesktop.Avahi")
    }

    private func answer(_ call: BusCall) throws -> [BusValue] {
        guard call.method == "ServiceBrowserNew" else { return resolved(call.arguments) }
        asked = call.arguments
        // Like Avahi: before the reply, once for each protocol.
        for service in services {
            for network: Int64 in [0, 1] {
                try exports[0].emit(
                    "ItemNew",
                    [
                        .integer(2), .integer(network), .text(service.name), .text("_wyoming._tcp"), .text("local"),
                        .integer(service.flags),
                    ])
            }
        }
        try exports[0].emit("AllForNow")
        return [.text("/browser")]
    }

    private func resolved(_ arguments: [BusValue]) -> [BusValue] {
        guard let service = services.first(where: { .text($0.name) == arguments[2] }) else { return [] }
        return Array(arguments[0..<5]) + [
            .text("box.local"), .integer(0), .text(service.address), .integer(service.port),
            .list([.list([.integer(97)])]), .integer(service.flags),
        ]
    }

    private static let browserIntrospection = """
        <node><interface name="org.freedesktop.Avahi.ServiceBrowser"><method name="Free"/><signal name="AllForNow"/>
        <signal name="ItemNew"><arg type="i"/><arg type="i"/><arg type="s"/><arg type="s"/><arg type="s"/><arg type="u"/>
        </signal></interface></node>
        """
    private static let serverIntrospection =
        "<node><interface name=\"org.freedesktop.Avahi.Server\"><method name=\"ServiceBrowserNew\">"
        + ["i", "i", "s", "s", "u"].map { "<arg type=\"\($0)\" direction=\"in\"/>" }.joined()
        + "<arg type=\"o\" direction=\"out\"/></method><method name=\"ResolveService\">"
        + ["i", "i", "s", "s", "s", "i", "u"].map { "<arg type=\"\($0)\" direction=\"in\"/>" }.joined()
        + ["i", "i", "s", "s", "s", "s", "i", "s", "q", "aay", "u"].map { "<arg type=\"\($0)\" direction=\"out\"/>" }
        .joined() + "</method></interface></node>"
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct NearbyServersTests {
    private func results(_ link: BusLink, within limit: Duration = .seconds(20)) async -> [DiscoveryResult] {
        let results = Mutex<[DiscoveryResult]>([])
        await NearbyServers(link, within: limit).browse { result in results.withLock { $0.append(result) } }
        return results.withLock { $0 }
    }

    private func link(_ bus: PrivateBus) -> BusLink {
        let address = bus.address
        return BusLink { () async throws(BusFailure) in try await BusConnection.open(address: address) }
    }

    @Test func announcedServerIsListedOnce() async throws {
        let bus = try PrivateBus()
        let avahi = try await AvahiDouble(on: try await bus.connection())
        avahi.services = [
            .init(name: "kitchen", address: "192.168.1.5", port: 10300),
            .init(name: "here", address: "192.168.1.2", port: 10400, flags: 12),
            .init(name: "gone", address: "fe80::1", port: 10300),
        ]
        let results = await results(link(bus))
        let found = results.compactMap { if case .found(let found) = $0 { found } else { nil } }
        #expect(
            found.map(\.place) == [
                "tcp://192.168.1.5:10300", "tcp://127.0.0.1:10400", "tcp://[fe80::1]:10300",
            ])
        #expect(found.map(\.remoteHost) == ["192.168.1.5", nil, "fe80::1"])
        #expect(found.allSatisfy { $0.kind == .speech(nil) }, "they are not asked")
        #expect(avahi.asked[2] == .text("_wyoming._tcp") && avahi.freed == 1)
    }

    @Test func missingAvahiIsReported() async throws {
        let bus = try PrivateBus()
        #expect(await results(link(bus)) == [.note(.notSearched(reason: "Avahi isn't running"))])
    }

    @Test func missingBusIsReported() async throws {
        let link = BusLink { () async throws(BusFailure) in
            try await BusConnection.open(address: "unix:path=/nowhere")
        }
        // GLib answers on the main loop.
        let bus = try PrivateBus()
        guard case .note(.notSearched(let reason)) = await results(link).first else {
            Issue.record("it was not told")
            return
        }
        #expect(!reason.isEmpty)
        withExtendedLifetime(bus) {}
    }
}
