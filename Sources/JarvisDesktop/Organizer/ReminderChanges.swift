// SPDX-License-Identifier: GPL-3.0-or-later
// What the window changes about timers, alarms and reminders. What was canceled or set to another time can be taken
// back, the last one first.

import JarvisCore

/// Changes what is pending, and takes that back for as long as the program runs, even when panes open and close meanwhile.
@MainActor
public final class ReminderChanges {
    /// Earlier ones are done for good.
    static let limit = 100

    /// What taking something back came to.
    enum Outcome: Equatable {
        case restored(Reminder)
        /// It would have rung by now, or has gone in another way.
        case tooLate(Reminder)
    }

    private struct Change {
        var before: Reminder
        var wasCanceled: Bool
        var since: Timestamp
    }

    private let store: any ReminderStore
    private let clock: any WallClock
    private var changes: [Change] = []

    init(_ store: any ReminderStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// When the newest change was made that can be taken back.
    var newest: Timestamp? { changes.last?.since }

    /// True when there is nothing to take back.
    var isEmpty: Bool { changes.isEmpty }

    /// Removes a reminder, also one that repeats.
    /// - Returns: whether that can be taken back; what rings once and rings already cannot come again.
    /// - Throws: `StoreFailure`; it is still there then.
    @discardableResult
    func cancel(_ reminder: Reminder) async throws -> Bool {
        try await store.remove([reminder.id])
        guard comesAgain(reminder) != nil else { return false }
        remember(Change(before: reminder, wasCanceled: true, since: clock.now()))
        return true
    }

    /// Lets a timer stand still.
    func pause(_ reminder: Reminder) async throws {
        let now = clock.now()
        try await store.update([reminder.id]) { $0.paused(at: now) }
    }

    /// Lets it go on with the time that it had left.
    func resume(_ reminder: Reminder) async throws {
        let now = clock.now()
        try await store.update([reminder.id]) { $0.resumed(at: now) }
    }

    /// Gives it another time.
    func change(_ reminder: Reminder, _ change: ReminderTimeText.Change) async throws {
        let (now, clock) = (clock.now(), clock)
        try await store.update([reminder.id]) { $0.changed(change, at: now, clock: clock) }
        remember(Change(before: reminder, wasCanceled: false, since: now))
    }

    /// Takes the last change back.
    /// - Returns: nil when there is none.
    /// - Throws: `StoreFailure`; it can be tried again then.
    func undo() async throws -> Outcome? {
        guard let last = changes.popLast() else { return nil }
        guard let before = comesAgain(last.before), last.wasCanceled || before == last.before.planned(clock) else {
            return .tooLate(last.before)
        }
        do {
            if last.wasCanceled {
                try await store.add(before)
            } else {
                guard try await store.pending().contains(where: { $0.id == before.id }) else {
                    return .tooLate(before)
                }
                try await store.update([before.id]) { _ in before }
            }
        } catch {
            remember(last)
            throw error
        }
        return .restored(before)
    }

    /// The reminder as it is now if it had been there all the time; nil when it would be over.
    private func comesAgain(_ reminder: Reminder) -> Reminder? {
        let now = clock.now()
        let reminder = reminder.planned(clock)
        return reminder.isPaused || reminder.dueAt > now ? reminder : reminder.next(after: now, clock: clock)
    }

    private func remember(_ change: Change) {
        changes.append(change)
        if changes.count > Self.limit { changes.removeFirst() }
    }
}
