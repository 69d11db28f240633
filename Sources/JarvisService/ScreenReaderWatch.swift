// SPDX-License-Identifier: GPL-3.0-or-later
// Detects whether a screen reader runs: desktops set a flag for theirs, and one started by hand shows by the events
// that it listens for. Without an accessibility bus, there is none. Main thread only.

public import GioKit

/// Follows the desktop's screen reader until released.
@MainActor
public final class ScreenReaderWatch {
    private static let bus = "org.a11y.Bus"
    private static let busPath = "/org/a11y/bus"
    private static let status = "org.a11y.Status"
    private static let registry = "org.a11y.atspi.Registry"
    private static let registryPath = "/org/a11y/atspi/registry"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let daemon = "org.freedesktop.DBus"

    private let connection: BusConnection
    private let handler: @MainActor (Bool) -> Void
    private var subscriptions: [BusSubscription] = []
    private var accessibility: BusConnection?
    private var asking: Task<Void, Never>?
    private var isFlagged = false
    /// The programs that follow the keyboard focus, by their names on the accessibility bus.
    private var followers: Set<String> = []
    private var told = false

    /// True while a screen reader runs.
    public var isRunning: Bool { isFlagged || !followers.isEmpty }

    /// - Parameters:
    ///   - connection: The session bus.
    ///   - handler: Called with `isRunning` whenever it has changed; at first it is false.
    public init(_ connection: BusConnection, _ handler: @escaping @MainActor (Bool) -> Void) {
        self.connection = connection
        self.handler = handler
    }

    isolated deinit {
        asking?.cancel()
        accessibility?.close()
    }

    /// Starts following. Returns once the current state is known.
    public func start() async {
        subscriptions = [
            connection.subscribe(
                sender: Self.bus, path: Self.busPath, interface: Self.properties, signal: "PropertiesChanged"
            ) { [weak self] signal in
                guard let self, signal.arguments.first?.asText == Self.status, signal.arguments.count > 1 else {
                    return
                }
                take(flag: signal.arguments[1].asTable?["ScreenReaderEnabled"]?.asFlag)
            }
        ]
        let flag = await connection.property(
            "ScreenReaderEnabled", Self.status, of: Self.bus, path: Self.busPath)
        take(flag: flag?.asFlag)
        await followListeners()
    }

    private func take(flag: Bool?) {
        guard let flag else { return }
        change { isFlagged = flag }
    }

    /// Connects to the accessibility bus, whose registry knows who listens for which events.
    private func followListeners() async {
        let reply = try? await connection.call(
            Self.bus, path: Self.busPath, interface: Self.bus, method: "GetAddress")
        guard let address = reply?.first?.asText, !address.isEmpty,
            let accessibility = try? await BusConnection.open(address: address)
        else { return }
        self.accessibility = accessibility
        for signal in ["EventListenerRegistered", "EventListenerDeregistered"] {
            subscriptions.append(
                accessibility.subscribe(path: Self.registryPath, interface: Self.registry, signal: signal) {
                    [weak self] signal in
                    // A reader registers dozens of events, of which only these matter.
                    guard signal.arguments.contains(where: { Self.isOfFocus($0.asText ?? "") }) else { return }
                    self?.ask()
                })
        }
        subscriptions.append(
            accessibility.subscribe(sender: Self.daemon, interface: Self.daemon, signal: "NameOwnerChanged") {
                [weak self] signal in
                guard let self, let name = signal.arguments.first?.asText, followers.contains(name) else { return }
                change { followers.remove(name) }
            })
        await readListeners()
    }

    private func ask() {
        asking = Task { [asking, weak self] in
            await asking?.value
            guard !Task.isCancelled else { return }
            await self?.readListeners()
        }
    }

    private func readListeners() async {
        let reply = try? await accessibility?.call(
            Self.registry, path: Self.registryPath, interface: Self.registry, method: "GetRegisteredEvents")
        guard let events = reply?.first?.asList else { return }
        change {
            followers = Set(
                events.compactMap { event in
                    guard let pair = event.asList, pair.count > 1, Self.isOfFocus(pair[1].asText ?? "") else {
                        return nil
                    }
                    return pair[0].asText
                })
        }
    }

    /// True for events about the keyboard focus, which every screen reader and hardly any other program listens for.
    private static func isOfFocus(_ event: String) -> Bool { event.lowercased().contains("focus") }

    private func change(_ body: () -> Void) {
        body()
        guard isRunning != told else { return }
        told = isRunning
        handler(isRunning)
    }
}
