// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation so far: search field, messages, undo.

import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisPlatform

@MainActor
final class HistoryPane: Pane {
    let title = localized("History")
    var content: Widget { layers }
    var initialFocus: Widget? { searchEntry }

    private let context: PaneContext
    private let clock: any WallClock
    private let feed: HistoryFeed
    private let list = HistoryList()
    private let layers: Overlay
    private let searchEntry = SearchEntry(
        placeholder: localized("Search the conversation"), accessibleLabel: localized("Search the conversation"))
    private let empty = EmptyHistory()
    private let toast = UndoToast()
    private let loader = PatientLoader()
    private var menu: MessageMenu?
    private var wasSearching = false
    private var work: [Task<Void, Never>] = []

    init(_ context: PaneContext, clock: any WallClock = SystemWallClock()) {
        self.context = context
        self.clock = clock
        feed = HistoryFeed(context.services.history)
        let bar = ClampBin(searchEntry, maximum: DesignTokens.Panes.wideColumnWidth, fills: true)
        bar.addClass("pane-search")
        let body = Overlay(list.root)
        body.addLayer(empty.root)
        body.addLayer(loader.root)
        body.expand(horizontal: true, vertical: true)
        layers = Overlay(Box(.column, [bar, body]))
        layers.addLayer(toast.root)
        connect()
    }

    func paneDidOpen() {
        loader.begin()
        feed.open()
    }

    func find() {
        searchEntry.grabFocus()
        searchEntry.selectAll()
    }

    func paneWillClose() {
        feed.close()
        for task in work { task.cancel() }
        menu?.detach()
    }

    private func connect() {
        feed.onChange = { [weak self] in self?.showFeed() }
        feed.onFailure = { [weak self] in self?.context.services.assistant.send(.noticed($0.advice)) }
        list.onTopReached = { [weak self] in self?.feed.loadEarlier() }
        list.onIntent = { [weak self] in self?.take($0, $1, $2) }
        searchEntry.onSearch { [weak self] in self?.search() }
        let shortcuts = ShortcutController()
        shortcuts.add("<Control>z") { [weak self] in self?.toast.takeBack() ?? false }
        layers.add(shortcuts)
    }

    private func showFeed() {
        let entries = HistoryEntry.rows(for: feed.shown, caption: TimeCaption(clock: clock))
        // A search, and its end, begin at the newest message again.
        list.show(entries, jumpsToEnd: feed.isSearching != wasSearching)
        wasSearching = feed.isSearching
        if feed.isLoaded { loader.end() }
        let isEmpty = feed.isLoaded && entries.isEmpty
        list.root.isVisible = !isEmpty
        empty.root.isVisible = isEmpty
        empty.show(isSearch: feed.isSearching)
    }

    private func search() {
        feed.search(searchEntry.text)
    }

    private func take(_ intent: MessageIntent, _ message: Message, _ row: MessageRow) {
        switch intent {
        case .copy: layers.copyToClipboard(message.text)
        case .delete: delete(message)
        case .menu(let x, let y):
            menu?.detach()
            let menu = MessageMenu { [weak self, weak row] in
                if let self, let row { self.take($0, message, row) }
            }
            self.menu = menu
            menu.open(in: layers, beside: row.root, at: (x, y))
        }
    }

    private func delete(_ message: Message) {
        work.append(
            Task { [weak self] in
                guard let self, await self.feed.delete(message) else { return }
                self.toast.show(localized("Message deleted")) { [weak self] in self?.restore(message) }
            })
    }

    private func restore(_ message: Message) {
        work.append(Task { [weak self] in await self?.feed.restore(message) })
    }
}
