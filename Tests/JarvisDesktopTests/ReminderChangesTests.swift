// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to reminders, and undoing them.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ReminderChangesTests {
    private let store: FakeReminderStore
    private let clock: FakeWallClock
    private let full = StoreFailure.diskFull(path: "/reminders")

    init() {
        clock = FakeWallClock()
        store = FakeReminderStore(clock: clock)
    }

    private func changes() -> ReminderChanges { ReminderChanges(store, clock: clock) }

    private func add(
        _ id: String, _ kind: Reminder.Kind = .timer, in seconds: Int64 = 600, _ recurrence: Recurrence? = nil
    ) async throws -> Reminder {
        let now = clock.now()
        let reminder = Reminder(
            id: id, kind: kind, label: id, createdAt: now, dueAt: now.advanced(by: .seconds(seconds)),
            recurrence: recurrence
        ).withPlan(clock, at: ClockReading(clock))
        try await store.add(reminder)
        return reminder
    }

    /// Undo compares it with the time of the last change by voice.
    @Test func theNewestChangeTimeIsTracked() async throws {
        let changes = changes()
        let tea = try await add("tea")
        #expect(changes.newest == nil)
        clock.advance(by: .seconds(5))
        try await changes.change(tea, .length(seconds: 900))
        #expect(changes.newest == clock.now())
        _ = try await changes.undo()
        #expect(changes.newest == nil)
    }

    @Test func theLastCancelledReminderIsRestoredFirst() async throws {
        let changes = changes()
        let (tea, pizza) = (try await add("tea"), try await add("pizza", in: 700))
        #expect(try await changes.cancel(tea))
        #expect(try await changes.cancel(pizza))
        #expect(store.all.isEmpty)
        #expect(try await changes.undo() == .restored(pizza))
        #expect(try await changes.undo() == .restored(tea))
        #expect(try await store.pending() == [tea, pizza])
        #expect(changes.isEmpty)
        #expect(try await changes.undo() == nil)
    }

    @Test func missedRemindersAreNotRestoredUnlessTheyRecur() async throws {
        let changes = changes()
        let tea = try await add("tea")
        let water = try await add("water", .reminder, in: 300, .every(seconds: 7200))
        try await changes.cancel(water)
        try await changes.cancel(tea)
        clock.advance(by: .seconds(700))
        #expect(try await changes.undo() == .tooLate(tea))
        guard case .restored(let again)? = try await changes.undo() else {
            Issue.record("what repeats comes again")
            return
        }
        #expect(again.dueAt == water.dueAt.advanced(by: .seconds(7200)))
        #expect(store.all.map(\.dueAt) == [again.dueAt])
    }

    @Test func ringingRemindersCannotBeCancelled() async throws {
        let changes = changes()
        let tea = try await add("tea", in: 0).ringing(since: clock.now())
        #expect(try await !changes.cancel(tea))
        #expect(changes.isEmpty)
    }

    @Test func resumingATimerKeepsItsRemainingTime() async throws {
        let changes = changes()
        let tea = try await add("tea")
        clock.advance(by: .seconds(100))
        try await changes.pause(tea)
        #expect(store.all.first?.remaining == .seconds(500))
        clock.advance(by: .seconds(1000))
        try await changes.resume(try #require(store.all.first))
        let resumed = try #require(store.all.first)
        #expect(!resumed.isPaused && resumed.dueAt == clock.now().advanced(by: .seconds(500)))
        #expect(resumed.dueAt.since(resumed.createdAt) == .seconds(600), "it is still a timer for ten minutes")
        #expect(changes.isEmpty, "its button takes that back")
    }

    @Test func undoRestoresTheOriginalTime() async throws {
        let changes = changes()
        let tea = try await add("tea")
        try await changes.change(tea, .length(seconds: 60))
        #expect(store.all.first?.dueAt == clock.now().advanced(by: .seconds(60)))
        #expect(try await changes.undo() == .restored(tea))
        #expect(store.all == [tea])
    }

    @Test func anAlarmGetsDaysOfTheWeekAndLosesThem() async throws {
        let changes = changes()
        let alarm = try await add("wake", .alarm)
        #expect(alarm.weekdays == [])
        let today = clock.local(clock.now()).weekday
        let tomorrow = today % 7 + 1
        try await changes.change(alarm, .weekly([tomorrow], minute: 7 * 60))
        let weekly = try #require(try await store.pending().first)
        #expect(weekly.recurrence == .weekdays([tomorrow], atMinute: 7 * 60) && weekly.weekdays == [tomorrow])
        #expect(clock.local(weekly.dueAt).weekday == tomorrow && clock.local(weekly.dueAt).hour == 7)
        try await changes.change(weekly, .weekly(Set(1...7), minute: 8 * 60))
        #expect(try await store.pending().first?.recurrence == .days(1, atMinute: 8 * 60))
        try await changes.change(weekly, .weekly([], minute: 8 * 60))
        #expect(try await store.pending().first?.recurrence == nil)
        let other = try await add("tablets", .alarm, in: 600, .every(seconds: 7200))
        #expect(other.weekdays == nil, "no days can stand for this")
    }

    @Test func undoDoesNotRestoreARemovedReminder() async throws {
        let changes = changes()
        let tea = try await add("tea")
        try await changes.change(tea, .length(seconds: 60))
        try await store.remove(["tea"])
        #expect(try await changes.undo() == .tooLate(tea))
        #expect(store.all.isEmpty)
    }

    @Test func failedCancellationsAreNotRecorded() async throws {
        let changes = changes()
        let tea = try await add("tea")
        store.refuseRemovals(full)
        await #expect(throws: full) { try await changes.cancel(tea) }
        #expect(changes.isEmpty && store.all == [tea])
    }
}
