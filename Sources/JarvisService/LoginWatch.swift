// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the user is there, by the login manager (systemd-logind or elogind): sleep, screen lock, session switch. Where
// there is none, the user is there. Main thread only.

public import GioKit

/// Follows the session that the program belongs to, until it is released.
@MainActor
public final class LoginWatch {
    private static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let session = name + ".Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let connection: BusConnection
    private let handler: @MainActor (Bool) -> Void
    private var subscriptions: [BusSubscription] = []
    private var sleeps = false
    private var isLocked = false
    private var isInFront = true
    private var told = false
    /// Looks whether the screen has been locked indeed.
    private var check: LoopTimer?

    /// True while the computer sleeps, the screen is locked, or another session is in front.
    public var isAway: Bool { sleeps || isLocked || !isInFront }

    /// - Parameter handler: called whenever the user has gone, or has come back.
    public init(_ connection: BusConnection, _ handler: @escaping @MainActor (Bool) -> Void) {
        self.connection = connection
        self.handler = handler
    }

    /// Begins to follow, and returns once what is true now is known.
    /// - Parameter identifier: the session's own name; nil for the one that this user sees.
    public func start(session identifier: String?) async {
        subscriptions = [
            connection.subscribe(
                sender: Self.name, path: Self.path, interface: Self.name + ".Manager", signal: "PrepareForSleep"
            ) { [weak self] signal in
                self?.change { $0.sleeps = signal.arguments.first?.asFlag ?? false }
            }
        ]
        let reply = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name + ".Manager", method: "GetSession",
            [.text(identifier ?? "auto")], signature: "s")
        guard let path = reply?.first?.asText else { return }
        for signal in ["Lock", "Unlock"] {
            subscriptions.append(
                connection.subscribe(sender: Self.name, path: path, interface: Self.session, signal: signal) {
                    [weak self] _ in self?.lockRequested(signal == "Lock", path)
                })
        }
        subscriptions.append(
            connection.subscribe(
                sender: Self.name, path: path, interface: Self.properties, signal: "PropertiesChanged"
            ) { [weak self] signal in
                guard signal.arguments.first?.asText == Self.session, let changed = signal.arguments.dropFirst().first
                else { return }
                self?.take(changed.asTable ?? [:])
            })
        await read(path)
    }

    /// To lock is only asked for by the signal; a locker that never says that it did so must not deafen JARVIS for ever.
    private func lockRequested(_ locks: Bool, _ path: String) {
        change { $0.isLocked = locks }
        guard locks else { return }
        check = LoopTimer.once(milliseconds: 30_000) { [weak self] in
            Task { await self?.read(path) }
        }
    }

    private func read(_ path: String) async {
        let values = try? await connection.properties(Self.session, of: Self.name, path: path)
        take(values ?? [:])
    }

    private func take(_ values: [String: BusValue]) {
        change { watch in
            if let isLocked = values["LockedHint"]?.asFlag { watch.isLocked = isLocked }
            if let isInFront = values["Active"]?.asFlag { watch.isInFront = isInFront }
        }
    }

    private func change(_ body: (LoginWatch) -> Void) {
        body(self)
        guard isAway != told else { return }
        told = isAway
        handler(isAway)
    }
}
