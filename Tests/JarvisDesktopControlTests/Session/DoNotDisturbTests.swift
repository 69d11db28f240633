// SPDX-License-Identifier: GPL-3.0-or-later
// Do Not Disturb with doubles of GNOME and Plasma.

import GioKit
import JarvisBusTesting
import JarvisDesktopControl
import JarvisCore
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct DoNotDisturbTests {
    private let bus: PrivateBus
    private let name = "org.freedesktop.Notifications"

    init() throws {
        bus = try PrivateBus()
    }

    private func session(_ settings: DesktopSettings? = nil) -> DesktopSessionControl {
        let bus = bus
        return DesktopSessionControl(
            clock: QuickClock(), system: { () async throws(BusFailure) in try await bus.connection() },
            session: { () async throws(BusFailure) in try await bus.connection() }, settings: { _ in settings })
    }

    private func server(_ kind: String) async throws -> ServiceDouble {
        let server = try await ServiceDouble(
            name, path: "/org/freedesktop/Notifications", interface: name,
            methods: ["GetServerInformation": "ssss", "Inhibit": "ssa{sv}>u", "UnInhibit": "u>"],
            properties: ["Inhibited": "b"], on: try await bus.connection())
        server.replies["GetServerInformation"] = [.text(kind), .text("vendor"), .text("1"), .text("1.2")]
        return server
    }

    @Test func gnomeDoNotDisturbUsesTheBannerSetting() async throws {
        let settings = try #require(DesktopSettings(schema: "org.gnome.desktop.notifications", inMemory: true))
        let (server, session) = (try await server("gnome-shell"), session(settings))
        #expect(try await !session.isDoNotDisturbOn())
        #expect(try await session.setDoNotDisturb(true))
        #expect(settings.flag("show-banners") == false)
        #expect(try await session.isDoNotDisturbOn())
        #expect(try await !session.setDoNotDisturb(false))
        #expect(settings.flag("show-banners") == true)
        #expect(!server.calls.contains { $0.hasPrefix("Inhibit") })
    }

    @Test func plasmaDoNotDisturbUsesInhibit() async throws {
        let (server, session) = (try await server("Plasma"), session())
        server.properties["Inhibited"] = .flag(false)
        server.replies["Inhibit"] = [.integer(7)]
        server.onCall = { [weak server] call in
            if call.method == "Inhibit" { server?.properties["Inhibited"] = .flag(true) }
            if call.method == "UnInhibit" { server?.properties["Inhibited"] = .flag(false) }
        }
        #expect(try await session.setDoNotDisturb(true))
        #expect(try await session.setDoNotDisturb(true), "twice is once")
        #expect(try await !session.setDoNotDisturb(false))
        #expect(server.calls.filter { $0.hasPrefix("Inhibit") }.count == 1)
        #expect(server.calls.contains("UnInhibit integer(7)"))
        // Plasma has restarted in the meantime.
        #expect(try await session.setDoNotDisturb(true))
        server.properties["Inhibited"] = .flag(false)
        #expect(try await session.setDoNotDisturb(true))
        #expect(server.calls.filter { $0.hasPrefix("Inhibit") }.count == 3)
        #expect(try await !session.setDoNotDisturb(false))
        // If another program holds notifications back, they stay held back.
        server.properties["Inhibited"] = .flag(true)
        #expect(try await session.setDoNotDisturb(false))
    }

    @Test func unsupportedServersAreReportedByName() async throws {
        await #expect(throws: SessionFailure.noDoNotDisturb(server: "")) {
            try await session().setDoNotDisturb(true)
        }
        let server = try await server("dunst")
        await #expect(throws: SessionFailure.noDoNotDisturb(server: "dunst")) {
            try await session().setDoNotDisturb(true)
        }
        server.replies["GetServerInformation"] = [.text("gnome-shell"), .text(""), .text(""), .text("")]
        await #expect(throws: SessionFailure.noDoNotDisturb(server: "GNOME")) {
            try await session().isDoNotDisturbOn()
        }
        #expect(
            SessionFailure.noDoNotDisturb(server: "dunst").advice
                == "dunst doesn't let me silence notifications. Check the notification settings.")
    }
}
