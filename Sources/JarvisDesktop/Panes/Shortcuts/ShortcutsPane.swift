// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the keys and gestures of the window.

import GtkKit
import JarvisDesktopKit

final class ShortcutsPane: Pane {
    let title = localized("Keyboard shortcuts")
    let content: Widget

    init() {
        let column = Box(.column, spacing: 24)
        column.addClass("pane-content")
        for group in Shortcuts.groups {
            let heading = Label(group.title, classes: ["section-title"])
            heading.setTextAlignment(0)
            heading.wraps()
            let card = Box(.column, spacing: 10)
            card.addClass("card")
            for shortcut in group.shortcuts { card.append(Self.row(shortcut.cap, shortcut.meaning)) }
            column.append(Box(.column, spacing: 10, [heading, card]))
        }
        let scroller = ScrolledWindow(
            ClampBin(column, maximum: DesignTokens.Panes.wideColumnWidth, fills: true))
        scroller.expand(horizontal: true, vertical: true)
        content = scroller
    }

    private static func row(_ key: String, _ meaning: String) -> Widget {
        let cap = Label(key, classes: ["key-cap"])
        cap.setSizeRequest(width: DesignTokens.Panes.keyCapWidth)
        cap.align(vertical: .center)
        cap.wraps()
        cap.centersLines()
        let text = Label(meaning)
        text.setTextAlignment(0)
        text.wraps()
        text.expand(horizontal: true)
        text.align(vertical: .center)
        return Box(.row, spacing: 18, [cap, text])
    }
}
