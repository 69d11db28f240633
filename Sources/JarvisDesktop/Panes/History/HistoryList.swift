// SPDX-License-Identifier: GPL-3.0-or-later
// The scrolling list of messages: keeps the newest in view, and what is being read in place while pages come and go.

import GtkKit
import JarvisCore

/// Messages from old to new; rows exist only for what is near the view.
@MainActor
final class HistoryList {
    let root: ScrolledWindow
    /// Called when the first rows come into view and earlier ones are wanted.
    var onTopReached: (@MainActor () -> Void)?
    /// What the user wants done with a message, and the row to show it at.
    var onIntent: (@MainActor (MessageIntent, Message, MessageRow) -> Void)?

    private let model = ListModel<HistoryEntry>()
    private let list: ListView<MessageRow>
    private let relay: Relay
    private var entries: [HistoryEntry] = []
    /// True while the newest message is in view: new ones then scroll up by themselves.
    private var followsEnd = true
    private var isChanging = false
    /// Where the list stood at the last look.
    private var lastValue = 0.0
    private var settling: LoopTimer?
    private var entering: LoopTimer?

    init() {
        let relay = Relay()
        self.relay = relay
        list = ListView(model, accessibleLabel: localized("Conversation")) { row in
            relay.rows.append(WeakRow(row: row))
            row.onIntent = { [weak row] intent, message in
                if let row { relay.handler?(intent, message, row) }
            }
        }
        list.addClass("history-list")
        root = ScrolledWindow(list)
        root.expand(horizontal: true, vertical: true)
        relay.handler = { [weak self] in self?.onIntent?($0, $1, $2) }
        let focus = FocusController()
        focus.onEnter { [weak self] in
            self?.entering = LoopTimer.once(milliseconds: 0) { self?.focusVisibleRow() }
        }
        list.add(focus)
        root.verticalAdjustment.on("value-changed") { [weak self] in self?.scrolled() }
        root.verticalAdjustment.on("changed") { [weak self] in self?.resized() }
    }

    /// Shows `new` with as little change to the rows as possible.
    func show(_ new: [HistoryEntry], jumpsToEnd: Bool) {
        guard new != entries else { return }
        isChanging = true
        let added = new.count - entries.count
        if added > 0, entries.indices.allSatisfy({ entries[$0].id == new[$0 + added].id }) {
            // An earlier page: adding before replacing keeps the row that is being read where it is.
            model.splice(at: 0, removing: 0, inserting: Array(new.prefix(added)))
            for index in entries.indices where entries[index] != new[index + added] {
                model.replace(at: index + added, with: new[index + added])
            }
        } else {
            replaceMiddle(with: new)
        }
        entries = new
        isChanging = false
        if jumpsToEnd { followsEnd = true }
        if followsEnd { revealEnd() }
    }

    private func replaceMiddle(with new: [HistoryEntry]) {
        let least = min(entries.count, new.count)
        var start = 0
        while start < least && entries[start] == new[start] { start += 1 }
        var end = 0
        while end < least - start && entries[entries.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        model.splice(
            at: start, removing: entries.count - start - end, inserting: Array(new[start..<(new.count - end)]))
    }

    /// Tab enters the list at its first row, wherever the view is: go to a row in view instead. Rows far away keep the
    /// place of their last layout, so places are judged by the row's share of the list.
    private func focusVisibleRow() {
        let rows = relay.rows.compactMap(\.row)
        let (value, page, upper) = root.verticalExtent
        guard let focused = rows.first(where: \.isFocused)?.message,
            let index = entries.firstIndex(where: { $0.id == focused.id }), upper > page
        else { return }
        let middle = value + page / 2
        let place = Double(index) / Double(entries.count) * upper
        guard abs(place - middle) > 1.5 * page else { return }
        let wanted = followsEnd ? entries.count - 1 : Int(middle / upper * Double(entries.count))
        guard entries.indices.contains(wanted) else { return }
        rows.first { $0.message?.id == entries[wanted].id }?.grabFocus()
    }

    private func scrolled() {
        guard !isChanging else { return }
        let (value, page, upper) = root.verticalExtent
        guard page > 0 else { return }
        // While rows get their real height the end runs away from a view that stands still; only the user goes back.
        if value + page >= upper - page / 8 {
            followsEnd = true
        } else if value < lastValue {
            followsEnd = false
        }
        lastValue = value
        if value < page / 2 && !followsEnd { onTopReached?() }
    }

    /// Rows get their real height only when they are laid out: the end moves away from under the view.
    private func resized() {
        guard followsEnd, !isChanging else { return }
        // Within an allocation the list cannot be scrolled; and the new position is reported only after the new size.
        settling = LoopTimer.once(milliseconds: 0) { [weak self] in
            guard let self, followsEnd else { return }
            revealEnd()
            focusVisibleRow()
        }
    }

    private func revealEnd() {
        list.reveal(entries.count - 1)
    }
}

/// What rows and list share before the list is complete.
@MainActor
private final class Relay {
    var handler: (@MainActor (MessageIntent, Message, MessageRow) -> Void)?
    /// Every row that was made; few, for rows are used again.
    var rows: [WeakRow] = []
}

private struct WeakRow {
    weak var row: MessageRow?
}
