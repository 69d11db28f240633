// SPDX-License-Identifier: GPL-3.0-or-later
// The scrolling list of messages: keeps the newest in view, and what is being read in place while pages come and go.

import GioKit
import GtkKit
import JarvisCore

/// Messages from old to new; rows exist only for what is near the view.
@MainActor
final class HistoryList {
    let root: ScrolledWindow
    /// Called when the first rows come near the view and earlier ones are wanted.
    var onTopReached: (@MainActor () -> Void)?
    /// An action on a message, and the row to show it at.
    var onIntent: (@MainActor (MessageIntent, Message, MessageRow) -> Void)?
    /// The entry at a position.
    var entryAt: (@MainActor (Int) -> HistoryEntry?)? {
        get { relay.entry }
        set { relay.entry = newValue }
    }
    /// Skills whose replies are cards.
    var deeds: [String: CommandHelp] {
        get { relay.deeds }
        set { relay.deeds = newValue }
    }
    /// Another message is the first one in view, at this position.
    var onFirstInView: (@MainActor (Int) -> Void)?
    /// Whether the separator of the first day in view can be seen itself. Called in the middle of an allocation.
    var onDayInView: (@MainActor (Bool) -> Void)?
    /// The newest message has come into view, or has left it by more than a page.
    var onDistance: (@MainActor (_ isFar: Bool) -> Void)?

    private let list: RowList<MessageRow>
    private let relay: Relay
    /// True while the newest message is in view: new ones then scroll up by themselves.
    private var followsEnd = true
    private var isFar = false
    private var entering: LoopTimer?
    private var telling: LoopTimer?
    private var tellingFirst: LoopTimer?
    /// Of the first row in view, with its message: positions change when earlier pages come.
    private var first: (position: Int, id: MessageID)?

    init() {
        let relay = Relay()
        self.relay = relay
        list = RowList(accessibleLabel: localized("Conversation")) {
            relay.entry?($0)
        } configure: { row in
            row.deeds = relay.deeds
            row.onIntent = { [weak row] intent, message in
                if let row { relay.handler?(intent, message, row) }
            }
        }
        list.addClass("history-list")
        root = ScrolledWindow(list)
        root.expand(horizontal: true, vertical: true)
        relay.handler = { [weak self] in self?.onIntent?($0, $1, $2) }
        list.onLayout { [weak self] in self?.wasLaidOut() }
    }

    var isEmpty: Bool { list.count == 0 }

    /// Rows that exist, seen or not.
    var rows: [MessageRow] { list.rows }

    func apply(_ edits: [RowEdit], jumpsToEnd: Bool = false) {
        for edit in edits {
            switch edit {
            case .splice(let position, let removed, let inserted):
                list.splice(at: position, removing: removed, inserting: inserted.count)
            case .update(let position, _): list.update(at: position)
            }
        }
        if jumpsToEnd { followsEnd = true }
        if followsEnd, jumpsToEnd || !edits.isEmpty { list.revealEnd() }
    }

    /// Goes to the newest message.
    func jumpToEnd() {
        followsEnd = true
        list.revealEnd()
        focusSoon(at: nil)
    }

    /// Gives the keyboard to the row at a position, or to the newest one, once what has been begun is done.
    func focusSoon(at position: Int?) {
        entering = LoopTimer.once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            list.focus(at: position ?? list.count - 1)
        }
    }

    /// Gives the keyboard to a row in view.
    func enter() {
        if followsEnd { list.focus(at: list.count - 1) } else { list.enter() }
    }

    /// This happens in the middle of an allocation, where nothing may come or go.
    private func wasLaidOut() {
        let (value, page, upper) = root.verticalExtent
        guard page > 0, !isEmpty else { return }
        followsEnd = value + page >= upper - page / 8
        // Before the top is reached, so that there is no wait there.
        if value < DesignTokens.Panes.pagesAhead * page && !followsEnd { onTopReached?() }
        tellDay()
        tellFirst()
        tellDistance(!followsEnd && upper - value > 2 * page)
    }

    private func tellDay() {
        guard let position = list.firstInView else { return }
        let isInView = list.top(of: position) > -DesignTokens.Panes.daySlack
        onDayInView?(isInView && entryAt?(position)?.day != nil)
    }

    private func tellFirst() {
        guard let position = list.firstInView, let entry = entryAt?(position), entry.id != first?.id else { return }
        first = (position, entry.id)
        // A day that begins is told at once: its separator is about to leave.
        let delay = entry.day == nil ? DesignTokens.Panes.momentMilliseconds : 0
        tellingFirst = LoopTimer.once(milliseconds: delay) { [weak self] in
            guard let self, let first else { return }
            onFirstInView?(first.position)
        }
    }

    private func tellDistance(_ isFar: Bool) {
        guard isFar != self.isFar else { return }
        self.isFar = isFar
        telling = LoopTimer.once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            onDistance?(self.isFar)
        }
    }
}

/// What rows and list share before the list is complete.
@MainActor
private final class Relay {
    var handler: (@MainActor (MessageIntent, Message, MessageRow) -> Void)?
    var entry: (@MainActor (Int) -> HistoryEntry?)?
    var deeds: [String: CommandHelp] = [:]
}
