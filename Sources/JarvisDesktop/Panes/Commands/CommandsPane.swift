// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that JARVIS understands; pressing a card runs its command.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class CommandsPane: Pane {
    let title = localized("Commands")
    let content: Widget
    var initialFocus: Widget? { filterEntry }

    private let services: DesktopServices
    private let context: PaneContext
    private let filterEntry = SearchEntry(
        placeholder: localized("Filter commands"), accessibleLabel: localized("Filter commands"))
    private let nothing = Label(
        localized("No matching commands. You can still ask; JARVIS will say if it cannot help."))
    private var cards: [CommandCard] = []
    private var asking: Task<Void, Never>?

    init(_ services: DesktopServices, _ context: PaneContext) {
        self.services = services
        self.context = context
        let grid = AdaptiveGrid(
            columnWidth: DesignTokens.Panes.commandColumnWidth, maximumColumns: DesignTokens.Panes.commandColumns,
            spacing: DesignTokens.Panes.cardSpacing)
        grid.setRole(.group)
        grid.setAccessibleLabel(localized("Commands"))
        nothing.addClass("hint")
        nothing.wraps()
        nothing.centersLines()
        nothing.setRole(.status)
        nothing.isVisible = false
        let column = Box(.column, [grid, nothing])
        let bar = ClampBin(filterEntry, maximum: DesignTokens.Panes.wideColumnWidth, fills: true)
        bar.addClass("pane-search")
        let bin = ClampBin(column, maximum: DesignTokens.Panes.wideColumnWidth, fills: true)
        bin.addClass("pane-column")
        let scroller = ScrolledWindow(bin)
        scroller.expand(horizontal: true, vertical: true)
        content = Box(.column, [bar, scroller])
        for command in services.commands {
            let card = CommandCard(command) { [weak self] in self?.run($0) }
            cards.append(card)
            grid.append(card.root)
        }
        connect()
        showLimitations()
    }

    isolated deinit { asking?.cancel() }

    /// Adds limitations to cards that are already shown, because the checks may need files and other programs.
    private func showLimitations() {
        asking = Task { [weak self, limitations = services.limitations] in
            let found = await limitations()
            guard let self, !Task.isCancelled else { return }
            for card in cards { card.limitation = found[card.skill] }
        }
    }

    func find() {
        filterEntry.grabFocus()
        filterEntry.selectAll()
    }

    private func connect() {
        filterEntry.onSearch { [weak self] in self?.filter() }
        filterEntry.on("activate") { [weak self] in self?.runFirst() }
    }

    private func filter() {
        let words = filterEntry.text.lowercased().split(separator: " ").map(String.init)
        let shown = cards.map { $0.filter(words) }
        nothing.isVisible = !shown.contains(true)
    }

    /// Runs the first card that matches; Enter in the field calls this.
    private func runFirst() {
        filter()
        guard !filterEntry.text.isEmpty else { return }
        cards.first { $0.root.isVisible }?.activate()
    }

    private func run(_ phrase: String) {
        context.close()
        services.assistant.send(.textSubmitted(phrase, .command))
    }
}
