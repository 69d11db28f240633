// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders on disk: one small JSON document, replaced atomically at every change.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Keeps what is due in one file that several processes may change:
///
///     {"format":"jarvis-reminders","version":1,"reminders":[
///       {"id":"…","kind":"timer","label":"tea","createdAt":1763706184000,"dueAt":1763706484000}]}
///
/// `Reminder+JSON.swift` has the keys of a reminder, with its plan, by which `dueAt` is found again when the clock or the
/// time zone has been changed since. Unknown keys and reminders of an unknown kind survive. A damaged file
/// is renamed to `<path>.damaged-<n>`, and what can be read of it is kept.
public actor JSONReminderStore: ReminderStore {
    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let clock: any WallClock
    private nonisolated let watch: ReminderWatch
    private let found = Mutex<[Notice]>([])

    /// The faults of the file; empty when it has none.
    public nonisolated var notices: [Notice] { found.withLock { $0 } }

    /// - Parameters:
    ///   - path: usually `<data>/reminders.json`.
    ///   - clock: by which times are found again when clocks have been changed.
    public init(path: String, system: FileSystem = FileSystem(), clock: any WallClock = SystemWallClock()) {
        self.clock = clock
        executor = WorkerExecutor(name: "reminders")
        file = JSONDocumentFile(path: path, system: system)
        watch = ReminderWatch(file)
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// All that are pending, as the clocks stand now, soonest first.
    /// - Throws: `StoreFailure.damaged` when the file could not be read and nothing of it could be saved either.
    public func pending() async throws -> [Reminder] {
        // Replaced atomically, the file can be read without the lock, on a read-only disk too.
        var content = try file.load()
        if case .damaged(let reason) = content {
            do {
                content = .document(try file.locked { () throws(StoreFailure) in try mended() })
            } catch {
                // It cannot even be set aside.
                throw StoreFailure.damaged(path: file.path, reason: reason, keptAs: nil)
            }
            watch.hasChanged()
        }
        guard case .document(let document) = content else { return [] }
        noteDamage(document)
        let reminders = Self.entries(document).compactMap(Reminder.init)
        if reminders.isEmpty, let damage = document[Self.damageKey]?.asObject {
            throw StoreFailure.damaged(
                path: file.path, reason: damage["reason"]?.asText ?? "", keptAs: damage["keptAs"]?.asText)
        }
        let now = ClockReading(clock)
        return reminders.map { $0.planned(clock, at: now) }.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
    }

    /// Adds a reminder, in place of one with the same identity.
    public func add(_ reminder: Reminder) async throws {
        let now = ClockReading(clock)
        try change { entries in
            entries.removeAll { $0.asObject?["id"]?.asText == reminder.id }
            entries.append(.object(reminder.withPlan(clock, at: now).written(into: JSONObject())))
        }
    }

    /// Changes reminders, all at once; those that are not there are skipped, and what is not known of one survives.
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
                // What stays as it is keeps its plan: the clock may be wrong only for a while.
                guard changed != reminder || changed.plan == nil else { return entry }
                return .object(changed.withPlan(clock, at: now).written(into: object))
            }
        }
    }

    /// Removes reminders; those that are not there are skipped.
    public func remove(_ ids: [String]) async throws {
        let ids = Set(ids)
        try change { entries in
            entries.removeAll { $0.asObject?["id"]?.asText.map(ids.contains) ?? false }
        }
    }

    /// Yields whenever the file has changed, by this or another process; at most one waits. Changes of this process are
    /// told even where files cannot be watched.
    public nonisolated func changes() -> AsyncStream<Void> { watch.changes() }

    private func change(_ body: (inout [JSONValue]) -> Void) throws(StoreFailure) {
        try file.locked { () throws(StoreFailure) in
            var document = try mended()
            noteDamage(document)
            let before = Self.entries(document)
            var entries = before
            body(&entries)
            guard entries != before else { return }
            document["reminders"] = .array(entries)
            // From now on an empty file says that there are none.
            document[Self.damageKey] = nil
            try file.save(document)
        }
        watch.hasChanged()
    }

    /// The document of the locked file; one that is damaged is set aside, and replaced by what can be read of it.
    private func mended() throws(StoreFailure) -> JSONObject {
        let empty: JSONObject = ["format": .text("jarvis-reminders"), "version": .integer(1)]
        switch try file.load() {
        case .document(let document): return document
        case .absent: return empty
        case .damaged(let reason):
            let saved = try file.salvagedObjects { Reminder(.object($0)) != nil }
            return try file.replaceDamaged(reason) { keptAs in
                var document = empty
                document["reminders"] = .array(saved.map(JSONValue.object))
                document[Self.damageKey] = .object(["reason": .text(reason), "keptAs": .text(keptAs)])
                return document
            }.salvaged
        }
    }

    /// The process that changes something next reports the damage, even if another process found it first.
    private func noteDamage(_ document: JSONObject) {
        guard let damage = document[Self.damageKey]?.asObject, let reason = damage["reason"]?.asText else { return }
        let notice = Notice.remindersDamaged(path: file.path, reason: reason, keptAs: damage["keptAs"]?.asText)
        found.withLock { if !$0.contains(notice) { $0.append(notice) } }
    }

    /// Says that a damaged file was in this one's place, until something changes.
    private static let damageKey = "damage"

    private static func entries(_ document: JSONObject) -> [JSONValue] {
        document["reminders"]?.asArray ?? []
    }
}
