// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the history file: where its messages lie and which are deleted. It covers the file from `start` to
// `end` and grows both ways: backwards as far as it is read, forwards as lines are added.

/// The lazy line index of the history file.
struct HistoryIndex {
    /// Where a message's line lies, without its newline.
    struct Entry: Hashable {
        var id: ULID
        var offset: Int
        var length: UInt32

        /// The line with its newline.
        var span: Range<Int> { offset..<(offset + Int(length) + 1) }
    }

    /// Tells a rebuilt index from the one before.
    final class Lineage: Sendable {}

    let lineage = Lineage()
    private(set) var start: Int
    private(set) var end: Int
    /// Lines that could not be read, with their newlines; in no order.
    private(set) var damaged: [Range<Int>] = []
    /// Lines that delete and restore, with their newlines.
    private(set) var controls: [Range<Int>] = []
    /// Messages that are there already, on other lines: these do not count. In no order.
    private(set) var repeated: [Entry] = []
    /// Lines of later versions, with their newlines; in no order.
    private(set) var foreign: [Range<Int>] = []
    /// Entries found by reading backwards, newest first, and then those found by reading forwards, oldest first: both
    /// grow at their ends.
    private var older: [Entry] = []
    private var newer: [Entry] = []
    /// The last word about messages that were ever deleted.
    private var isDeletedByID: [ULID: Bool] = [:]
    /// All identities, once the file has turned out not to rise from line to line.
    private var identities: Set<ULID>?

    init(at offset: Int = 0) {
        start = offset
        end = offset
    }

    /// True when the file is covered from its start.
    var isComplete: Bool { start == 0 }
    /// True when identities rise from line to line, as they do unless the file was edited by hand.
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

    /// All that are deleted, as far as the lines are known.
    var deleted: Set<ULID> { Set(isDeletedByID.filter(\.value).keys) }

    /// The place of the first entry that is not before `id` (`count` when all are), for ordered files; the place of
    /// `id` itself or `count` for others.
    func position(of id: ULID) -> Int {
        guard isOrdered else { return (0..<count).first { self[$0].id == id } ?? count }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The covered entry of this message, deleted or not.
    func entry(_ id: ULID) -> Entry? {
        let position = position(of: id)
        return position < count && self[position].id == id ? self[position] : nil
    }

    /// The lines of all messages for which `isWanted` is true, with their newlines, also of those that are there twice.
    func spans(where isWanted: (ULID) -> Bool) -> [Range<Int>] {
        ((0..<count).map { self[$0] } + repeated).filter { isWanted($0.id) }.map(\.span)
    }

    /// The covered entries that are not deleted, oldest first.
    var visible: [Entry] {
        (0..<count).map { self[$0] }.filter { !isDeleted($0.id) }
    }

    /// True when a message of this identity would have been found, had it been there.
    func covers(_ id: ULID) -> Bool {
        isComplete || first.map { $0.id <= id } ?? false
    }

    /// True when this index covers something older than `id` (nil: anything).
    func reachesBelow(_ id: ULID?) -> Bool {
        guard let id else { return isComplete || first != nil }
        return isComplete || first.map { $0.id < id } ?? false
    }

    // MARK: Growing

    /// Takes in the line right before `start`; `span` includes its newline.
    mutating func prepend(_ record: HistoryRecord?, at span: Range<Int>, length: Int) {
        start = span.lowerBound
        switch record {
        case .message(_, let id):
            let entry = Entry(id: id, offset: span.lowerBound, length: UInt32(length))
            if isNew(id, orderedBy: { $0 < $1 }, end: first) { older.append(entry) } else { repeated.append(entry) }
        case .delete(let ids), .restore(let ids):
            controls.append(span)
            // Later lines, which are known already, have the last word: also a message that stands after its deletion.
            for id in ids where isDeletedByID[id] == nil && !has(id) { isDeletedByID[id] = record?.isDeletion }
        case nil: damaged.append(span)
        case .unknown: foreign.append(span)
        case .header: break
        }
    }

    /// Takes in the line right after `end`.
    /// - Returns: false when it is a message that is there already.
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

    /// Passes over an empty line.
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
