// SPDX-License-Identifier: GPL-3.0-or-later
// Locks and ends the session, and controls the computer's power. Of several ways, it uses one that lets programs save
// their work.

import GioKit
import JarvisCore

/// Acts through logind, and the desktop's session manager and screen saver.
@MainActor
final class SessionActions {
    /// A call of a desktop service that performs an action.
    private struct Way {
        var name: String
        var path: String
        var interface: String
        var method: String
        var arguments: [BusValue] = []
        var signature = ""
        /// The name that must have an owner, because a call to one without might start a desktop that isn't running.
        var owner: String?
    }

    /// How long services may take. Ordinary calls are answered in milliseconds, but a password prompt waits for the
    /// user.
    private static let limit: Duration = .seconds(10)
    private static let limitOfPasswords: Duration = .seconds(120)
    private static let interval: Duration = .milliseconds(100)
    /// How many times to check whether the screen is locked, `interval` apart: 2 s in all.
    private static let looks = 20

    /// Session managers, which save the session and let programs ask about unsaved work. None of these calls asks the
    /// user for confirmation.
    private static let logouts = [
        // GNOME, MATE and Cinnamon. 1: without a dialog.
        Way(
            name: "org.gnome.SessionManager", path: "/org/gnome/SessionManager", interface: "org.gnome.SessionManager",
            method: "Logout", arguments: [.integer(1)], signature: "u"),
        Way(
            name: "org.kde.Shutdown", path: "/Shutdown", interface: "org.kde.Shutdown", method: "logout",
            owner: "org.kde.ksmserver"),
        // Plasma before 5.20. 0, 0, 0: without a dialog, log out, in the usual way.
        Way(
            name: "org.kde.ksmserver", path: "/KSMServer", interface: "org.kde.KSMServerInterface", method: "logout",
            arguments: [.integer(0), .integer(0), .integer(0)], signature: "iii"),
        // Xfce. Without a dialog; programs may save.
        Way(
            name: "org.xfce.SessionManager", path: "/org/xfce/SessionManager", interface: "org.xfce.Session.Manager",
            method: "Logout", arguments: [.flag(false), .flag(true)], signature: "bb"),
    ]

    private static let lockers = [
        ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
        ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
        ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"), ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
        ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
    ].map { Way(name: $0.0, path: $0.1, interface: $0.0, method: "Lock") }

    private let system: BusLink
    private let session: BusLink
    private let clock: any Clock<Duration>

    nonisolated init(system: BusLink, session: BusLink, clock: any Clock<Duration>) {
        self.system = system
        self.session = session
        self.clock = clock
    }

    func check(_ action: SessionAction) async throws(SessionFailure) {
        switch action {
        case .suspend, .restart, .powerOff: _ = try await askPermission(action)
        case .lock: try await checkWays(Self.lockers, action)
        case .logOut: try await checkWays(Self.logouts, action)
        }
    }

    private func checkWays(_ ways: [Way], _ action: SessionAction) async throws(SessionFailure) {
        if await isLocked() != nil { return }
        guard let connection = try? await session.open() else { throw .notPossible(action) }
        for way in ways where await connection.isOwned(way.owner ?? way.name) { return }
        throw .notPossible(action)
    }

    // MARK: Lock

    /// Locks the screen. logind forwards the request to the desktop; if that doesn't respond, asks its screen saver.
    func lock() async throws(SessionFailure) {
        var refusal: SessionFailure?
        do throws(BusFailure) {
            let connection = try await system.open()
            _ = try await connection.call(
                Logind.name, path: Logind.ownSession, interface: Logind.session, method: "Lock", within: Self.limit)
            if await waits(until: { await self.isLocked() == true }) { return }
            refusal = .lockUnconfirmed
        } catch {
            if error.meansForbidden { refusal = .notPermitted(.lock) }
        }
        if let connection = try? await session.open() {
            for way in Self.lockers where await connection.isOwned(way.name) {
                do throws(BusFailure) {
                    try await Self.call(way, connection)
                } catch {
                    if !error.meansMissing { refusal = refusal ?? .failed(.lock, reason: error.reason) }
                    continue
                }
                if await waits(until: { await Self.isActive(way, connection) }) { return }
                refusal = .lockUnconfirmed
            }
        }
        throw refusal ?? .notPossible(.lock)
    }

