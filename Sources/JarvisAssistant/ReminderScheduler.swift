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
        var missed: @Sendable (Reminder, MissedReason) -> String
    }

    /// What rings in this run of the program.
    private struct Ring {
        var occurrence: Reminder.Occurrence
        /// The store knows that it rings.
        var isKept: Bool
        var isResumed: Bool
        /// When its sound began; until then it waits for a gap in the conversation.
        var soundedAt: ClockReading?
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
    private var settled: [String: Reminder.Occurrence] = [:]
    /// What was to be kept of how the clocks stood; once is enough for a store that cannot be written.
    private var keptPlans: [String: Timestamp] = [:]
    private var lastLook: ClockReading?
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

    /// The computer has slept, the clock was set, or there is another time zone: what is due is found again.
    func lookAgain() { reason?.yield() }

    /// Returns once what became of the reminders so far is kept.
    func settle() async { await settling?.value }

    /// These are heard from now on: their time begins.
    func sounds(_ ids: [String]) {
        let now = ClockReading(wallClock)
        for id in ids where rings[id]?.soundedAt == nil { rings[id]?.soundedAt = now }
        reason?.yield()
    }

    /// Keeps what became of reminders that rang.
    func settle(_ ids: [String], _ outcome: RingOutcome) {
        for id in ids {
            if let ring = rings.removeValue(forKey: id) { settled[id] = ring.occurrence }
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

    /// Clocks and time zones may change without a word, and disks fail for a moment: look again at least this often.
    private static let longestWait = Duration.seconds(60)
    /// What rang when the program ended rings at least this long at the next start.
    private static let leastResumed = Duration.seconds(30)

    /// Reports what is due and what rings no more, and sets the timer for the next change.
    func look() async {
        timer?.cancel()
        let all: [Reminder]
        do {
            all = try await store.pending()
        } catch {
            // A look that was cancelled has failed at nothing.
            if !Task.isCancelled { tell(error) }
            return look(after: Self.longestWait, clock.sleepsFromNow())
        }
        for notice in await store.notices { tell(.notice(notice)) }
        report(.remindersChanged(all))
        let wait = clock.sleepsFromNow()
        let reading = ClockReading(wallClock)
        let now = reading.instant
        // They ring under their plan.
        if await keepPlans(of: all) {
            reason?.yield()
            return
        }
        let cause = MissedReason(since: lastLook, now: reading)
        lastLook = reading
        endRings(all, reading)
        let new = all.filter { reminder in
            !reminder.isPaused && reminder.dueAt <= now && rings[reminder.id] == nil
                && settled[reminder.id] != reminder.occurrence
        }
        await miss(new.filter { now >= $0.dueAt.advanced(by: $0.ringLength) }, now, cause)
        await begin(new.filter { now < $0.dueAt.advanced(by: $0.ringLength) }, now)
        let next =
            all.filter { !$0.isPaused && $0.dueAt > now }.map(\.dueAt)
            + rings.keys.compactMap { end($0, all, reading) }
        if let next = next.min() { look(after: max(.milliseconds(1), min(next.since(now), Self.longestWait)), wait) }
    }

    /// Those of older programs have no plan yet, and those that follow their rule since the clock was set back need another.
    /// - Returns: true where something was written.
    private func keepPlans(of all: [Reminder]) async -> Bool {
        let new = all.filter { $0.plan == nil && !$0.isPaused && keptPlans[$0.id] != $0.dueAt }
        keptPlans = keptPlans.filter { id, _ in all.contains { $0.id == id } }
        for reminder in new { keptPlans[reminder.id] = reminder.dueAt }
        guard !new.isEmpty else { return false }
        return (try? await store.update(new.map(\.id)) { $0 }) != nil
    }

    /// Those that were answered elsewhere, and those whose time is over.
    private func endRings(_ all: [Reminder], _ reading: ClockReading) {
        let now = reading.instant
        let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        let gone = rings.filter { id, ring in
            guard let reminder = known[id] else { return true }
            return ring.isKept && !reminder.isRinging || reminder.occurrence != ring.occurrence
        }
        for id in gone.keys { rings[id] = nil }
        let over = rings.keys.filter { id in end(id, all, reading).map { $0 <= now } ?? false }
        if !over.isEmpty { settle(over, .unanswered) }
        if !gone.isEmpty { onEnd?(Array(gone.keys), .stopped) }
        if !over.isEmpty { onEnd?(over, .unanswered) }
        if !gone.isEmpty || !over.isEmpty { report(.ringEnded(gone.keys + over)) }
        settled = settled.filter { known[$0.key]?.occurrence == $0.value }
    }

    private func end(_ id: String, _ all: [Reminder], _ now: ClockReading) -> Timestamp? {
        guard let ring = rings[id], let began = ring.soundedAt, let reminder = all.first(where: { $0.id == id })
        else {
            return nil
        }
        // However the clock was set meanwhile.
        let sounded = now.instant.advanced(by: .zero - now.elapsed(since: began))
        guard ring.isResumed else { return sounded.advanced(by: reminder.ringLength) }
        return max(reminder.dueAt.advanced(by: reminder.ringLength), sounded.advanced(by: Self.leastResumed))
    }

    private func begin(_ due: [Reminder], _ now: Timestamp) async {
        guard !due.isEmpty else { return }
        // Kept before it is heard: whatever happens, it rings again at the next start, or is told.
        let isKept = (try? await store.update(due.map(\.id)) { $0.isRinging ? $0 : $0.ringing(since: now) }) != nil
        for reminder in due {
            rings[reminder.id] = Ring(
                occurrence: reminder.occurrence, isKept: isKept, isResumed: reminder.isRinging)
        }
        report(
            .remindersDue(
                due.map { RingingReminder($0, text: texts.due($0), isResumed: $0.isRinging) }))
    }

    private func miss(_ missed: [Reminder], _ now: Timestamp, _ reason: MissedReason) async {
        guard !missed.isEmpty else { return }
        for reminder in missed { settled[reminder.id] = reminder.occurrence }
        // Kept before it is spoken: a crash while speaking must not tell it again at every start.
        try? await store.update(missed.map(\.id)) { [wallClock] in $0.next(after: now, clock: wallClock) }
        for reminder in missed { report(.announcement(texts.missed(reminder, reason), kind: .reminder)) }
    }

    private func look(after delay: Duration, _ wait: @escaping SleepFromThen) {
        guard !Task.isCancelled else { return }
        timer = Task { [reason] in
            guard (try? await wait(delay)) != nil else { return }
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
