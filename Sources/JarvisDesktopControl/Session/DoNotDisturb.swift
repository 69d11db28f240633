// SPDX-License-Identifier: GPL-3.0-or-later
// Turns "do not disturb" on and off through the notification service: GNOME has a setting; Plasma has a call whose
// effect lasts until it is revoked or this program ends.

import GioKit
import JarvisCore

/// Reads and sets "do not disturb" on the current desktop.
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
    /// The cookie of our inhibition in Plasma; nil if we hold none.
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
            // A server that has restarted no longer knows our cookie.
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
                [.text(ProgramIdentity.name), .text("Do not disturb"), .table([:])],
                signature: "ssa{sv}", within: Self.limit)
            cookie = reply.first?.asInteger
        } else if !isHeld, let held = cookie {
            cookie = nil
            _ = try await connection.call(
                Self.name, path: Self.path, interface: Self.name, method: "UnInhibit", [.integer(held)],
                signature: "u", within: Self.limit)
        }
    }

    /// Finds the way that the running notification server supports. Many programs bring GNOME's schema along, so its
    /// presence proves nothing.
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
