// SPDX-License-Identifier: GPL-3.0-or-later
// The tool calls of the turn on the screen: one line of progress that unfolds to a row for each call.

import GtkKit
import JarvisDesktopKit

@MainActor
final class ToolCallList {
    let root = Box(.column, spacing: DesignTokens.Panes.chipSpacing)

    private let icon = Image(icon: "jarvis-tool-symbolic", pixels: DesignTokens.Panes.noticeIcon)
    private let arrow = Image(icon: "jarvis-unfold-symbolic", pixels: DesignTokens.Panes.noticeIcon)
    private let text = Label(classes: ["action-summary"])
    private let toggle: Button
    private let column = Box(.column, spacing: DesignTokens.Panes.chipSpacing)
    private var rows: [ToolCallRow] = []
    private var entries: [ActionEntry] = []
    private var isOpen = false

    init() {
        text.setTextAlignment(0)
        text.wraps()
        text.expand(horizontal: true)
        // Screen readers announce changes of a status.
        text.setRole(.status)
        for part in [icon, arrow] { part.setRole(.none) }
        toggle = Button(
            Box(.row, spacing: DesignTokens.Panes.headingSpacing, [icon, text, arrow]), accessibleLabel: "")
        toggle.addClass("action-toggle")
        root.append(toggle)
        root.append(column)
        root.addClass("actions")
        root.isVisible = false
        column.isVisible = false
        toggle.onClick { [weak self] in
            guard let self else { return }
            isOpen.toggle()
            showRows()
        }
    }

    func show(_ entries: [ActionEntry]) {
        guard entries != self.entries else { return }
        let isSameTurn = zip(entries, self.entries).allSatisfy { $0.title == $1.title } && !self.entries.isEmpty
        self.entries = entries
        guard let summary = ActionSummary(entries) else {
            root.isVisible = false
            isOpen = false
            return
        }
        if !isSameTurn { isOpen = false }
        text.text = FoldedText.visible(summary.text)
        text.setAccessibleLabel(text.text)
        icon.setIcon(summary.sign.icon)
        for name in ActionEntry.names { root.setClass(name, name == summary.sign.name) }
        toggle.setAccessibleLabel(text.text)
        showRows()
        root.isVisible = true
    }

    private func showRows() {
        while rows.count > entries.count { column.remove(rows.removeLast().root) }
        if isOpen {
            for (index, entry) in entries.enumerated() {
                let isNew = index == rows.count
                if isNew {
                    let row = ToolCallRow()
                    rows.append(row)
                    column.append(row.root)
                }
                rows[index].show(entry, isSame: !isNew)
            }
        }
        column.isVisible = isOpen
        arrow.setIcon(isOpen ? "jarvis-fold-symbolic" : "jarvis-unfold-symbolic")
        toggle.setAccessibleDescription(
            isOpen ? localized("Press to hide details") : localized("Press to show details"))
    }
}
