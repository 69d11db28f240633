// SPDX-License-Identifier: GPL-3.0-or-later
// One tool call: its title and progress. Pressing it shows all details.

import GtkKit
import JarvisDesktopKit

@MainActor
final class ToolCallRow {
    let root = Box(.column, spacing: DesignTokens.Panes.rowSpacing)

    private let icon = Image(icon: "jarvis-tool-symbolic", pixels: DesignTokens.Panes.noticeIcon)
    private let arrow = Image(icon: "jarvis-unfold-symbolic", pixels: DesignTokens.Panes.noticeIcon)
    private let title = Label(classes: ["action-title"])
    private let state = Label(classes: ["action-state"])
    private let toggle: Button
    private let details = Box(.column, spacing: DesignTokens.Panes.chipSpacing)
    private var lines: [FoldedValueRow] = []
    private var entry: ActionEntry?
    private var isOpen = false

    init() {
        for label in [title, state] {
            label.setTextAlignment(0)
            label.wraps()
        }
        let texts = Box(.column, [title, state])
        texts.expand(horizontal: true)
        texts.align(vertical: .center)
        for part in [icon, arrow] { part.align(vertical: .center) }
        // The button carries the accessible name.
        for part in [icon, arrow, title, state] as [Widget] { part.setRole(.none) }
        toggle = Button(
            Box(.row, spacing: DesignTokens.Panes.headingSpacing, [icon, texts, arrow]), accessibleLabel: "")
        toggle.addClass("action-toggle")
        root.append(toggle)
        root.append(details)
        root.addClass("action-row")
        details.addClass("action-details")
        details.isVisible = false
        toggle.onClick { [weak self] in
            guard let self else { return }
            isOpen.toggle()
            showDetails()
        }
    }

    /// Shows a call.
    /// - Parameter isSame: true if the row already shows this call; it then stays unfolded.
    func show(_ entry: ActionEntry, isSame: Bool) {
        if !isSame { isOpen = false }
        guard entry != self.entry || !isSame else { return }
        let hasOtherDetails = entry.details != self.entry?.details
        self.entry = entry
        title.text = FoldedText.visible(entry.title)
        state.text = FoldedText.visible(entry.state)
        icon.setIcon(entry.icon)
        for name in ActionEntry.names { root.setClass(name, name == entry.name) }
        toggle.setAccessibleLabel("\(title.text). \(state.text)")
        arrow.isVisible = !entry.details.isEmpty
        if hasOtherDetails { details.removeAll() }
        showDetails()
    }

    func grabFocus() -> Bool { toggle.grabFocus() }

    private func showDetails() {
        let isShown = isOpen && entry?.details.isEmpty == false
        if isShown, details.firstChild == nil {
            lines = (entry?.details ?? []).map { FoldedValueRow($0.name, $0.value) }
            for line in lines {
                line.onWhole = { [weak self] in self?.toggle.grabFocus() }
                details.append(line.root)
            }
        }
        details.isVisible = isShown
        arrow.setIcon(isShown ? "jarvis-fold-symbolic" : "jarvis-unfold-symbolic")
        toggle.setAccessibleDescription(
            entry?.details.isEmpty == false
                ? isShown ? localized("Press to hide details") : localized("Press to show details")
                : "")
    }
}
