// SPDX-License-Identifier: GPL-3.0-or-later
// Rings when a timer, alarm or reminder is due, tells of one that came due while JARVIS was not running, and keeps what
// becomes of them. The store says what rings, so that nothing is lost when the program ends in the middle of it.

import JarvisConversation
import JarvisCore

/// Watches the reminder store and reports what is due.
@MainActor
final class ReminderScheduler {
    /// The words for a reminder.
    struct Texts {
        var due: @Sendable (Reminder) -> String
        var missed: @Sendable (Reminder) -> String
    }

    /// What rings in this run of the program.
    private struct Ring {
        var dueAt: Timestamp
        /// The store knows that it rings.
        var isKept: Bool
        var isResumed: Bool
        /// When its sound began; until then it waits for a gap in the conversation.
        var soundedAt: Timestamp?
    }

    private let store: any ReminderStore
    private let wallClock: any WallClock
    private let clock: any Clock<Duration>
    private let texts: Texts
    private let report: @MainActor (AssistantEvent) -> Void
    /// Told when something stops to ring that was answered elsewhere, or whose time is over.
    var onEnd: (@MainActor ([String], RingOutcome) -> Void)?
    /// Looks at the store, one time after another, whenever there is a reason to.
    private var looking: Task<Void, Never>?
    /// Passes changes of the store on as reasons.
    private var watching: Task<Void, Never>?
    /// Gives a reason once the next reminder is due; there is one such timer at most.
    private var timer: Task<Void, Never>?
    private var reason: AsyncStream<Void>.Continuation?
    private var rings: [String: Ring] = [:]
    /// Those that were dealt with, by when they were due: a store that cannot be written still says that they ring.
    private var settled: [String: Timestamp] = [:]
    private var settling: Task<Void, Never>?
    private var told: Set<BannerMessage> = []

    init(
        store: any ReminderStore, wallClock: any WallClock, clock: any Clock<Duration>, texts: Texts,
        report: @escaping @MainActor (AssistantEvent) -> Void
    ) {
        self.store = store
        self.wallClock = wallClock
        self.clock = clock
        self.texts = texts
        self.report = report
    }

    func start() {
        guard looking == nil else { return }
        // One is enough, however many reasons there are.
        let (reasons, reason) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.reason = reason
        let changes = store.changes()
        watching = Task {
            for await _ in changes { reason.yield() }
        }
        reason.yield()
        looking = Task { [weak self] in
            for await _ in reasons {
                guard !Task.isCancelled else { return }
                await self?.look()
            }
        }
    }

    func stop() {
        for task in [looking, watching, timer] { task?.cancel() }
        (looking, watching, timer) = (nil, nil, nil)
    }

    /// The computer has slept: its wall clock has gone on without the timer.
    func lookAgain() { reason?.yield() }

    /// Returns once what became of the reminders so far is kept.
    func settle() async { await settling?.value }

    /// These are heard from now on: their time begins.
    func sounds(_ ids: [String]) {
        let now = wallClock.now()
        for id in ids where rings[id]?.soundedAt == nil { rings[id]?.soundedAt = now }
        reason?.yield()
    }

    /// Keeps what became of reminders that rang.
    func settle(_ ids: [String], _ outcome: RingOutcome) {
        for id in ids {
            if let ring = rings.removeValue(forKey: id) { settled[id] = ring.dueAt }
        }
        let (earlier, store, wallClock) = (settling, store, wallClock)
        settling = Task { [weak self] in
            await earlier?.value
            let now = wallClock.now()
            do {
                try await store.update(ids) { reminder in
                    switch outcome {
                    case .stopped, .unanswered: reminder.next(after: now, clock: wallClock)
                    case .snoozed(let delay): reminder.snoozed(for: delay, at: now)
                    }
                }
            } catch {
                self?.tell(error)
            }
        }
    }

    /// Wall clocks jump (suspend, time zones by hand), and disks fail for a moment: look again at least this often.
    private static let longestWait = Duration.seconds(60)
    /// What rang when the program ended rings at least this long at the next start.
    private static let leastResumed = Duration.seconds(30)

