// SPDX-License-Identifier: GPL-3.0-or-later
// Holding notifications back, in the way of whatever shows them: GNOME has a setting for it, Plasma a call that lasts
// until it is taken back or this program ends.

import GioKit
import JarvisCore

/// Notifications of the desktop that runs.
@MainActor
final class DoNotDisturb {
    private enum Way {
        case setting(DesktopSettings)
        case inhibition(BusConnection)
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let schema = "org.gnome.desktop.notifications"
    private static let key = "show-banners"
    private static let limit: Duration = .seconds(5)

    private let bus: BusLink
    private let keepsRunning: Bool
    private let settings: @MainActor @Sendable (String) -> DesktopSettings?
    /// What Plasma gave us for holding notifications back; nil: we do not.
    private var cookie: Int64?

    nonisolated init(
        bus: BusLink, keepsRunning: Bool, settings: @escaping @MainActor @Sendable (String) -> DesktopSettings?
    ) {
        self.bus = bus
        self.keepsRunning = keepsRunning
        self.settings = settings
    }

    func isOn() async throws(SessionFailure) -> Bool { try await isOn(try await way()) }

    func set(_ isOn: Bool) async throws(SessionFailure) -> Bool {
        let way = try await way()
        switch way {
        case .setting(let settings):
            guard settings.setFlag(Self.key, !isOn) else {
                throw .doNotDisturbFailed(reason: "\(Self.schema) \(Self.key)")
            }
        case .inhibition where isOn && !keepsRunning: throw .doNotDisturbNeedsWindow
        case .inhibition(let connection):
            // A server that has been started again has forgotten what it gave us.
            if isOn, cookie != nil, try await !self.isOn(way) { cookie = nil }
            do throws(BusFailure) {
                try await hold(isOn, connection)
            } catch {
                throw .doNotDisturbFailed(reason: error.reason)
            }
        }
        return try await self.isOn(way)
    }

    private func isOn(_ way: Way) async throws(SessionFailure) -> Bool {
        switch way {
        case .setting(let settings): return !(settings.flag(Self.key) ?? true)
        case .inhibition(let connection):
            let value = await connection.property("Inhibited", Self.name, of: Self.name, path: Self.path)
            guard let isInhibited = value?.asFlag else { throw .doNotDisturbFailed(reason: "Inhibited") }
            return isInhibited
        }
    }

    private func hold(_ isHeld: Bool, _ connection: BusConnection) async throws(BusFailure) {
        if isHeld, cookie == nil {
            let reply = try await connection.call(
                Self.name, path: Self.path, interface: Self.name, method: "Inhibit",
                [.text("io.github.jarvis_assistant.Jarvis"), .text("Do not disturb"), .table([:])],
                signature: "ssa{sv}", within: Self.limit)
            cookie = reply.first?.asInteger
        } else if !isHeld, let held = cookie {
            cookie = nil
            _ = try await connection.call(
                Self.name, path: Self.path, interface: Self.name, method: "UnInhibit", [.integer(held)],
                signature: "u", within: Self.limit)
        }
    }

    /// GNOME's schema is installed along with many programs: which desktop shows notifications decides, not the schema.
    private func way() async throws(SessionFailure) -> Way {
        guard let connection = try? await bus.open(), await connection.isOwned(Self.name) else {
            throw .noDoNotDisturb(server: "")
        }
        let reply = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "GetServerInformation", within: Self.limit)
        let server = reply?.first?.asText ?? ""
        switch server.lowercased() {
        case "gnome-shell":
            guard let settings = settings(Self.schema), settings.flag(Self.key) != nil else {
                throw .noDoNotDisturb(server: "GNOME")
            }
            return .setting(settings)
        case "plasma": return .inhibition(connection)
        default: throw .noDoNotDisturb(server: server)
        }
    }
}
