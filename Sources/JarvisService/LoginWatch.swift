// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the user is there and the computer awake, by the login manager (systemd-logind or elogind): screen lock, session
// switch, sleep, which waits for a moment until nothing would be lost. Where there is none, the user is there. Main thread
// only.

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
    private let sleep: Sleep?
    private var subscriptions: [BusSubscription] = []
    /// While it is open, the computer waits before it sleeps; nil where the login manager gives none.
    private var delay: BusDescriptor?
    /// Prepares for sleep and takes the next delay, one after another.
    private var work: Task<Void, Never>?
    private var isLocked = false
    private var isInFront = true
    private var told = false
    /// Looks whether the screen has been locked indeed.
    private var check: LoopTimer?

    /// What is done when the computer sleeps and wakes.
    public struct Sleep {
        var reason: String
        var prepare: @MainActor () async -> Void
        var wake: @MainActor () -> Void

        /// - Parameters:
        ///   - reason: why it waits before it sleeps, for those who list what delays it.
        ///   - prepare: called before it sleeps, which it does when this has returned, or after some seconds (five, unless
        ///     the system's administrator says otherwise).
        ///   - wake: called when it is awake again, also while `prepare` still goes on.
        public init(
            reason: String, prepare: @escaping @MainActor () async -> Void, wake: @escaping @MainActor () -> Void
        ) {
            self.reason = reason
            self.prepare = prepare
            self.wake = wake
        }
    }

    /// True while the screen is locked, or another session is in front.
    public var isAway: Bool { isLocked || !isInFront }

    /// True while the computer would wait for us before it sleeps.
    public var delaysSleep: Bool { delay != nil }

    /// - Parameters:
    ///   - sleep: nil: the computer sleeps without waiting.
    ///   - handler: called whenever the user has gone, or has come back.
    public init(_ connection: BusConnection, sleep: Sleep? = nil, _ handler: @escaping @MainActor (Bool) -> Void) {
        self.connection = connection
        self.sleep = sleep
        self.handler = handler
    }

    isolated deinit {
        work?.cancel()
    }

    /// Begins to follow, and returns once what is true now is known.
    /// - Parameter identifier: the session's own name; nil for the one that this user sees.
    public func start(session identifier: String?) async {
        subscriptions = [
            connection.subscribe(
                sender: Self.name, path: Self.path, interface: Self.name + ".Manager", signal: "PrepareForSleep"
            ) { [weak self] signal in
                self?.take(sleeps: signal.arguments.first?.asFlag ?? false)
            }
        ]
        await takeDelay()
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

    private func take(sleeps: Bool) {
        guard let sleep else { return }
        if !sleeps { sleep.wake() }
        let (earlier, prepare) = (work, sleep.prepare)
        work = Task { [weak self] in
            await earlier?.value
            guard !Task.isCancelled else { return }
            if sleeps {
                await prepare()
                // What waits for us goes on.
                self?.delay = nil
            } else {
                await self?.takeDelay()
            }
        }
    }

    private func takeDelay() async {
        guard let sleep else { return }
        delay = try? await connection.callForDescriptor(
            Self.name, path: Self.path, interface: Self.name + ".Manager", method: "Inhibit",
            [.text("sleep"), .text("JARVIS"), .text(sleep.reason), .text("delay")],
            signature: "ssss")
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
