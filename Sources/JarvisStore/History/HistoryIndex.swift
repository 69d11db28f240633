// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about the history file: where its messages are and which are deleted. The index covers the file from
// `start` to `end` and grows both ways: backwards as more of the file is read, forwards as lines are added.

import JarvisCore

/// The lazy line index of the history file.
struct HistoryIndex {
    /// The location of a message's line, without its newline.
    struct Entry: Hashable {
        var id: ULID
        var offset: Int
        var length: UInt32

        /// The line with its newline.
        var span: Range<Int> { offset..<(offset + Int(length) + 1) }
    }

    /// Identifies an index by reference, so a cache can detect that it was rebuilt.
    final class Lineage: Sendable {}

    let lineage = Lineage()
    private(set) var start: Int
    private(set) var end: Int
    /// Spans of damaged lines, with their newlines; unordered.
    private(set) var damaged: [Range<Int>] = []
    /// Spans of `delete` and `restore` records, with their newlines.
    private(set) var controls: [Range<Int>] = []
    /// Further lines with the ID of a known message, which don't count; unordered.
    private(set) var repeated: [Entry] = []
    /// Spans of lines from later versions, with their newlines; unordered.
    private(set) var foreign: [Range<Int>] = []
    /// Entries read backwards, newest first, and entries read forwards, oldest first. Both arrays grow at their ends.
    private var older: [Entry] = []
    private var newer: [Entry] = []
    /// The latest state of every message that was ever deleted.
    private var isDeletedByID: [ULID: Bool] = [:]
    /// All IDs, once the file has turned out not to be in ascending order.
    private var identities: Set<ULID>?

    init(at offset: Int = 0) {
        start = offset
        end = offset
    }

    /// True if the index covers the file from its start.
    var isComplete: Bool { start == 0 }
    /// True if IDs rise from line to line, as they do unless the file was edited by hand.
    var isOrdered: Bool { identities == nil }
    var count: Int { older.count + newer.count }
    var first: Entry? { older.last ?? newer.first }
    var last: Entry? { newer.last ?? older.first }

    /// The entries from the oldest (0) to the newest.
    subscript(position: Int) -> Entry {
        position < older.count ? older[older.count - 1 - position] : newer[position - older.count]
    }

    func isDeleted(_ id: ULID) -> Bool {
        isDeletedByID[id] ?? false
    }

    /// The IDs of all messages that are deleted according to the indexed lines.
    var deleted: Set<ULID> { Set(isDeletedByID.filter(\.value).keys) }

    /// In an ordered file, the position of the first entry not before `id`; otherwise the position of `id` itself.
    /// Returns `count` if there is none.
    func position(of id: ULID) -> Int {
        guard isOrdered else { return (0..<count).first { self[$0].id == id } ?? count }
        return (0..<count).partitioningIndex { self[$0].id >= id }
    }

    /// The indexed entry of this message, deleted or not; nil if there is none.
    func entry(_ id: ULID) -> Entry? {
        let position = position(of: id)
        return position < count && self[position].id == id ? self[position] : nil
    }

    /// The spans of all wanted messages with their newlines, including repeated lines.
    func spans(where isWanted: (ULID) -> Bool) -> [Range<Int>] {
        ((0..<count).map { self[$0] } + repeated).filter { isWanted($0.id) }.map(\.span)
    }

    /// The indexed entries that are not deleted, oldest first.
    var visible: [Entry] {
        (0..<count).map { self[$0] }.filter { !isDeleted($0.id) }
    }

    /// True if the index would contain this message if the file did.
    func covers(_ id: ULID) -> Bool {
        isComplete || first.map { $0.id <= id } ?? false
    }

    /// True if this index reaches back further than `id` (nil: if it has any entry).
    func reachesBelow(_ id: ULID?) -> Bool {
        guard let id else { return isComplete || first != nil }
        return isComplete || first.map { $0.id < id } ?? false
    }

    // MARK: Growing

    /// Adds the line right before `start`; `span` includes its newline.
    mutating func prepend(_ record: HistoryRecord?, at span: Range<Int>, length: Int) {
        start = span.lowerBound
        switch record {
        case .message(_, let id):
            let entry = Entry(id: id, offset: span.lowerBound, length: UInt32(length))
            if isNew(id, orderedBy: { $0 < $1 }, end: first) { older.append(entry) } else { repeated.append(entry) }
        case .delete(let ids), .restore(let ids):
            controls.append(span)
            // Later lines are indexed already and take precedence, including a message written after its deletion.
            for id in ids where isDeletedByID[id] == nil && !has(id) { isDeletedByID[id] = record?.isDeletion }
        case nil: damaged.append(span)
        case .unknown: foreign.append(span)
        case .header: break
        }
    }

    /// Adds the line right after `end`.
    /// - Returns: False if it is a message that is already indexed.
    @discardableResult
    mutating func append(_ record: HistoryRecord?, at span: Range<Int>, length: Int) -> Bool {
        end = span.upperBound
        switch record {
        case .message(_, let id):
            let entry = Entry(id: id, offset: span.lowerBound, length: UInt32(length))
            if isDeletedByID[id] != nil { isDeletedByID[id] = false }
            guard isNew(id, orderedBy: { $0 > $1 }, end: last) else {
                repeated.append(entry)
                return false
            }
            newer.append(entry)
        case .delete(let ids), .restore(let ids):
            controls.append(span)
            for id in ids { isDeletedByID[id] = record?.isDeletion }
        case nil: damaged.append(span)
        case .unknown: foreign.append(span)
        case .header: break
        }
        return true
    }

    private func has(_ id: ULID) -> Bool {
        identities?.contains(id) ?? (entry(id) != nil)
    }

    /// Extends the covered range over an empty line.
    mutating func skip(_ span: Range<Int>) {
        start = min(start, span.lowerBound)
        end = max(end, span.upperBound)
    }

    private mutating func isNew(_ id: ULID, orderedBy isInOrder: (ULID, ULID) -> Bool, end: Entry?) -> Bool {
        if identities == nil {
            guard let end, !isInOrder(id, end.id) else { return true }
            identities = Set(older.map(\.id)).union(newer.map(\.id))
        }
        return identities?.insert(id).inserted ?? true
    }
}

extension HistoryRecord {
    fileprivate var isDeletion: Bool {
        if case .delete = self { true } else { false }
    }
}
