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
    /// Where the row of a message is.
    var positionOf: (@MainActor (MessageID) -> Int?)?
    /// The newest message has come into view, or has left it by more than a page.
    var onDistance: (@MainActor (_ isFar: Bool) -> Void)?

    private let model = ListModel<HistoryEntry>()
    private let list: ListView<MessageRow>
    private let relay: Relay
    /// True while the newest message is in view: new ones then scroll up by themselves.
    private var followsEnd = true
    private var isFar = false
    private var isChanging = false
    /// Where the list stood at the last look.
    private var lastValue = 0.0
    private var settling: LoopTimer?
    private var entering: LoopTimer?
    private var telling: LoopTimer?

    init() {
        let relay = Relay()
        self.relay = relay
        list = ListView(model, accessibleLabel: localized("Conversation")) { row in
            relay.add(row)
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

    var isEmpty: Bool { model.count == 0 }

    /// Rows that exist, seen or not.
    var rows: [MessageRow] { relay.rows.compactMap(\.row) }

    func apply(_ edits: [RowEdit], jumpsToEnd: Bool = false) {
        isChanging = true
        for edit in edits {
            switch edit {
            case .splice(let position, let removed, let inserted):
                model.splice(at: position, removing: removed, inserting: inserted)
            case .update(let position, let entry): model.update(at: position, with: entry)
            }
        }
        isChanging = false
        if jumpsToEnd { followsEnd = true }
        if followsEnd, jumpsToEnd || !edits.isEmpty { revealEnd() }
    }

    /// Goes to the newest message.
    func jumpToEnd() {
        followsEnd = true
        revealEnd()
        settling = LoopTimer.once(milliseconds: 0) { [weak self] in self?.focus(at: nil) }
    }

    /// Gives the keyboard to the row at a position, or to the newest one.
    func focus(at position: Int?) {
        let wanted = min(position ?? .max, model.count - 1)
        guard let id = model[wanted]?.id else { return }
        rows.first { $0.message?.id == id }?.grabFocus()
    }

    /// The same, once the list has been laid out anew.
    func focusSoon(at position: Int?) {
        entering = LoopTimer.once(milliseconds: 0) { [weak self] in self?.focus(at: position) }
    }

    /// Tab enters the list at its first row, wherever the view is: go to a row in view instead. Rows far away keep the
    /// place of their last layout, so places are judged by the row's share of the list.
    private func focusVisibleRow() {
        let (value, page, upper) = root.verticalExtent
        guard upper > page, let focused = rows.first(where: \.isFocused)?.message,
            let index = positionOf?(focused.id)
        else { return }
        let middle = value + page / 2
        let place = Double(index) / Double(model.count) * upper
        guard abs(place - middle) > 1.5 * page else { return }
        enter()
    }

    /// Gives the keyboard to a row in view.
    func enter() {
        let (value, page, upper) = root.verticalExtent
        focus(at: followsEnd ? nil : Int((value + page / 2) / max(upper, 1) * Double(model.count)))
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
        askForEarlier()
        tellDistance(!followsEnd && upper - value > 2 * page)
    }

    /// Whoever stays at the top while a page comes wants the next one, too.
    private func askForEarlier() {
        let (value, page, _) = root.verticalExtent
        if value < page / 2 && !followsEnd { onTopReached?() }
    }

    /// Scrolling happens in the middle of an allocation, where nothing may come or go.
    private func tellDistance(_ isFar: Bool) {
        guard isFar != self.isFar else { return }
        self.isFar = isFar
        telling = LoopTimer.once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            onDistance?(self.isFar)
        }
    }

    /// Rows get their real height only when they are laid out: the end moves away from under the view.
    private func resized() {
        guard !isChanging, settling?.isRunning != true else { return }
        // Within an allocation the list cannot be scrolled; and the new position is reported only after the new size.
        settling = LoopTimer.once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            guard followsEnd else { return askForEarlier() }
            revealEnd()
            focusVisibleRow()
        }
    }

    private func revealEnd() {
        list.reveal(model.count - 1)
    }
}

/// What rows and list share before the list is complete.
@MainActor
private final class Relay {
    var handler: (@MainActor (MessageIntent, Message, MessageRow) -> Void)?
    /// Every row that lives, and some that do not any more; few, for rows are used again.
    private(set) var rows: [WeakRow] = []
    private var limit = 64

    func add(_ row: MessageRow) {
        if rows.count >= limit {
            rows.removeAll { $0.row == nil }
            limit = max(64, 2 * rows.count)
        }
        rows.append(WeakRow(row: row))
    }
}

private struct WeakRow {
    weak var row: MessageRow?
}
