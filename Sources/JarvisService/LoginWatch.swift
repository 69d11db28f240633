// SPDX-License-Identifier: GPL-3.0-or-later
// Reports screen lock, session switches and sleep, as announced by the login manager (systemd-logind or elogind).
// Delays sleep briefly so that no data is lost. Without a login manager, the user counts as present. Main thread only.

public import GioKit

/// Follows the program's session until released.
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
    /// Delays sleep while open; nil if the login manager doesn't grant it.
    private var delay: BusDescriptor?
    /// Prepares for sleep and takes the next delay, one after the other.
    private var work: Task<Void, Never>?
    private var isLocked = false
    private var isInFront = true
    private var told = false
    /// Checks whether the screen has really been locked.
    private var check: LoopTimer?

    /// What to do when the computer sleeps and wakes.
    public struct Sleep {
        var reason: String
        var prepare: @MainActor () async -> Void
        var wake: @MainActor () -> Void

        /// - Parameters:
        ///   - reason: Why sleep is delayed, for tools that list such delays.
        ///   - prepare: Called before sleep, which begins once this has returned or a time limit is reached (five
        ///     seconds unless the system's administrator changed it).
        ///   - wake: Called after waking, even if `prepare` is still running.
        public init(
            reason: String, prepare: @escaping @MainActor () async -> Void, wake: @escaping @MainActor () -> Void
        ) {
            self.reason = reason
            self.prepare = prepare
            self.wake = wake
        }
    }

    /// True while the screen is locked or another session is active.
    public var isAway: Bool { isLocked || !isInFront }

    /// True while this program can delay sleep.
    public var delaysSleep: Bool { delay != nil }

    /// - Parameters:
    ///   - sleep: Nil to let the computer sleep without waiting.
    ///   - handler: Called with `isAway` whenever the user has left or returned.
    public init(_ connection: BusConnection, sleep: Sleep? = nil, _ handler: @escaping @MainActor (Bool) -> Void) {
        self.connection = connection
        self.sleep = sleep
        self.handler = handler
    }

    isolated deinit {
        work?.cancel()
    }

    /// Starts following the session. Returns once the current state is known.
    /// - Parameter identifier: The session's ID; nil for the user's graphical session.
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

    /// Handles a lock request. Rereads the state later, because a locker that never reports it must not leave JARVIS
    /// deaf for ever.
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
                // Release the delay, so sleep continues.
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
