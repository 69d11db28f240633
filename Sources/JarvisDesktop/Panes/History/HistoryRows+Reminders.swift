// SPDX-License-Identifier: GPL-3.0-or-later
// What is pending, shown with the reply that told of it.

import JarvisCore

extension HistoryRows {
    /// Shows these with their replies, as far as those are loaded; what is gone is taken away.
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

    /// The first reply after it was set that can have told of it; rows are in the order of time.
    private func position(ofReplyTo reminder: Reminder) -> Int? {
        let earliest = reminder.setAt.advanced(by: .seconds(-1))
        var (low, high) = (0, savedCount)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].message.createdAt < earliest { low = middle + 1 } else { high = middle }
        }
        let latest = reminder.setAt.advanced(by: .seconds(DesignTokens.Panes.longestReplySeconds))
        return (low..<savedCount).lazy.prefix { self[$0].message.createdAt < latest }
            .first { reminder.isTold(by: self[$0].message, of: request(before: $0)) }
    }

    /// The user's words that a row may answer.
    private func request(before position: Int) -> Message? {
        (0..<position).reversed().lazy.map { self[$0].message }.first { $0.kind == .user }
    }
}
