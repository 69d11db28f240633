// SPDX-License-Identifier: GPL-3.0-or-later
// What one request changed in the user's files, with the previous values, so another process can undo it.

public import JarvisCore
import JarvisPlatform

/// The last undoable change, saved by a process that has since exited.
public struct KeptChange: Hashable, Sendable {
    /// A reminder before and after the change; `old` is nil if it was added, `new` if it was removed.
    public struct ChangedReminder: Hashable, Sendable {
        public var old: Reminder?
        public var new: Reminder?
    }

    /// A setting before and after.
    public struct ChangedSetting: Hashable, Sendable {
        public var key: String
        public var old: SettingValue
        public var new: SettingValue
    }

    /// Everything a request can change, captured at one moment.
    public struct Moment: Sendable {
        var reminders: [Reminder]
        var lists: [NamedList]
        var settings: Settings
        /// The newest notes, newest first.
        var notes: [MessageID]
        /// A request writes fewer notes than that.
        private static let noteLimit = 50

        /// Captures the current state. Treats unreadable stores as empty.
        public init(
            reminders: any ReminderStore, lists: (any ListStore)?, settings: any SettingsStore,
            history: any ConversationStore
        ) async {
            self.reminders = (try? await reminders.pending()) ?? []
            self.lists = (try? await lists?.lists()) ?? []
            self.settings = settings.current
            notes = ((try? await history.search("", kinds: [.note], limit: Self.noteLimit)) ?? []).map(\.id)
        }
    }

    public var at: Timestamp
    /// The request as typed; empty if it must not be stored.
    public var request: String
    public var reminders: [ChangedReminder] = []
    public var listsBefore: [NamedList] = []
    public var listsAfter: [NamedList] = []
    public var settings: [ChangedSetting] = []
    /// Notes written by the request.
    public var written: [MessageID] = []
    /// True if the request deleted messages. They are not kept: what is deleted is gone from the disk.
    public var hasErased = false

    /// The difference between two moments.
    /// - Parameter hasErased: True if messages were deleted in between.
    public init(at time: Timestamp, request: String, from old: Moment, to new: Moment, hasErased: Bool = false) {
        at = time
        self.request = request
        self.hasErased = hasErased
        let before = Dictionary(old.reminders.map { ($0.id, $0) }) { first, _ in first }
        let after = Dictionary(new.reminders.map { ($0.id, $0) }) { first, _ in first }
        for id in Set(before.keys).union(after.keys).sorted() where before[id] != after[id] {
            reminders.append(ChangedReminder(old: before[id], new: after[id]))
        }
        if old.lists != new.lists { (listsBefore, listsAfter) = (old.lists, new.lists) }
        for descriptor in SettingDescriptor.all {
            let (before, after) = (descriptor.get(old.settings), descriptor.get(new.settings))
            if before != after { settings.append(ChangedSetting(key: descriptor.key, old: before, new: after)) }
        }
        written = new.notes.filter { note in old.notes.first.map { $0 < note } ?? true }
        // Of a note's text there is one copy, in the history, and none if it was deleted.
        if !written.isEmpty || hasErased { self.request = "" }
    }

    /// True if there is nothing to undo. The request may still have had effects that cannot be undone.
    public var isEmpty: Bool {
        reminders.isEmpty && listsBefore == listsAfter && settings.isEmpty && written.isEmpty
    }
}

// MARK: On disk

extension KeptChange {
    static let version: Int64 = 1

    init?(_ object: JSONObject) {
        guard object["version"]?.asInteger == Self.version, let at = object["at"]?.asInteger else { return nil }
        self.at = Timestamp(millisecondsSinceEpoch: at)
        request = object["request"]?.asText ?? ""
        for value in object["reminders"]?.asArray ?? [] {
            guard let pair = value.asObject else { return nil }
            let changed = ChangedReminder(
                old: pair["old"].flatMap(Reminder.init), new: pair["new"].flatMap(Reminder.init))
            // Half a change would be undone wrongly, such as by removing what it should restore.
            guard (changed.old == nil) == (pair["old"] == nil), (changed.new == nil) == (pair["new"] == nil) else {
                return nil
            }
            reminders.append(changed)
        }
        listsBefore = object["before"]?.asObject.map { ListDocument.lists(of: $0) } ?? []
        listsAfter = object["after"]?.asObject.map { ListDocument.lists(of: $0) } ?? []
        for value in object["settings"]?.asArray ?? [] {
            guard let pair = value.asObject, let key = pair["key"]?.asText,
                let old = pair["old"].flatMap(SettingValue.init),
                let new = pair["new"].flatMap(SettingValue.init)
            else { return nil }
            settings.append(ChangedSetting(key: key, old: old, new: new))
        }
        written = (object["written"]?.asArray ?? []).compactMap { $0.asText.map(MessageID.init(rawValue:)) }
        hasErased = object["hasErased"]?.asFlag ?? false
    }

    var json: JSONObject {
        func lists(_ lists: [NamedList]) -> JSONValue {
            var document: JSONObject = [:]
            ListDocument.write(lists, into: &document)
            return .object(document)
        }
        var object: JSONObject = [
            "version": .integer(Self.version), "at": .integer(at.millisecondsSinceEpoch), "request": .text(request),
        ]
        object["reminders"] = .array(
            reminders.map { pair in
                var json: JSONObject = [:]
                json["old"] = pair.old.map { .object($0.written(into: [:])) }
                json["new"] = pair.new.map { .object($0.written(into: [:])) }
                return .object(json)
            })
        (object["before"], object["after"]) = (lists(listsBefore), lists(listsAfter))
        object["settings"] = .array(
            settings.map { .object(["key": .text($0.key), "old": $0.old.json, "new": $0.new.json]) })
        object["written"] = .array(written.map { .text($0.rawValue) })
        object["hasErased"] = .flag(hasErased)
        return object
    }
}

/// Stores the last change in a file for a few minutes, so the next process can undo it.
public struct UndoFile: Sendable {
    /// How long a change can be undone. After that, what "undo" refers to is unclear.
    public static let lifetime = Duration.seconds(600)
    /// In bytes. Larger changes are not stored.
    private static let sizeLimit = 1 << 20
    private let file: JSONDocumentFile

    /// - Parameter path: Usually `<data>/undo.json`.
    public init(path: String) { file = JSONDocumentFile(path: path) }

    /// The stored change; nil if there is none. Removes one that is expired or unreadable.
    @discardableResult
    public func load(now: Timestamp) -> KeptChange? {
        guard let content = try? file.load() else { return nil }
        if case .absent = content { return nil }
        if case .document(let object) = content, let change = KeptChange(object),
            (.zero...Self.lifetime).contains(now.since(change.at))
        {
            return change
        }
        remove()
        return nil
    }

    /// Replaces the stored change. If it exceeds the size limit, stores an empty one, which cannot be undone.
    public func save(_ change: KeptChange) throws(StoreFailure) {
        var document = change.json
        if JSONValue.object(document).indentedBytes.count > Self.sizeLimit {
            document = ["version": .integer(KeptChange.version), "at": .integer(change.at.millisecondsSinceEpoch)]
        }
        try file.locked { () throws(StoreFailure) in try file.save(document) }
    }

    /// Removes the stored change.
    public func remove() { try? file.erase() }
}
