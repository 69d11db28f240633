// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders on disk: one small JSON document, replaced atomically at every change.

public import JarvisCore
public import JarvisPlatform

/// Keeps what is due in one file that several processes may change:
///
///     {"format":"jarvis-reminders","version":1,"reminders":[
///       {"id":"…","kind":"timer","label":"tea","createdAt":1763706184000,"dueAt":1763706484000}]}
///
/// Unknown keys and reminders of an unknown kind survive. A damaged file is renamed to `<path>.damaged-<n>`.
public actor JSONReminderStore: ReminderStore {
    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private nonisolated let watch: ReminderWatch
    /// The faults of the file; empty when it has none.
    public private(set) var notices: [Notice] = []

    /// - Parameter path: usually `<data>/reminders.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        executor = WorkerExecutor(name: "reminders")
        file = JSONDocumentFile(path: path, system: system)
        watch = ReminderWatch(file)
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// All that are pending, soonest first.
    public func pending() async throws -> [Reminder] {
        // Replaced atomically, the file can be read without the lock, on a read-only disk too.
        let document = try load(settingAside: false)
        return Self.entries(document).compactMap(Reminder.init).sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
    }

    /// Adds a reminder, in place of one with the same identity.
    public func add(_ reminder: Reminder) async throws {
        try change { entries in
            entries.removeAll { $0.asObject?["id"]?.asText == reminder.id }
            entries.append(reminder.json)
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
            var document = try load(settingAside: true)
            let before = Self.entries(document)
            var entries = before
            body(&entries)
            guard entries != before else { return }
            document["reminders"] = .array(entries)
            try file.save(document)
        }
        watch.hasChanged()
    }

    private func load(settingAside: Bool) throws(StoreFailure) -> JSONObject {
        switch try file.load() {
        case .document(let document): return document
        case .absent: break
        case .damaged(let reason):
            let keptAs = settingAside ? try file.setAside() : nil
            let notice = Notice.remindersDamaged(path: file.path, reason: reason, keptAs: keptAs)
            if !notices.contains(notice) { notices.append(notice) }
        }
        return ["format": .text("jarvis-reminders"), "version": .integer(1)]
    }

    private static func entries(_ document: JSONObject) -> [JSONValue] {
        document["reminders"]?.asArray ?? []
    }
}

extension Reminder {
    fileprivate init?(_ json: JSONValue) {
        guard let object = json.asObject, let id = object["id"]?.asText,
            let kind = object["kind"]?.asText.flatMap(Kind.init), let created = object["createdAt"]?.asInteger,
            let due = object["dueAt"]?.asInteger
        else { return nil }
        self.init(
            id: id, kind: kind, label: object["label"]?.asText ?? "",
            createdAt: Timestamp(millisecondsSinceEpoch: created), dueAt: Timestamp(millisecondsSinceEpoch: due))
    }

    fileprivate var json: JSONValue {
        .object([
            "id": .text(id), "kind": .text(kind.rawValue), "label": .text(label),
            "createdAt": .integer(createdAt.millisecondsSinceEpoch), "dueAt": .integer(dueAt.millisecondsSinceEpoch),
        ])
    }
}
