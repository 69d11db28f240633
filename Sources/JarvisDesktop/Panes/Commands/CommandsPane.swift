// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that JARVIS understands, by subject; pressing a card runs its command.

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
        placeholder: localized("Search commands"), accessibleLabel: localized("Search commands"))
    private let nothing = Label(
        localized("No matching commands. You can still ask."))
    private var cards: [CommandCard] = []
    /// The subjects, each with its heading, grid and cards.
    private var groups: [(root: Widget, cards: [CommandCard])] = []
    private var asking: Task<Void, Never>?

    init(_ services: DesktopServices, _ context: PaneContext) {
        self.services = services
        self.context = context
        nothing.addClass("hint")
        nothing.wraps()
        nothing.centersLines()
        nothing.setRole(.status)
        nothing.isVisible = false
        let column = Box(.column, spacing: DesignTokens.Panes.sectionSpacing, [nothing])
        let bar = ClampBin(filterEntry, maximum: DesignTokens.Panes.wideColumnWidth, fills: true)
        bar.addClass("pane-search")
        let bin = ClampBin(column, maximum: DesignTokens.Panes.wideColumnWidth, fills: true)
        bin.addClass("pane-column")
        let scroller = ScrolledWindow(bin)
        scroller.expand(horizontal: true, vertical: true)
        content = Box(.column, [bar, scroller])
        for (subject, commands) in CommandSubject.groups(services.commands) { column.append(group(subject, commands)) }
        connect()
        showLimitations()
    }

    isolated deinit { asking?.cancel() }

    /// The cards of a subject below its title.
    private func group(_ subject: CommandSubject, _ commands: [CommandHelp]) -> Widget {
        let grid = AdaptiveGrid(
            columnWidth: DesignTokens.Panes.commandColumnWidth, maximumColumns: DesignTokens.Panes.commandColumns,
            spacing: DesignTokens.Panes.cardSpacing)
        let own = commands.map { command in CommandCard(command) { [weak self] in self?.run($0) } }
        for card in own { grid.append(card.root) }
        cards += own
        let heading = Label(subject.title, classes: ["section-title"])
        heading.setTextAlignment(0)
        heading.wraps()
        let root = Box(.column, spacing: DesignTokens.Panes.headingSpacing, [heading, grid])
        root.setRole(.group)
        root.setAccessibleLabel(subject.title)
        groups.append((root, own))
        return root
    }

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
        for group in groups { group.root.isVisible = group.cards.contains { $0.root.isVisible } }
        nothing.isVisible = !shown.contains(true)
        let count = shown.count(where: \.self)
        content.announce(
            count == 0
                ? nothing.text : words.isEmpty ? "" : localized("%1 command", "%1 commands", count: count), .results)
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
