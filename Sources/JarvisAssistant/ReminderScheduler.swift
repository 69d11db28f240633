// SPDX-License-Identifier: GPL-3.0-or-later
// Rings when a timer, alarm or reminder is due, also one that came due while JARVIS was not running.

import JarvisCore

/// Watches the reminder store and reports what is due, in words.
@MainActor
final class ReminderScheduler {
    /// A reminder this late is announced as missed.
    private static let missedAfter = Duration.seconds(60)

    private let store: any ReminderStore
    private let wallClock: any WallClock
    private let clock: any Clock<Duration>
    private let text: @Sendable (Reminder) -> String
    private let announce: @MainActor (String) -> Void
    /// Looks at the store, one time after another, whenever there is a reason to.
    private var looking: Task<Void, Never>?
    /// Passes changes of the store on as reasons.
    private var watching: Task<Void, Never>?
    /// Gives a reason once the next reminder is due; there is one such timer at most.
    private var timer: Task<Void, Never>?
    /// Reminders that have rung but could not be removed yet.
    private var rung: Set<String> = []

    init(
        store: any ReminderStore, wallClock: any WallClock, clock: any Clock<Duration>,
        text: @escaping @Sendable (Reminder) -> String, announce: @escaping @MainActor (String) -> Void
    ) {
        self.store = store
        self.wallClock = wallClock
        self.clock = clock
        self.text = text
        self.announce = announce
    }

    func start() {
        guard looking == nil else { return }
        // One is enough, however many reasons there are.
        let (reasons, reason) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let changes = store.changes()
        watching = Task {
            for await _ in changes { reason.yield() }
        }
        reason.yield()
        looking = Task { [weak self] in
            for await _ in reasons {
                guard !Task.isCancelled else { return }
                await self?.ring(wake: reason)
            }
        }
    }

    func stop() {
        for task in [looking, watching, timer] { task?.cancel() }
        (looking, watching, timer) = (nil, nil, nil)
    }

    /// Wall clocks jump (suspend, time zones by hand), and disks fail for a moment: look again at least this often.
    private static let longestWait = Duration.seconds(60)

    /// Announces what is due and sets the timer for the next one. The start-up report of the store has told the user of
    /// one that cannot be read.
    private func ring(wake: AsyncStream<Void>.Continuation) async {
        timer?.cancel()
        guard let pending = try? await store.pending() else { return look(after: Self.longestWait, wake: wake) }
        rung.formIntersection(pending.map(\.id))
        let now = wallClock.now()
        let due = pending.filter { $0.dueAt <= now && !rung.contains($0.id) }
        if !due.isEmpty {
            rung.formUnion(due.map(\.id))
            // Removed before it is spoken: a crash while speaking must not ring it again at every start. A store that
            // cannot be written has said so at the start; it still rings, once.
            try? await store.remove(due.map(\.id))
            for reminder in due { announce(words(for: reminder, late: now.since(reminder.dueAt))) }
        }
        guard let next = pending.first(where: { $0.dueAt > now }) else { return }
        look(after: min(next.dueAt.since(now), Self.longestWait), wake: wake)
    }

    private func look(after delay: Duration, wake: AsyncStream<Void>.Continuation) {
        guard !Task.isCancelled else { return }
        timer = Task { [clock] in
            guard (try? await clock.sleep(for: delay)) != nil else { return }
            wake.yield()
        }
    }

    private func words(for reminder: Reminder, late: Duration) -> String {
        late > Self.missedAfter ? "While I was away: \(text(reminder))" : text(reminder)
    }
}
