// SPDX-License-Identifier: GPL-3.0-or-later
// Shows notifications without a toolkit, through org.freedesktop.Notifications on the session bus. Without a
// notification service, nothing happens until one appears. Main thread only.

public import GioKit
import JarvisCore

/// Shows one notification at a time for each purpose; a new one replaces its predecessor.
///
/// A notification can go away in three ways. If JARVIS withdraws it, nothing follows. If the user dismisses it, the
/// handler of its purpose is called. Anything else isn't the user's response: it expired although it shouldn't, the
/// service restarted, another program closed it, or the service closed it after a button press. A resident notification
/// is then shown again.
@MainActor
public final class NotificationService {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// The reason that the specification calls "dismissed by the user".
    private static let dismissal: Int64 = 2

    /// A report by the service about a notification.
    private enum News {
        case invoked(String)
        case closed(reason: Int64)
    }

    /// The current and the wanted state of a purpose.
    private struct Entry {
        /// The notification to show; nil for none.
        var wanted: ServiceNotification?
        /// True if the service doesn't have `wanted` yet.
        var isNew = false
        /// The service's ID for the notification on the screen.
        var number: Int64?
        /// True while an update waits in the queue.
        var isQueued = false
        /// How many times the notification went away by itself.
        var lapses = 0
        var again: LoopTimer?
    }

    private let connection: BusConnection
    /// Stores the IDs of shown notifications, so the next start can withdraw those of a run that was killed.
    private let memory: (any NotificationMemory)?
    private let pause: Duration
    private let breath: Duration
    private var entries: [String: Entry] = [:]
    /// The service's unique name; nil without a service.
    private var owner: String?
    /// Counts the services so far. IDs of an earlier service may now belong to other programs' notifications.
    private var era = 0
    /// The service's capabilities; nil until it has reported them.
    private var capabilities: Set<String>?
    /// Pending changes, in order.
    private var work: Task<Void, Never>?
    private var isNotifying = false
    /// Reports for IDs that no entry has yet, in order.
    private var early: [(number: Int64, news: News)] = []
    /// IDs of notifications whose button was pressed a moment ago.
    private var pressed: Set<Int64> = []
    /// The purposes of notifications that were dismissed a moment ago, by ID: some services report the button
    /// afterwards.
    private var closing: [Int64: String] = [:]
    private var watch: NameWatch?
    private var signals: [BusSubscription] = []
    private var inhibition: BusSubscription?
    private var hasEnded = false
    /// The button handlers of each purpose, called with the button's key.
    private var actionHandlers: [String: @MainActor (String) -> Void] = [:]
    private var dismissalHandlers: [String: @MainActor () -> Void] = [:]

    /// - Parameters:
    ///   - pause: how long a notification that went away by itself stays away; doubles each time.
    ///   - breath: how long to wait for further reports that belong to one event.
    public init(
        _ connection: BusConnection, memory: (any NotificationMemory)? = nil, pause: Duration = .seconds(1),
        breath: Duration = .seconds(3)
    ) {
        self.connection = connection
        self.memory = memory
        self.pause = pause
        self.breath = breath
        signals = [
            signal("ActionInvoked") { service, number, value in
                if let key = value.asText { service.hear(.invoked(key), of: number) }
            },
            signal("NotificationClosed") { service, number, value in
                service.hear(.closed(reason: value.asInteger ?? 0), of: number)
            },
        ]
        watch = connection.watch(
            Self.name, appeared: { [weak self] in self?.serve($0) }, vanished: { [weak self] in self?.serve(nil) })
    }

    private func signal(
        _ name: String, _ handler: @escaping @MainActor (NotificationService, Int64, BusValue) -> Void
    ) -> BusSubscription {
        // Accepts the signal only from the service: any program can send it, and a button may open the microphone.
        connection.subscribe(sender: Self.name, path: Self.path, interface: Self.name, signal: name) {
            [weak self] signal in
            guard let self, signal.arguments.count == 2, let number = signal.arguments[0].asInteger else { return }
            handler(self, number, signal.arguments[1])
        }
    }

    /// Calls `handler` with the key when a button of this purpose's notification is pressed.
    public func onAction(of purpose: String, _ handler: @escaping @MainActor (String) -> Void) {
        actionHandlers[purpose] = handler
    }

    /// Calls `handler` when the user has dismissed this purpose's notification, which stays away until shown again.
    public func onDismissal(of purpose: String, _ handler: @escaping @MainActor () -> Void) {
        dismissalHandlers[purpose] = handler
    }

