// SPDX-License-Identifier: GPL-3.0-or-later
// Rings due timers, alarms and reminders, announces missed ones, and stores their outcome. The store records which ones
// ring, so nothing is lost if the program ends in between.

import JarvisConversation
import JarvisCore

/// Watches the reminder store and reports due reminders.
@MainActor
final class ReminderScheduler {
    /// Words reminders for speech.
    struct Texts {
        var due: @Sendable (Reminder) -> String
        var missed: @Sendable (Reminder, MissedReason) -> String
    }

    /// A reminder that rings in this run of the program.
    private struct Ring {
        var occurrence: Reminder.Occurrence
        /// True if the store records that it rings.
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
    /// Called when reminders stop ringing because they were answered elsewhere or timed out.
    var onEnd: (@MainActor ([String], RingOutcome) -> Void)?
    /// Checks the store whenever there is a reason to, one check at a time.
    private var looking: Task<Void, Never>?
    /// Triggers a check on each change of the store.
    private var watching: Task<Void, Never>?
    /// Triggers a check when the next reminder is due. There is at most one such timer.
    private var timer: Task<Void, Never>?
    private var reason: AsyncStream<Void>.Continuation?
    private var rings: [String: Ring] = [:]
    /// Reminders already handled, by occurrence: a store that can't be written still lists them as ringing.
    private var settled: [String: Reminder.Occurrence] = [:]
    /// Outcomes that could not be stored; each check tries again.
    private var unkept: [String: Fate] = [:]
    /// The due time for which storing a plan has been tried, by reminder: once is enough if the store can't be written.
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
        // One pending check is enough, however many reasons there are.
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

    /// Checks the reminders again, because the computer has slept, the clock was set, or the time zone changed.
    func lookAgain() { reason?.yield() }

    /// Returns once all outcomes so far are stored.
    func settle() async { await settling?.value }

    /// Starts the ringing time of reminders that can now be heard.
    func sounds(_ ids: [String]) {
        let now = ClockReading(wallClock)
        for id in ids where rings[id]?.soundedAt == nil { rings[id]?.soundedAt = now }
        reason?.yield()
    }

    /// Stores the outcome of reminders that rang.
    func settle(_ ids: [String], _ outcome: RingOutcome) {
        for id in ids {
            if let ring = rings.removeValue(forKey: id) { settled[id] = ring.occurrence }
        }
        let earlier = settling
        settling = Task {
            await earlier?.value
            await keep(ids, Fate(outcome: outcome, time: wallClock.now()))
        }
    }

    /// The outcome of a reminder, and its time.
    private struct Fate {
        var outcome: RingOutcome
        var time: Timestamp
    }

    private func keep(_ ids: [String], _ fate: Fate) async {
        for id in ids { unkept[id] = nil }
        do {
            try await store.update(ids) { [wallClock] reminder in
                switch fate.outcome {
                case .stopped, .unanswered: reminder.next(after: fate.time, clock: wallClock)
                case .snoozed(let delay): reminder.snoozed(for: delay, at: fate.time)
                }
            }
        } catch {
            for id in ids { unkept[id] = fate }
            tell(error)
        }
    }

    /// Tries again to store outcomes, since a full disk may have room now. Skips reminders that have changed since.
    private func keepAgain() async {
        for (id, fate) in unkept where settled[id] != nil { await keep([id], fate) }
        unkept = unkept.filter { settled[$0.key] != nil }
    }

    /// Clocks and time zones may change without notice, and disks fail for a moment, so check at least this often.
    private static let longestWait = Duration.seconds(60)
    /// The minimum ringing time of reminders that were ringing when the program ended, at the next start.
    private static let leastResumed = Duration.seconds(30)

    /// Reports due reminders and those that have stopped ringing, and sets the timer for the next change.
    func look() async {
        timer?.cancel()
        let all: [Reminder]
        do {
            all = try await store.pending()
        } catch {
            // A cancelled check is not a failure.
            if !Task.isCancelled { tell(error) }
            return look(after: Self.longestWait, clock.sleepsFromNow())
        }
        for notice in await store.notices { tell(.notice(notice)) }
        report(.remindersChanged(all))
        let wait = clock.sleepsFromNow()
        let reading = ClockReading(wallClock)
        let now = reading.instant
        // Reminders ring by their plan, so check again once it is stored.
        if await keepPlans(of: all) {
            reason?.yield()
            return
        }
        let cause = MissedReason(since: lastLook, now: reading)
        lastLook = reading
        endRings(all, reading)
        await keepAgain()
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

    /// Stores plans for reminders without one: those from older versions, and those that follow their rule after the
    /// clock was set back.
    /// - Returns: True if anything was written.
    private func keepPlans(of all: [Reminder]) async -> Bool {
        let new = all.filter { $0.plan == nil && !$0.isPaused && keptPlans[$0.id] != $0.dueAt }
        keptPlans = keptPlans.filter { id, _ in all.contains { $0.id == id } }
        for reminder in new { keptPlans[reminder.id] = reminder.dueAt }
        guard !new.isEmpty else { return false }
        return await isStored { try await $0.update(new.map(\.id)) { $0 } }
    }

    /// Applies a change to the store, and reports its failure.
    private func isStored(_ change: (any ReminderStore) async throws -> Void) async -> Bool {
        do {
            try await change(store)
            return true
        } catch {
            tell(error)
            return false
        }
    }

    /// Ends the ringing of reminders that were answered elsewhere or timed out.
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
        // Elapsed time is independent of any change to the clock.
        let sounded = now.instant.advanced(by: .zero - now.elapsed(since: began))
        guard ring.isResumed else { return sounded.advanced(by: reminder.ringLength) }
        return max(reminder.dueAt.advanced(by: reminder.ringLength), sounded.advanced(by: Self.leastResumed))
    }

    private func begin(_ due: [Reminder], _ now: Timestamp) async {
        guard !due.isEmpty else { return }
        // Store it before it sounds: whatever happens, the next start rings or announces it again.
        let isKept = await isStored {
            try await $0.update(due.map(\.id)) { $0.isRinging ? $0 : $0.ringing(since: now) }
        }
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
        // Store it before it is spoken: a crash while speaking must not announce it again at every start.
        await keep(missed.map(\.id), Fate(outcome: .unanswered, time: now))
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

    /// Reports a failure once.
    private func tell(_ message: BannerMessage) {
        if told.insert(message).inserted { report(.noticed(message)) }
    }
}
