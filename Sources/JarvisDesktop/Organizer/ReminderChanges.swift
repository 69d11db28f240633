// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that the user made to timers, alarms and reminders in the window. Cancelling and setting another time can be
// undone, the last one first.

import JarvisCore

/// Changes reminders, and can undo that until the program ends, even if panes open and close in between.
@MainActor
public final class ReminderChanges {
    /// The most changes that can be undone.
    static let limit = 100

    /// The result of undoing a change.
    enum Outcome: Equatable {
        case restored(Reminder)
        /// Nothing was undone: the reminder would have rung by now, or is gone for another reason.
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

    /// When the newest change that can be undone was made.
    var newest: Timestamp? { changes.last?.since }

    /// True when there is nothing to undo.
    var isEmpty: Bool { changes.isEmpty }

    /// Removes a reminder, even one that repeats.
    /// - Returns: true if that can be undone; a one-time reminder that is already ringing can't come back.
    /// - Throws: `StoreFailure`; the reminder is then still there.
    @discardableResult
    func cancel(_ reminder: Reminder) async throws -> Bool {
        try await store.remove([reminder.id])
        guard comesAgain(reminder) != nil else { return false }
        remember(Change(before: reminder, wasCanceled: true, since: clock.now()))
        return true
    }

    /// Pauses a timer.
    func pause(_ reminder: Reminder) async throws {
        let now = clock.now()
        try await store.update([reminder.id]) { $0.paused(at: now) }
    }

    /// Resumes a timer with the time it had left.
    func resume(_ reminder: Reminder) async throws {
        let now = clock.now()
        try await store.update([reminder.id]) { $0.resumed(at: now) }
    }

    /// Sets another time.
    func change(_ reminder: Reminder, _ change: ReminderTimeText.Change) async throws {
        let (now, clock) = (clock.now(), clock)
        try await store.update([reminder.id]) { $0.changed(change, at: now, clock: clock) }
        remember(Change(before: reminder, wasCanceled: false, since: now))
    }

    /// Undoes the last change.
    /// - Returns: nil if there is none.
    /// - Throws: `StoreFailure`; the call can be repeated.
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

    /// The reminder as it would be now if it had never been removed; nil if it would have rung for the last time.
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