    /// True while the user doesn't want to be disturbed, as the service reports; false if it reports nothing.
    public func isInhibited() async -> Bool {
        await connection.property("Inhibited", Self.name, of: Self.name, path: Self.path)?.asFlag ?? false
    }

    /// Calls `handler` when the result of `isInhibited` may have changed.
    public func onInhibitionChange(_ handler: @escaping @MainActor () -> Void) {
        inhibition = connection.subscribe(
            sender: Self.name, path: Self.path, interface: "org.freedesktop.DBus.Properties",
            signal: "PropertiesChanged"
        ) { signal in
            if signal.arguments.first?.asText == Self.name { handler() }
        }
    }

    /// True if a notification service answers. Starts the service if possible.
    public func isThere(within limit: Duration = .seconds(5)) async -> Bool {
        let answer = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "GetServerInformation", within: limit)
        return answer != nil
    }

    /// Withdraws notifications left by an earlier run.
    public func removeStale() {
        guard let memory else { return }
        let stale = memory.load()
        queue { service in
            if !stale.numbers.isEmpty, let owner = await service.connection.owner(of: Self.name),
                stale.owner.isEmpty || stale.owner == owner
            {
                for number in stale.numbers { await service.close(number) }
            }
            service.remember()
        }
    }

    /// Shows a notification for a purpose; nil withdraws the current one.
    public func show(_ notification: ServiceNotification?, for purpose: String) {
        guard notification == nil || !hasEnded else { return }
        var entry = entries[purpose] ?? Entry()
        (entry.wanted, entry.isNew, entry.lapses, entry.again) = (notification, true, 0, nil)
        entries[purpose] = entry
        enqueue(purpose)
    }

    /// Withdraws all notifications for good. Returns when that is done or the time is up.
    public func end(within limit: Duration = .seconds(2)) async {
        hasEnded = true
        for purpose in entries.keys { show(nil, for: purpose) }
        await settle(within: limit)
    }

    /// Returns when all changes so far have been made, or the time is up.
    public func settle(within limit: Duration = patience) async {
        guard let work else { return }
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        Task {
            await work.value
            end.finish()
        }
        let timer = LoopTimer.once(milliseconds: Int(limit / .milliseconds(1))) { end.finish() }
        for await _ in ends {}
        withExtendedLifetime(timer) {}
    }

    /// How long the service may take to answer. A service that doesn't answer may still show the notification. Until
    /// its ID is known, nothing else is sent, so at most one notification can't be withdrawn.
    public static let patience = Duration.seconds(600)

    // MARK: Wanted state

    private func queue(_ next: @escaping @MainActor (NotificationService) async -> Void) {
        let earlier = work
        work = Task { [weak self] in
            await earlier?.value
            guard let self else { return }
            await next(self)
        }
    }

    private func enqueue(_ purpose: String) {
        guard entries[purpose]?.isQueued == false else { return }
        entries[purpose]?.isQueued = true
        queue { await $0.update(purpose) }
    }

    /// Sends the wanted state of a purpose to the service.
    private func update(_ purpose: String) async {
        entries[purpose]?.isQueued = false
        let (before, isNew) = (entries[purpose]?.number, entries[purpose]?.isNew == true)
        entries[purpose]?.isNew = false
        // If `notify` had to start the service, its appearance queued this entry again, although it is already shown.
        guard isNew || before == nil else { return }
        guard let wanted = entries[purpose]?.wanted else {
            guard let before else { return }
            entries[purpose]?.number = nil
            await close(before)
            return remember()
        }
        let era = era
        (isNotifying, early) = (true, [])
        let number = await notify(wanted, replacing: before ?? 0)
        isNotifying = false
        // The service that answered is gone, so its ID means nothing.
        guard era == self.era else {
            if owner != nil { enqueue(purpose) }
            return
        }
        entries[purpose]?.number = number
        if owner == nil { owner = await connection.owner(of: Self.name) }
        if number != before { remember() }
        let heard = early
        early = []
        for item in heard where item.number == number { hear(item.news, of: item.number) }
    }

    // MARK: Reports from the service

    /// Handles the appearance, end or replacement of the service.
    private func serve(_ owner: String?) {
        guard owner != self.owner else { return }
        if self.owner != nil {
            era += 1
            for purpose in entries.keys { entries[purpose]?.number = nil }
            capabilities = nil
            remember()
        }
        self.owner = owner
        guard owner != nil else { return }
        for (purpose, entry) in entries where entry.wanted != nil && entry.number == nil {
            if !closing.values.contains(purpose) { enqueue(purpose) }
        }
    }

    private func hear(_ news: News, of number: Int64) {
        guard let purpose = entries.first(where: { $0.value.number == number })?.key ?? closing[number] else {
            // The report is about another program's notification, or about one whose call is still in progress.
            if isNotifying { early.append((number, news)) }
            return
        }
        switch news {
        case .invoked(let key): invoked(key, number, purpose)
        case .closed(let reason): closed(number, reason, purpose)
        }
    }

    private func invoked(_ key: String, _ number: Int64, _ purpose: String) {
        pressed.insert(number)
        // If the service closes a notification after a button press, it reports both in quick succession.
        Task { [weak self] in
            await self?.awaitBreath()
            self?.pressed.remove(number)
        }
        actionHandlers[purpose]?(key)
    }

    private func closed(_ number: Int64, _ reason: Int64, _ purpose: String) {
        guard entries[purpose]?.number == number else { return }
        entries[purpose]?.number = nil
        remember()
        guard reason == Self.dismissal, !pressed.contains(number) else { return lapsed(purpose) }
        closing[number] = purpose
        Task { [weak self] in
            await self?.awaitBreath()
            guard let self else { return }
            closing[number] = nil
            if pressed.contains(number) { lapsed(purpose) } else { dismissed(purpose) }
        }
    }

    /// Returns once all reports that the service has sent so far have arrived: asks it something, and the answer comes
    /// last.
    private func awaitBreath() async {
        guard let owner else { return }
        _ = try? await connection.call(
            owner, path: Self.path, interface: Self.name, method: "GetServerInformation", within: breath)
    }

    /// True if the purpose has no notification on the screen or in the queue.
    private func isGone(_ purpose: String) -> Bool {
        entries[purpose]?.number == nil && entries[purpose]?.isQueued == false
    }

    private func dismissed(_ purpose: String) {
        if isGone(purpose) { entries[purpose]?.wanted = nil }
        dismissalHandlers[purpose]?()
    }

    private func lapsed(_ purpose: String) {
        guard isGone(purpose), var entry = entries[purpose], let wanted = entry.wanted else { return }
        if wanted.isResident {
            // Wait longer each time, in case the service closes everything at once.
            let wait = pause * (1 << min(entry.lapses, 5))
            entry.lapses += 1
            entry.again = LoopTimer.once(milliseconds: Int(wait / .milliseconds(1))) { [weak self] in
                self?.enqueue(purpose)
            }
        } else {
            entry.wanted = nil
        }
        entries[purpose] = entry
    }

    // MARK: Calls

    private func notify(_ content: ServiceNotification, replacing number: Int64) async -> Int64? {
        var hints: [String: BusValue] = [
            "desktop-entry": .text(ProgramIdentity.name), "category": .text(content.category),
            "suppress-sound": .flag(true), "urgency": .typed("y", .integer(content.urgency.rawValue)),
        ]
        if content.isResident { hints["resident"] = .flag(true) }
        let form = NotificationForm(content, for: await abilities())
        let reply = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "Notify",
            [
                .text("JARVIS"), .integer(number), .text(ProgramIdentity.name), .text(form.title),
                .text(form.body), .list(form.buttons.map { .text($0) }), .table(hints),
                .integer(form.expiresAfterMilliseconds),
            ], signature: "susssasa{sv}i", within: Self.patience)
        return reply?.first?.asInteger
    }

    /// The service's capabilities, in the specification's words; nil if it doesn't answer in time.
    private func abilities() async -> Set<String>? {
        if let capabilities { return capabilities }
        let era = era
        let reply = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "GetCapabilities", within: .seconds(3))
        guard let names = reply?.first?.asList?.compactMap(\.asText) else { return nil }
        if era == self.era { capabilities = Set(names) }
        return Set(names)
    }

    private func close(_ number: Int64) async {
        _ = try? await connection.call(
            Self.name, path: Self.path, interface: Self.name, method: "CloseNotification", [.integer(number)],
            signature: "u", within: Self.patience)
    }

    private func remember() {
        memory?.save(ShownNotifications(owner: owner ?? "", numbers: entries.values.compactMap(\.number).sorted()))
    }
}

/// The IDs of the notifications being shown, and the service that gave them; to another service, they mean other ones.
public struct ShownNotifications: Hashable, Sendable {
    /// The service's unique name; empty if unknown.
    public var owner: String
    public var numbers: [Int64]

    public init(owner: String = "", numbers: [Int64] = []) {
        self.owner = owner
        self.numbers = numbers
    }
}

/// Stores the IDs of the notifications being shown.
public protocol NotificationMemory: Sendable {
    func load() -> ShownNotifications
    func save(_ shown: ShownNotifications)
}
