// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications without a toolkit: org.freedesktop.Notifications over the session bus. Where no service shows them,
// nothing happens. Main thread only.

public import GioKit
import JarvisCore

/// What a notification says and offers.
public struct ServiceNotification: Hashable, Sendable {
    public var title: String
    public var body: String
    /// Keys and texts of buttons.
    public var actions: [String: String]
    /// It stays until it is taken back.
    public var isResident: Bool
    /// "device", "call.incoming" and the like, as the specification lists them.
    public var category: String

    public init(
        title: String, body: String = "", actions: [String: String] = [:], isResident: Bool = false,
        category: String
    ) {
        self.title = title
        self.body = body
        self.actions = actions
        self.isResident = isResident
        self.category = category
    }
}

/// Shows one notification at a time for each purpose, in the place of its predecessor.
@MainActor
public final class NotificationService {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let connection: BusConnection
    /// Where the identities of what is shown are kept, so that a later start can take back what a killed one has left.
    private let memory: (any NotificationMemory)?
    private var shown: [String: Int64] = [:]
    /// Whether the service reads markup in bodies, as it said when the last new notification was shown.
    private var readsMarkup = false
    /// What is wanted for a purpose and has not been shown yet; nil: that it is taken back.
    private var wanted: [String: ServiceNotification?] = [:]
    /// What is to be shown or taken back, in order.
    private var work: Task<Void, Never>?
    private var actions: BusSubscription?
    /// What each purpose's buttons do, by their keys.
    private var handlers: [String: @MainActor (String) -> Void] = [:]
    private var inhibition: BusSubscription?

    public init(_ connection: BusConnection, memory: (any NotificationMemory)? = nil) {
        self.connection = connection
        self.memory = memory
        actions = connection.subscribe(path: Self.path, interface: Self.name, signal: "ActionInvoked") {
            [weak self] signal in
            guard let self, let number = signal.arguments.first?.asInteger, let key = signal.arguments.last?.asText,
                let purpose = shown.first(where: { $0.value == number })?.key
            else { return }
            handlers[purpose]?(key)
        }
    }

    /// Calls `handler` with the key when a button of this purpose's notification is pressed.
    public func onAction(of purpose: String, _ handler: @escaping @MainActor (String) -> Void) {
        handlers[purpose] = handler
    }

    /// True while the user does not want to be disturbed, by what the service says of that; false where it says nothing.
    public func isInhibited() async -> Bool {
        await connection.property("Inhibited", Self.name, of: Self.name, path: Self.path)?.asFlag ?? false
    }

    /// Calls `handler` when that may have changed.
    public func onInhibitionChange(_ handler: @escaping @MainActor () -> Void) {
        inhibition = connection.subscribe(
            path: Self.path, interface: "org.freedesktop.DBus.Properties", signal: "PropertiesChanged"
        ) { signal in
            if signal.arguments.first?.asText == Self.name { handler() }
        }
    }

    /// True where a service for notifications answers; it is started where it can be.
    public func isThere(within limit: Duration = .seconds(5)) async -> Bool {
        let answer = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "GetServerInformation", within: limit)
        return answer != nil
    }

    /// Takes back what an earlier run of the program has left.
    public func removeStale() {
        guard let memory else { return }
        let stale = memory.load()
        queue { service in
            for number in stale { await service.close(number) }
            service.remember()
        }
    }

    /// Shows a notification for a purpose; nil takes it back.
    public func show(_ notification: ServiceNotification?, for purpose: String) {
        let isAwaited = wanted.updateValue(notification, forKey: purpose) != nil
        guard !isAwaited else { return }
        queue { service in
            guard let newest = service.wanted.removeValue(forKey: purpose) else { return }
            guard let notification = newest else {
                guard let number = service.shown.removeValue(forKey: purpose) else { return }
                await service.close(number)
                return service.remember()
            }
            let before = service.shown[purpose]
            service.shown[purpose] = await service.notify(notification, replacing: before ?? 0)
            if service.shown[purpose] != before { service.remember() }
        }
    }

    /// Returns once everything so far has been shown or taken back, or the time is over.
    public func settle(within limit: Duration = patience) async {
        guard let work else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task {
            await work.value
            end.finish()
        }
        let timer = LoopTimer.once(milliseconds: Int(limit / .milliseconds(1))) { end.finish() }
        for await _ in ends {}
        withExtendedLifetime(timer) {}
    }

    /// A service that does not answer may still show what it was sent: until it is known by its number, nothing else is
    /// sent, so that there is one at most that cannot be taken back.
    public static let patience = Duration.seconds(600)

    private func queue(_ next: @escaping @MainActor (NotificationService) async -> Void) {
        let earlier = work
        work = Task { [weak self] in
            await earlier?.value
            guard let self else { return }
            await next(self)
        }
    }

    private func notify(_ content: ServiceNotification, replacing number: Int64) async -> Int64? {
        var hints: [String: BusValue] = [
            "desktop-entry": .text(ProgramIdentity.name), "category": .text(content.category),
            "suppress-sound": .flag(true),
        ]
        if content.isResident { hints["resident"] = .flag(true) }
        // What is shown already is shown by the same service.
        if number == 0 { readsMarkup = await capabilities().contains("body-markup") }
        let body = readsMarkup ? Self.escaped(content.body) : content.body
        let buttons = content.actions.sorted { $0.key < $1.key }.flatMap { [BusValue.text($0.key), .text($0.value)] }
        let reply = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "Notify",
            [
                .text("JARVIS"), .integer(number), .text(ProgramIdentity.name), .text(content.title),
                .text(body), .list(buttons), .table(hints), .integer(content.isResident ? 0 : -1),
            ], signature: "susssasa{sv}i", within: Self.patience)
        return reply?.first?.asInteger
    }

    /// What the service can do, in the specification's words; nothing where it does not say so in time.
    private func capabilities() async -> [String] {
        let reply = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "GetCapabilities", within: .seconds(3))
        return reply?.first?.asList?.compactMap(\.asText) ?? []
    }

    /// A reminder to buy "bread & <something>" is shown as it was said.
    private static func escaped(_ text: String) -> String {
        let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
        return text.reduce(into: "") { $0 += entities[$1] ?? String($1) }
    }

    private func close(_ number: Int64) async {
        _ = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "CloseNotification", [.integer(number)],
            signature: "u", within: Self.patience)
    }

    private func remember() { memory?.save(shown.values.sorted()) }
}

/// Keeps which notifications are shown.
public protocol NotificationMemory: Sendable {
    func load() -> [Int64]
    func save(_ numbers: [Int64])
}
