// SPDX-License-Identifier: GPL-3.0-or-later
// The scrolling list of messages. Keeps the newest in view, and keeps the reader's place while pages come and go.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

/// Messages from old to new; only those near the view have rows.
@MainActor
final class HistoryList {
    let root: ScrolledWindow
    /// Called when the first rows come near the view, so earlier messages are needed.
    var onTopReached: (@MainActor () -> Void)?
    /// Called with an action on a message, and the row to show it at.
    var onIntent: (@MainActor (MessageIntent, Message, MessageRow) -> Void)?
    /// Returns the entry at a position.
    var entryAt: (@MainActor (Int) -> HistoryEntry?)? {
        get { relay.entry }
        set { relay.entry = newValue }
    }
    /// Skills whose replies are cards, by name.
    var deeds: [String: CommandHelp] {
        get { relay.deeds }
        set { relay.deeds = newValue }
    }
    /// Called when another message has become the first in view, with its position.
    var onFirstInView: (@MainActor (Int) -> Void)?
    /// Called with true if the first day in view has its separator in view too. Runs during an allocation.
    var onDayInView: (@MainActor (Bool) -> Void)?
    /// Called when the newest message has come into view, or is now more than a page away.
    var onDistance: (@MainActor (_ isFar: Bool) -> Void)?

    private let list: RowList<MessageRow>
    private let relay: Relay
    /// True while the newest message is in view, so the list scrolls to new ones.
    private var followsEnd = true
    private var isFar = false
    private var entering: LoopTimer?
    private var telling: LoopTimer?
    private var tellingFirst: LoopTimer?
    /// The first row in view. The identity is needed too, because loading earlier pages changes positions.
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

    /// All existing rows, visible or not.
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

    /// Scrolls to the newest message.
    func jumpToEnd() {
        followsEnd = true
        list.revealEnd()
        focusSoon(at: nil)
    }

    /// Focuses the row at a position, or the newest one, after pending changes.
    func focusSoon(at position: Int?) {
        entering = LoopTimer.once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            list.focus(at: position ?? list.count - 1)
        }
    }

    /// Focuses a row in view.
    func enter() {
        if followsEnd { list.focus(at: list.count - 1) } else { list.enter() }
    }

    /// Reports the new view. Runs during an allocation, when rows must not be added or removed.
    private func wasLaidOut() {
        let (value, page, upper) = root.verticalExtent
        guard page > 0, !isEmpty else { return }
        followsEnd = value + page >= upper - page / 8
        // Loads before the user reaches the top, so there is nothing to wait for.
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
        // A day's first message is reported at once, because its separator is about to scroll out of view.
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

/// State that the rows and the list share, and that exists before the list does.
@MainActor
private final class Relay {
    var handler: (@MainActor (MessageIntent, Message, MessageRow) -> Void)?
    var entry: (@MainActor (Int) -> HistoryEntry?)?
    var deeds: [String: CommandHelp] = [:]
}