    /// True if the desktop has reported to logind that the screen is locked; nil without logind.
    private func isLocked() async -> Bool? {
        guard let connection = try? await system.open() else { return nil }
        return await connection.property("LockedHint", Logind.session, of: Logind.name, path: Logind.ownSession)?
            .asFlag
    }

    private static func isActive(_ locker: Way, _ connection: BusConnection) async -> Bool {
        let reply = try? await connection.call(
            locker.name, path: locker.path, interface: locker.interface, method: "GetActive", within: limit)
        return reply?.first?.asFlag == true
    }

    private func waits(until condition: () async -> Bool) async -> Bool {
        for _ in 0..<Self.looks {
            if await condition() { return true }
            // Cancelling the wait only shortens the patience.
            try? await clock.sleep(for: Self.interval)
        }
        return await condition()
    }

    // MARK: Log out

    func logOut() async throws(SessionFailure) {
        if let connection = try? await session.open() {
            for way in Self.logouts where await connection.isOwned(way.owner ?? way.name) {
                do throws(BusFailure) {
                    try await Self.call(way, connection)
                    return
                } catch {
                    // The bus has ended, so the session has too.
                    if case .disconnected = error { return }
                    guard error.meansMissing else { throw failure(.logOut, error) }
                }
            }
        }
        do throws(BusFailure) {
            let connection = try await system.open()
            _ = try await connection.call(
                Logind.name, path: Logind.ownSession, interface: Logind.session, method: "Terminate",
                within: Self.limit)
        } catch {
            throw failure(.logOut, error)
        }
    }

    private static func call(_ way: Way, _ connection: BusConnection) async throws(BusFailure) {
        _ = try await connection.call(
            way.name, path: way.path, interface: way.interface, method: way.method, way.arguments,
            signature: way.signature, within: limit)
    }

    // MARK: Power

    func changePower(_ action: SessionAction) async throws(SessionFailure) {
        let needsPassword = try await askPermission(action)
        let blockers = await blockers(of: action)
        guard blockers.isEmpty else { throw .heldUp(action, names: blockers) }
        do throws(BusFailure) {
            let connection = try await system.open()
            _ = try await connection.call(
                Logind.name, path: Logind.path, interface: Logind.manager, method: action.powerMethod,
                [.flag(needsPassword)], signature: "b",
                within: needsPassword ? Self.limitOfPasswords : Self.limit)
        } catch {
            throw failure(action, error)
        }
    }

    /// - Returns: true if a password prompt is needed.
    private func askPermission(_ action: SessionAction) async throws(SessionFailure) -> Bool {
        let reply: [BusValue]
        do throws(BusFailure) {
            let connection = try await system.open()
            reply = try await connection.call(
                Logind.name, path: Logind.path, interface: Logind.manager, method: "Can" + action.powerMethod,
                within: Self.limit)
        } catch {
            throw failure(action, error)
        }
        switch reply.first?.asText {
        case "yes": return false
        case "challenge": return true
        case "no": throw .notPermitted(action)
        default: throw .notPossible(action)
        }
    }

    /// Programs that block the action. Leaves out those that only delay it briefly.
    private func blockers(of action: SessionAction) async -> [String] {
        guard let connection = try? await system.open(),
            let reply = try? await connection.call(
                Logind.name, path: Logind.path, interface: Logind.manager, method: "ListInhibitors",
                within: Self.limit)
        else { return [] }
        let kind = action == .suspend ? "sleep" : "shutdown"
        let names = (reply.first?.asList ?? []).compactMap { entry -> String? in
            let texts = entry.asList?.compactMap(\.asText) ?? []
            guard texts.count >= 4, texts[3] == "block", texts[0].split(separator: ":").contains(kind[...]) else {
                return nil
            }
            return texts[1]
        }
        return Array(Set(names)).sorted()
    }

    private func failure(_ action: SessionAction, _ error: BusFailure) -> SessionFailure {
        if error.meansForbidden { return .notPermitted(action) }
        if error.meansMissing { return .notPossible(action) }
        // Without the system bus, logind isn't running either.
        if case .disconnected = error { return .notPossible(action) }
        return .failed(action, reason: error.reason)
    }
}

extension SessionAction {
    /// logind's name for the action.
    fileprivate var powerMethod: String {
        switch self {
        case .suspend: "Suspend"
        case .restart: "Reboot"
        default: "PowerOff"
        }
    }
}
