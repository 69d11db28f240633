// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the history in order of time, and the edits that a change of messages causes. A new page of a long
// history takes time for its own messages only, not for everything loaded.

import JarvisCore
import JarvisDesktopKit

/// A change of the list.
enum RowEdit: Equatable {
    case splice(at: Int, removing: Int, inserting: [HistoryEntry])
    /// The row at this position stays, with other content.
    case update(at: Int, HistoryEntry)
}

/// The rows by position, oldest first.
struct HistoryRows {
    /// The rows newest first, so earlier pages can be appended.
    private var stored: [HistoryEntry] = []
    /// The number of rows, counted from the newest, that are still being spoken.
    private var liveCount = 0
    private var caption: TimeCaption
    private var words: [[UInt8]] = []
    /// Pending reminders, by the reply that announced them.
    var reminders: [MessageID: [Reminder]] = [:]

    init(_ caption: TimeCaption) {
        self.caption = caption
    }

    var count: Int { stored.count }
    /// The number of rows with stored messages.
    var savedCount: Int { stored.count - liveCount }
    var oldest: Message? { liveCount < stored.count ? stored.last?.message : nil }

    subscript(position: Int) -> HistoryEntry { stored[stored.count - 1 - position] }

    /// The position of a message's row, found by binary search: identities sort by time.
    func position(of id: MessageID) -> Int? {
        let position = insertion(of: id)
        if position < savedCount, self[position].id == id { return position }
        return (savedCount..<count).first { self[$0].id == id }
    }

    /// Replaces all messages; unchanged rows at both ends stay.
    mutating func reset(_ messages: [Message], words: [[UInt8]], _ caption: TimeCaption) -> [RowEdit] {
        self.caption = caption
        self.words = words
        let old = stored
        stored = []
        stored.reserveCapacity(messages.count)
        liveCount = 0
        var previous: Timestamp?
        var new: [HistoryEntry] = []
        for message in messages {
            new.append(make(message, after: previous))
            previous = message.createdAt
        }
        stored = new.reversed()
        return Self.difference(from: old, to: stored)
    }

    /// Updates the names of the days, unless the day hasn't changed.
    mutating func renew(_ caption: TimeCaption) -> [RowEdit] {
        guard !self.caption.isUpToDate(with: caption) else { return [] }
        self.caption = caption
        return (0..<count).flatMap { followUp($0) }
    }

    /// Adds a page of messages older than all others.
    mutating func prepend(_ page: [Message]) -> [RowEdit] { replace(0..<0, with: page) }

    /// Inserts messages in order; updates those that already have a row.
    mutating func insert(_ messages: [Message]) -> [RowEdit] {
        messages.flatMap { message -> [RowEdit] in
            let position = insertion(of: message.id)
            if position < savedCount, self[position].id == message.id { return set(position, message) }
            if position == savedCount, liveCount > 0, self[position].message.isSameLine(as: message) {
                // The row that showed the line while it was spoken now shows the stored message.
                liveCount -= 1
                return set(position, message)
            }
            return replace(position..<position, with: [message])
        }
    }

    mutating func remove(_ ids: some Sequence<MessageID>) -> [RowEdit] {
        ids.flatMap { id -> [RowEdit] in
            guard let position = position(of: id) else { return [] }
            return replace(position..<(position + 1), with: [])
        }
    }

    /// Shows the turn being spoken after all stored messages.
    mutating func setLive(_ all: [Message]) -> [RowEdit] {
        var edits: [RowEdit] = []
        let messages = all.filter { !hasKept($0) }
        let shared = zip(messages, savedCount..<count).prefix { self[$1].message.isSameLine(as: $0) }
        for (message, position) in shared where self[position].message != message { edits += set(position, message) }
        let start = savedCount + shared.count
        let rest = Array(messages.dropFirst(shared.count))
        guard start < count || !rest.isEmpty else { return edits }
        edits += replace(start..<count, with: rest, areLive: true)
        return edits
    }

