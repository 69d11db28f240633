// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications without a toolkit: org.freedesktop.Notifications over the session bus. Where no service shows them,
// nothing happens until one comes. Main thread only.

public import GioKit
import JarvisCore

/// Shows one notification at a time for each purpose, in the place of its predecessor.
///
/// A notification goes in one of three ways. JARVIS takes it back: nothing follows. The user dismisses it: its purpose is
/// told. Everything else (it expired although it should not, the service was restarted, another program closed it, the
/// service closes what a button was pressed on) is not an answer of the user: what is resident is shown again.
@MainActor
public final class NotificationService {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// What the specification calls "dismissed by the user".
    private static let dismissal: Int64 = 2

    /// What the service tells of a notification.
    private enum News {
        case invoked(String)
        case closed(reason: Int64)
    }

    /// What one purpose shows, or is to show.
    private struct Entry {
        /// nil: it is taken back.
        var wanted: ServiceNotification?
        /// The service was not told of that yet.
        var isNew = false
        /// What the service calls what is on the screen.
        var number: Int64?
        /// It waits in the queue.
        var isQueued = false
        /// How often it went by itself.
        var lapses = 0
        var again: LoopTimer?
    }

    private let connection: BusConnection
    /// Where the identities of what is shown are kept, so that a later start can take back what a killed one has left.
    private let memory: (any NotificationMemory)?
    private let pause: Duration
    private let breath: Duration
    private var entries: [String: Entry] = [:]
    /// The service's unique name; nil: there is none.
    private var owner: String?
    /// Counts services: numbers of an earlier one name other programs' notifications by now.
    private var era = 0
    /// What the service can do; nil: it has not said so yet.
    private var capabilities: Set<String>?
    /// What is to be shown or taken back, in order.
    private var work: Task<Void, Never>?
    private var isNotifying = false
    /// What was told of numbers before they were known here, in order.
    private var early: [(number: Int64, news: News)] = []
    /// Numbers whose button was pressed a moment ago.
    private var pressed: Set<Int64> = []
    /// Numbers that were dismissed a moment ago: some services tell of the button afterwards.
    private var closing: [Int64: String] = [:]
    private var watch: NameWatch?
    private var signals: [BusSubscription] = []
    private var inhibition: BusSubscription?
    private var hasEnded = false
    /// What each purpose's buttons do, by their keys.
    private var actionHandlers: [String: @MainActor (String) -> Void] = [:]
    private var dismissalHandlers: [String: @MainActor () -> Void] = [:]

    /// - Parameters:
    ///   - pause: how long what has gone by itself stays away; twice as long after each further time.
    ///   - breath: how long the service may take to say what it has told together.
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
        // From the service alone: any program can send a signal of this name, and a button may open the microphone.
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

    /// Calls `handler` when the user dismisses this purpose's notification; by then it is gone, and stays away until it is
    /// shown the next time.
    public func onDismissal(of purpose: String, _ handler: @escaping @MainActor () -> Void) {
        dismissalHandlers[purpose] = handler
    }

    /// True while the user does not want to be disturbed, by what the service says of that; false where it says nothing.
    public func isInhibited() async -> Bool {
        await connection.property("Inhibited", Self.name, of: Self.name, path: Self.path)?.asFlag ?? false
    }

    /// Calls `handler` when that may have changed.
    public func onInhibitionChange(_ handler: @escaping @MainActor () -> Void) {
        inhibition = connection.subscribe(
            sender: Self.name, path: Self.path, interface: "org.freedesktop.DBus.Properties",
            signal: "PropertiesChanged"
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
            if !stale.numbers.isEmpty, let owner = await service.connection.owner(of: Self.name),
                stale.owner.isEmpty || stale.owner == owner
            {
                for number in stale.numbers { await service.close(number) }
            }
            service.remember()
        }
    }

    /// Shows a notification for a purpose; nil takes it back.
    public func show(_ notification: ServiceNotification?, for purpose: String) {
        guard notification == nil || !hasEnded else { return }
        var entry = entries[purpose] ?? Entry()
        (entry.wanted, entry.isNew, entry.lapses, entry.again) = (notification, true, 0, nil)
        entries[purpose] = entry
        enqueue(purpose)
    }

    /// Takes everything back, and returns once that is done or the time is over; nothing is shown any more.
    public func end(within limit: Duration = .seconds(2)) async {
        hasEnded = true
        for purpose in entries.keys { show(nil, for: purpose) }
        await settle(within: limit)
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

    // MARK: What is wanted

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

    /// Brings the screen in line with what is wanted.
    private func update(_ purpose: String) async {
        entries[purpose]?.isQueued = false
        let (before, isNew) = (entries[purpose]?.number, entries[purpose]?.isNew == true)
        entries[purpose]?.isNew = false
        // A service that was started by the call itself comes while the call is on its way.
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
        // The service that has answered is gone.
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

    // MARK: What the service tells

    /// The service has come, gone or been replaced.
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
            // Another program's, or what is on its way.
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
        // A service that closes what a button was pressed on says so in the same breath.
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

    /// Returns once everything that the service has told until now has come.
    private func awaitBreath() async {
        guard let owner else { return }
        _ = try? await connection.call(
            owner, path: Self.path, interface: Self.name, method: "GetServerInformation", within: breath)
    }

    /// True when nothing is on the screen for this purpose, or about to be.
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
            // A service that closes everything at once is not asked without end.
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

    /// What the service can do, in the specification's words; nil where it does not say so in time.
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

/// Which notifications are shown, and by whom: another service's numbers mean other notifications.
public struct ShownNotifications: Hashable, Sendable {
    /// The unique name of the service; empty where it is not known.
    public var owner: String
    public var numbers: [Int64]

    public init(owner: String = "", numbers: [Int64] = []) {
        self.owner = owner
        self.numbers = numbers
    }
}

/// Keeps which notifications are shown.
public protocol NotificationMemory: Sendable {
    func load() -> ShownNotifications
    func save(_ shown: ShownNotifications)
}
