// SPDX-License-Identifier: GPL-3.0-or-later
// In-memory reminders.

public import JarvisCore
import Synchronization

/// Reminders without a file.
public final class FakeReminderStore: ReminderStore {
    private struct State {
        var reminders: [Reminder] = []
        var removalFailure: StoreFailure?
        var readingFailure: StoreFailure?
        var refusesCancelledTasks = false
        var isReadingHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let observers = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

    private let clock: any WallClock

    /// - Parameter clock: The clock of the program under test.
    public init(clock: any WallClock = FakeWallClock()) {
        self.clock = clock
    }

    /// All reminders, with due times by the current clock.
    public var all: [Reminder] { state.withLock { $0.reminders }.map { $0.planned(clock) } }

    public func pending() async throws -> [Reminder] {
        // Like a slow disk: cancelled tasks get their result no sooner.
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isReadingHeld { state.held.append(continuation) }
                return !state.isReadingHeld
            }
            if goesOn { continuation.resume() }
        }
        if let failure = state.withLock({ $0.readingFailure }) { throw failure }
        if state.withLock({ $0.refusesCancelledTasks }) { try Task.checkCancellation() }
        return all.sorted { $0.dueAt < $1.dueAt }
    }

    /// Makes later reads in cancelled tasks throw.
    public func refuseCancelledTasks() { state.withLock { $0.refusesCancelledTasks = true } }

    /// While true, reads wait.
    public var isReadingHeld: Bool {
        get { state.withLock { $0.isReadingHeld } }
        set {
            let released = state.withLock { state in
                state.isReadingHeld = newValue
                guard !newValue else { return [CheckedContinuation<Void, Never>]() }
                defer { state.held = [] }
                return state.held
            }
            for continuation in released { continuation.resume() }
        }
    }

    /// The number of waiting reads.
    public var heldReaderCount: Int { state.withLock { $0.held.count } }

    public func add(_ reminder: Reminder) async throws {
        let now = ClockReading(clock)
        change { [clock] in $0.append(reminder.withPlan(clock, at: now)) }
    }

    /// Makes every later read fail.
    public func refuseReading(_ failure: StoreFailure) { state.withLock { $0.readingFailure = failure } }

    /// Makes every later removal fail; nil ends that.
    public func refuseRemovals(_ failure: StoreFailure?) { state.withLock { $0.removalFailure = failure } }

    public func remove(_ ids: [String]) async throws {
        if let failure = state.withLock({ $0.removalFailure }) { throw failure }
        change { $0.removeAll { ids.contains($0.id) } }
    }

    public func update(_ ids: [String], _ change: @escaping @Sendable (Reminder) -> Reminder?) async throws {
        if let failure = state.withLock({ $0.removalFailure }) { throw failure }
        let now = ClockReading(clock)
        self.change { [clock] reminders in
            reminders = reminders.compactMap { kept in
                guard ids.contains(kept.id) else { return kept }
                let reminder = kept.planned(clock, at: now)
                guard let changed = change(reminder) else { return nil }
                return changed == reminder && changed.plan != nil ? kept : changed.withPlan(clock, at: now)
            }
        }
    }

    public func changes() -> AsyncStream<Void> {
        observers.stream()
    }

    private func change(_ apply: (inout [Reminder]) -> Void) {
        state.withLock { state in
            apply(&state.reminders)
            observers.send()
        }
    }
}
