// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders on disk: one small JSON document, replaced atomically on every change.

public import JarvisCore
public import JarvisPlatform

/// Stores pending reminders in one file that several processes may change:
///
///     {"format":"jarvis-reminders","version":1,"reminders":[
///       {"id":"…","kind":"timer","label":"tea","createdAt":1763706184000,"dueAt":1763706484000}]}
///
/// `Reminder+JSON.swift` documents the keys of a reminder. Its plan recalculates `dueAt` after the clock or time zone
/// has changed. Unknown keys and reminders of an unknown kind survive. A damaged file is renamed to
/// `<path>.damaged-<n>`, and its readable entries stay in use.
public actor JSONReminderStore: ReminderStore {
    private let executor: WorkerExecutor
    private nonisolated let document: EntryDocument
    private let clock: any WallClock

    /// Faults found in the file; empty if there are none.
    public nonisolated var notices: [Notice] { document.notices }

    /// - Parameters:
    ///   - path: Usually `<data>/reminders.json`.
    ///   - clock: Used to recalculate due times after a clock change.
    public init(path: String, system: FileSystem = FileSystem(), clock: any WallClock = SystemWallClock()) {
        self.clock = clock
        executor = WorkerExecutor(name: "reminders")
        document = EntryDocument(
            JSONDocumentFile(path: path, system: system), format: "jarvis-reminders",
            arrays: [
                EntryDocument.Entries(
                    key: "reminders", isReadable: Reminder.isReadable, isEntry: { Reminder(.object($0)) != nil })
            ], damaged: { .remindersDamaged(path: $0, reason: $1, keptAs: $2) })
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// All pending reminders, soonest first, with due times adjusted to the current clock and time zone.
    /// - Throws: `StoreFailure.damaged` if the file is unreadable and nothing could be salvaged from it.
    public func pending() async throws -> [Reminder] {
        guard let object = try document.load() else { return [] }
        let reminders = Self.entries(object).compactMap(Reminder.init)
        if reminders.isEmpty { try document.checkSalvaged(object) }
        let now = ClockReading(clock)
        return reminders.map { $0.planned(clock, at: now) }.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
    }

    /// Adds a reminder, replacing one with the same ID.
    public func add(_ reminder: Reminder) async throws {
        let now = ClockReading(clock)
        try change { entries in
            entries.removeAll { $0.asObject?["id"]?.asText == reminder.id }
            entries.append(.object(reminder.withPlan(clock, at: now).written(into: JSONObject())))
        }
    }

    /// Changes several reminders in one write. Skips unknown IDs and keeps unknown keys.
    /// - Parameter change: Returns the new reminder, or nil to remove it.
    public func update(_ ids: [String], _ change: @escaping @Sendable (Reminder) -> Reminder?) async throws {
        let ids = Set(ids)
        let now = ClockReading(clock)
        try self.change { entries in
            entries = entries.compactMap { entry in
                guard let object = entry.asObject, let kept = Reminder(entry), ids.contains(kept.id) else {
                    return entry
                }
                let reminder = kept.planned(clock, at: now)
                guard let changed = change(reminder) else { return nil }
                // An unchanged reminder keeps its plan, because the clock may be wrong only temporarily.
                guard changed != reminder || changed.plan == nil else { return entry }
                return .object(changed.withPlan(clock, at: now).written(into: object))
            }
        }
    }

    /// Removes reminders; skips unknown IDs.
    public func remove(_ ids: [String]) async throws {
        let ids = Set(ids)
        try change { entries in
            entries.removeAll { $0.asObject?["id"]?.asText.map(ids.contains) ?? false }
        }
    }

    /// Yields after each change of the file by any process, buffering at most one. Reports changes by this process even
    /// if the file cannot be watched.
    public nonisolated func changes() -> AsyncStream<Void> { document.watch.changes() }

    private func change(_ body: (inout [JSONValue]) -> Void) throws(StoreFailure) {
        try document.change { object in
            var entries = Self.entries(object)
            body(&entries)
            if entries != Self.entries(object) { object["reminders"] = .array(entries) }
        }
    }

    private static func entries(_ document: JSONObject) -> [JSONValue] {
        document["reminders"]?.asArray ?? []
    }
}
