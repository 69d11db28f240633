// SPDX-License-Identifier: GPL-3.0-or-later
// A document with arrays of the user's entries. If it is damaged, or an entry is unreadable, the file is set aside and
// its readable part stays in use, so nothing is lost silently.

import JarvisCore
import JarvisPlatform
import Synchronization

/// The document of a store. Safe to use from any thread.
final class EntryDocument: Sendable {
    /// An array of entries.
    struct Entries: Sendable {
        let key: String
        /// False for an entry that this version should be able to parse and cannot.
        let isReadable: @Sendable (JSONValue) -> Bool
        /// True for an object that belongs here, among those that a damaged file still contains.
        let isEntry: @Sendable (JSONObject) -> Bool
    }

    let file: JSONDocumentFile
    let watch: DocumentWatch
    private let format: String
    private let arrays: [Entries]
    private let damaged: @Sendable (_ path: String, _ reason: String, _ keptAs: String?) -> Notice
    private let found = Mutex<[Notice]>([])

    /// Marks a document that replaced a damaged one, until the next change.
    private static let damageKey = "damage"

    /// Faults found in the file; empty if there are none.
    var notices: [Notice] { found.withLock { $0 } }

    /// - Parameters:
    ///   - format: The value of the key `format`.
    ///   - damaged: Makes the notice for a damaged file.
    init(
        _ file: JSONDocumentFile, format: String, arrays: [Entries],
        damaged: @escaping @Sendable (_ path: String, _ reason: String, _ keptAs: String?) -> Notice
    ) {
        (self.file, self.format, self.arrays, self.damaged) = (file, format, arrays, damaged)
        watch = DocumentWatch(file)
    }

    /// The document; nil without a file. Repairs a damaged one.
    /// - Throws: `StoreFailure.damaged` if the file cannot be parsed and cannot be set aside either.
    func load() throws(StoreFailure) -> JSONObject? {
        // The file is replaced atomically, so it can be read without the lock, even on a read-only disk.
        var content = try file.load()
        if let reason = damage(of: content) {
            do {
                content = .document(try file.locked { () throws(StoreFailure) in try mended() })
                watch.hasChanged()
            } catch {
                // It cannot even be set aside, for example on a read-only disk.
                guard case .document = content else {
                    throw StoreFailure.damaged(path: file.path, reason: reason, keptAs: nil)
                }
                note(damaged(file.path, reason, nil))
            }
        }
        guard case .document(let document) = content else { return nil }
        noteDamage(document)
        return document
    }

    /// Throws if the document replaced a damaged one, for a caller that found no entries in it: an empty list would
    /// look as if there had never been any.
    func checkSalvaged(_ document: JSONObject) throws(StoreFailure) {
        guard let damage = document[Self.damageKey]?.asObject else { return }
        throw .damaged(path: file.path, reason: damage["reason"]?.asText ?? "", keptAs: damage["keptAs"]?.asText)
    }

    /// Changes the document atomically with respect to other processes, and reports the change to observers.
    func change<Result>(_ body: (inout JSONObject) -> Result) throws(StoreFailure) -> Result {
        let (result, isChanged) = try file.locked { () throws(StoreFailure) in
            var document = try mended()
            noteDamage(document)
            let before = document
            let result = body(&document)
            guard document != before else { return (result, false) }
            // From now on, an empty document means that there are no entries.
            document[Self.damageKey] = nil
            try file.save(document)
            return (result, true)
        }
        if isChanged { watch.hasChanged() }
        return result
    }

    /// The document, with a damaged file set aside and replaced by its readable part. Call with the file locked.
    private func mended() throws(StoreFailure) -> JSONObject {
        var saved: JSONObject = ["format": .text(format), "version": .integer(1)]
        let content = try file.load()
        switch content {
        case .absent: return saved
        case .document(let document):
            guard damage(of: content) != nil else { return document }
            saved = document
            for array in arrays where document[array.key] != nil {
                saved[array.key] = .array((document[array.key]?.asArray ?? []).filter(array.isReadable))
            }
        case .damaged:
            let objects = try file.salvagedObjects { object in arrays.contains { $0.isEntry(object) } }
            for array in arrays { saved[array.key] = .array(objects.filter(array.isEntry).map(JSONValue.object)) }
        }
        let reason = damage(of: content) ?? ""
        return try file.replaceDamaged(reason) { [saved] keptAs in
            var marked = saved
            marked[Self.damageKey] = .object(["reason": .text(reason), "keptAs": .text(keptAs)])
            return marked
        }.salvaged
    }

    /// Why the file must be set aside; nil if it and all its entries are readable.
    private func damage(of content: JSONDocumentFile.Content) -> String? {
        switch content {
        case .absent: nil
        case .damaged(let reason): reason
        case .document(let document): unreadableEntries(of: document)
        }
    }

    /// How many entries are unreadable, as a phrase for the user; nil if all are readable.
    private func unreadableEntries(of document: JSONObject) -> String? {
        // A later version may store entries differently.
        guard (document["version"]?.asInteger ?? 1) <= 1 else { return nil }
        // A value that should be an array but isn't counts as one unreadable entry.
        let count = arrays.reduce(0) { count, array in
            guard let value = document[array.key] else { return count }
            return count + (value.asArray.map { $0.count { !array.isReadable($0) } } ?? 1)
        }
        switch count {
        case 0: return nil
        case 1: return "one entry can't be read"
        default: return "\(count) entries can't be read"
        }
    }

    /// Reports damage that this or another process has repaired. The mark stays in the file until the next change.
    private func noteDamage(_ document: JSONObject) {
        guard let damage = document[Self.damageKey]?.asObject, let reason = damage["reason"]?.asText else { return }
        note(damaged(file.path, reason, damage["keptAs"]?.asText))
    }

    private func note(_ notice: Notice) {
        found.withLock { if !$0.contains(notice) { $0.append(notice) } }
    }
}