    /// True if one of the newest stored rows is the stored version of a live line.
    private func hasKept(_ line: Message) -> Bool {
        (max(0, savedCount - Self.memory)..<savedCount).contains { self[$0].message.isSameLine(as: line) }
    }

    /// How many of the newest rows may hold the stored version of a live line; little else is stored during a turn.
    private static let memory = 16

    /// The first position of a stored message that is not before this one.
    private func insertion(of id: MessageID) -> Int {
        (0..<savedCount).partitioningIndex { self[$0].id >= id }
    }

    /// Updates the row at a position from the current names of days, search words and reminders.
    mutating func renew(at position: Int) -> [RowEdit] { set(position, self[position].message) }

    private mutating func set(_ position: Int, _ message: Message) -> [RowEdit] {
        let entry = entry(message, at: position, isLive: position >= savedCount)
        guard entry != self[position] else { return [] }
        stored[stored.count - 1 - position] = entry
        return [.update(at: position, entry)] + followUp(position + 1)
    }

    private mutating func replace(
        _ range: Range<Int>, with messages: [Message], areLive: Bool = false
    ) -> [RowEdit] {
        if areLive { liveCount += messages.count - range.count }
        if !areLive, range.lowerBound >= savedCount { liveCount -= range.count }
        var previous = range.lowerBound > 0 ? self[range.lowerBound - 1].message.createdAt : nil
        let new = messages.map { message in
            defer { previous = message.createdAt }
            return make(message, after: previous, isLive: areLive)
        }
        let end = stored.count - range.lowerBound
        stored.replaceSubrange((end - range.count)..<end, with: new.reversed())
        return [.splice(at: range.lowerBound, removing: range.count, inserting: new)]
            + followUp(range.lowerBound + new.count)
    }

    /// Updates the row after a change, which may now start a group, or no longer start one.
    private mutating func followUp(_ position: Int) -> [RowEdit] {
        guard position < count else { return [] }
        let entry = entry(self[position].message, at: position, isLive: self[position].isLive)
        guard entry != self[position] else { return [] }
        stored[stored.count - 1 - position] = entry
        return [.update(at: position, entry)]
    }

    private func entry(_ message: Message, at position: Int, isLive: Bool) -> HistoryEntry {
        let previous = position > 0 ? self[position - 1].message.createdAt : nil
        return make(message, after: previous, isLive: isLive)
    }

    private func make(_ message: Message, after previous: Timestamp?, isLive: Bool = false) -> HistoryEntry {
        var entry = HistoryEntry(message, after: previous, caption, words: words, isLive: isLive)
        entry.reminders = reminders[message.id] ?? []
        return entry
    }

    /// The edits that turn one list into another; both are newest first.
    private static func difference(from old: [HistoryEntry], to new: [HistoryEntry]) -> [RowEdit] {
        let least = min(old.count, new.count)
        var newest = 0
        while newest < least, old[newest].id == new[newest].id { newest += 1 }
        var oldest = 0
        while oldest < least - newest, old[old.count - 1 - oldest].id == new[new.count - 1 - oldest].id { oldest += 1 }
        var edits: [RowEdit] = []
        if old.count != newest + oldest || new.count != newest + oldest {
            let middle = new[newest..<(new.count - oldest)]
            edits.append(
                .splice(at: oldest, removing: old.count - newest - oldest, inserting: middle.reversed()))
        }
        for index in 0..<newest where old[index] != new[index] {
            edits.append(.update(at: new.count - 1 - index, new[index]))
        }
        for index in 0..<oldest where old[old.count - 1 - index] != new[new.count - 1 - index] {
            edits.append(.update(at: index, new[new.count - 1 - index]))
        }
        return edits
    }
}

extension Message {
    /// True for the same side of the same turn, or the same tool call, as a live line and its stored version are.
    func isSameLine(as other: Message) -> Bool {
        turn == other.turn && kind == other.kind && action?.server == other.action?.server
            && action?.tool == other.action?.tool && action?.arguments == other.action?.arguments
    }
}
