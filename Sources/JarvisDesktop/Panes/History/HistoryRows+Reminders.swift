// SPDX-License-Identifier: GPL-3.0-or-later
// Shows pending reminders below the reply that announced them.

import JarvisCore
import JarvisDesktopKit

extension HistoryRows {
    /// Shows these reminders with their replies, if those are loaded, and removes those that are gone.
    mutating func show(_ pending: [Reminder]) -> [RowEdit] {
        var wanted: [MessageID: [Reminder]] = [:]
        for reminder in pending {
            guard let position = position(ofReplyTo: reminder) else { continue }
            wanted[self[position].id, default: []].append(reminder)
        }
        let before = reminders
        reminders = wanted
        return Set(before.keys).union(wanted.keys).filter { before[$0] != wanted[$0] }.sorted().flatMap { id in
            position(of: id).map { renew(at: $0) } ?? []
        }
    }

    /// The position of the first reply after the reminder was set that may have announced it; nil if none is loaded.
    private func position(ofReplyTo reminder: Reminder) -> Int? {
        let earliest = reminder.setAt.advanced(by: .seconds(-1))
        let first = (0..<savedCount).partitioningIndex { self[$0].message.createdAt >= earliest }
        let latest = reminder.setAt.advanced(by: .seconds(DesignTokens.Panes.longestReplySeconds))
        return (first..<savedCount).lazy.prefix { self[$0].message.createdAt < latest }
            .first { reminder.isTold(by: self[$0].message, of: request(before: $0)) }
    }

    /// The last request before a row, which the row may answer.
    private func request(before position: Int) -> Message? {
        (0..<position).reversed().lazy.map { self[$0].message }.first { $0.kind == .user }
    }
}
