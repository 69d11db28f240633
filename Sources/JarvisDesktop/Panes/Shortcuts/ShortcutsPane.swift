// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the keys and gestures of the window. The arrow keys move from one to the next, so that screen readers say it.

import GtkKit
import JarvisDesktopKit

final class ShortcutsPane: Pane {
    let title = localized("Keyboard shortcuts")
    let content: Widget
    var initialFocus: Widget? { first }
    private let reading = ReadingList()
    private var first: Widget?

    init() {
        let column = Box(.column, spacing: 24)
        column.addClass("pane-content")
        for group in Shortcuts.groups {
            let heading = Label(group.title, classes: ["section-title"])
            heading.setTextAlignment(0)
            heading.wraps()
            let card = Box(.column, spacing: 10)
            card.addClass("card")
            for (index, shortcut) in group.shortcuts.enumerated() {
                let row = Self.row(shortcut.cap, shortcut.meaning)
                let text = localized("%1: %2", shortcut.cap, shortcut.meaning)
                // The first of a group says which group begins.
                reading.add(row, index == 0 ? localized("%1. %2", group.title, text) : text)
                card.append(row)
                if first == nil { first = row }
            }
            column.append(Box(.column, spacing: 10, [heading, card]))
        }
        reading.takesKeys(of: column)
        column.setAccessibleLabel(title)
        let scroller = ScrolledWindow(
            ClampBin(column, maximum: DesignTokens.Panes.wideColumnWidth, fills: true))
        scroller.expand(horizontal: true, vertical: true)
        content = scroller
    }

    private static func row(_ key: String, _ meaning: String) -> Widget {
        let cap = Label(key, classes: ["key-cap"])
        // The row carries the accessible name.
        cap.setRole(.none)
        cap.setSizeRequest(width: DesignTokens.Panes.keyCapWidth)
        cap.align(vertical: .center)
        cap.wraps()
        cap.centersLines()
        let text = Label(meaning)
        text.setRole(.none)
        text.setTextAlignment(0)
        text.wraps()
        text.expand(horizontal: true)
        text.align(vertical: .center)
        return Box(.row, spacing: 18, [cap, text])
    }
}
