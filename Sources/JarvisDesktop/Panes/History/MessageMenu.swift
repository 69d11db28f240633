// SPDX-License-Identifier: GPL-3.0-or-later
// The context menu of a message.

import GtkKit

/// A menu that lives from its opening to its closing.
@MainActor
final class MessageMenu {
    private let popover: Popover

    /// - Parameter choose: called with what was chosen, after the menu has closed.
    init(_ choose: @escaping @MainActor (MessageIntent) -> Void) {
        let copy = Self.item("jarvis-copy-symbolic", localized("Copy"), keys: localized("Ctrl+C"))
        let delete = Self.item("jarvis-delete-symbolic", localized("Delete"), keys: localized("Del"))
        delete.addClass("destructive")
        let items = Box(.column, spacing: 4, [copy, delete])
        items.setSizeRequest(width: DesignTokens.Panes.menuWidth)
        popover = Popover(items)
        popover.addClass("glass-menu")
        copy.onClick { [weak popover] in
            popover?.close()
            choose(.copy)
        }
        delete.onClick { [weak popover] in
            popover?.close()
            choose(.delete)
        }
    }

    func open(in parent: Widget, beside anchor: Widget, at point: (x: Double, y: Double)) {
        popover.open(in: parent, beside: anchor, at: point)
    }

    /// Takes the menu away at once; idempotent.
    func detach() { popover.detach() }

    private static func item(_ icon: String, _ title: String, keys: String) -> Button {
        let label = Label(title)
        label.setTextAlignment(0)
        label.expand(horizontal: true)
        let picture = Image(icon: icon, pixels: DesignTokens.Panes.noticeIcon)
        picture.setRole(.none)
        let content = Box(.row, spacing: 12, [picture, label, Label(keys, classes: ["menu-keys"])])
        let button = Button(content, accessibleLabel: title)
        button.addClass("menu-item")
        return button
    }
}