    /// Reports what is due and what rings no more, and sets the timer for the next change.
    private func look() async {
        timer?.cancel()
        let all: [Reminder]
        do {
            all = try await store.pending()
        } catch {
            // A look that was cancelled has failed at nothing.
            if !Task.isCancelled { tell(error) }
            return look(after: Self.longestWait)
        }
        for notice in await store.notices { tell(.notice(notice)) }
        report(.remindersChanged(all))
        let now = wallClock.now()
        endRings(all, now)
        let new = all.filter { !$0.isPaused && $0.dueAt <= now && rings[$0.id] == nil && settled[$0.id] != $0.dueAt }
        await miss(new.filter { now >= $0.dueAt.advanced(by: $0.ringLength) }, now)
        await begin(new.filter { now < $0.dueAt.advanced(by: $0.ringLength) }, now)
        let next = all.filter { !$0.isPaused && $0.dueAt > now }.map(\.dueAt) + rings.keys.compactMap { end($0, all) }
        if let next = next.min() { look(after: max(.milliseconds(1), min(next.since(now), Self.longestWait))) }
    }

    /// Those that were answered elsewhere, and those whose time is over.
    private func endRings(_ all: [Reminder], _ now: Timestamp) {
        let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        let gone = rings.filter { id, ring in
            guard let reminder = known[id] else { return true }
            return ring.isKept && !reminder.isRinging || reminder.dueAt != ring.dueAt
        }
        for id in gone.keys { rings[id] = nil }
        let over = rings.keys.filter { id in end(id, all).map { $0 <= now } ?? false }
        if !over.isEmpty { settle(over, .unanswered) }
        if !gone.isEmpty { onEnd?(Array(gone.keys), .stopped) }
        if !over.isEmpty { onEnd?(over, .unanswered) }
        if !gone.isEmpty || !over.isEmpty { report(.ringEnded(gone.keys + over)) }
        settled = settled.filter { known[$0.key]?.dueAt == $0.value }
    }

    private func end(_ id: String, _ all: [Reminder]) -> Timestamp? {
        guard let ring = rings[id], let sounded = ring.soundedAt, let reminder = all.first(where: { $0.id == id })
        else {
            return nil
        }
        guard ring.isResumed else { return sounded.advanced(by: reminder.ringLength) }
        return max(reminder.dueAt.advanced(by: reminder.ringLength), sounded.advanced(by: Self.leastResumed))
    }

    private func begin(_ due: [Reminder], _ now: Timestamp) async {
        guard !due.isEmpty else { return }
        // Kept before it is heard: whatever happens, it rings again at the next start, or is told.
        let isKept = (try? await store.update(due.map(\.id)) { $0.isRinging ? $0 : $0.ringing(since: now) }) != nil
        for reminder in due {
            rings[reminder.id] = Ring(dueAt: reminder.dueAt, isKept: isKept, isResumed: reminder.isRinging)
        }
        report(
            .remindersDue(
                due.map { RingingReminder($0, text: texts.due($0), isResumed: $0.isRinging) }))
    }

    private func miss(_ missed: [Reminder], _ now: Timestamp) async {
        guard !missed.isEmpty else { return }
        for reminder in missed { settled[reminder.id] = reminder.dueAt }
        // Kept before it is spoken: a crash while speaking must not tell it again at every start.
        try? await store.update(missed.map(\.id)) { [wallClock] in $0.next(after: now, clock: wallClock) }
        for reminder in missed { report(.announcement(texts.missed(reminder), kind: .reminder)) }
    }

    private func look(after delay: Duration) {
        guard !Task.isCancelled else { return }
        let wait = clock.sleeper(for: delay)
        timer = Task { [reason] in
            guard (try? await wait()) != nil else { return }
            reason?.yield()
        }
    }

    private func tell(_ error: any Error) {
        tell((error as? StoreFailure).map(BannerMessage.store) ?? .unexpected("\(error)"))
    }

    /// Once is enough.
    private func tell(_ message: BannerMessage) {
        if told.insert(message).inserted { report(.noticed(message)) }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Sleeps until `delay` from now on: the time until the sleeping task gets its turn counts.
    fileprivate func sleeper(for delay: Duration) -> @Sendable () async throws -> Void {
        let deadline = now.advanced(by: delay)
        return { try await self.sleep(until: deadline, tolerance: nil) }
    }
}
