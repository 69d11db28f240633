// SPDX-License-Identifier: GPL-3.0-or-later
// The window's context menu: every action of the buttons and keys, by name.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ContextMenu {
    private var popover: Popover?
    /// Called when the menu has opened or closed.
    var onChange: (@MainActor (Bool) -> Void)?

    private(set) var isOpen = false

    /// Opens at a point of `anchor`, or at its middle.
    func open(
        _ state: AssistantState, isCompact: Bool, in parent: Widget, beside anchor: Widget,
        at point: (x: Double, y: Double)? = nil
    ) {
        detach()
        let popover = Popover(Menu(Self.sections(state, isCompact: isCompact)), label: localized("Menu"))
        popover.addClass("context-menu")
        self.popover = popover
        popover.onClose { [weak self] in self?.setOpen(false) }
        popover.open(in: parent, beside: anchor, at: point)
        setOpen(true)
    }

    func close() { popover?.close() }

    /// Removes the menu at once because the window is about to close.
    func detach() {
        popover?.detach()
        popover = nil
        setOpen(false)
    }

    private func setOpen(_ isOpen: Bool) {
        guard isOpen != self.isOpen else { return }
        self.isOpen = isOpen
        onChange?(isOpen)
    }

    nonisolated static func sections(_ state: AssistantState, isCompact: Bool) -> [[Menu.Entry]] {
        func pane(_ name: PaneName, _ title: String) -> Menu.Entry { Menu.Entry(title, "app.toggle-\(name.rawValue)") }
        // The menu also offers to try again, because the banner that did so may be gone.
        let isInCall = state.call != .none
        let retry = state.retry != nil ? [Menu.Entry(localized("Try again"), "app.retry")] : []
        return [
            [
                Menu.Entry(CompactTalk(state.phase).label, "app.talk"),
                Menu.Entry(state.microphone.isMuted ? localized("Unmute") : localized("Mute"), "app.mute"),
                Menu.Entry(isInCall ? localized("Hang up") : localized("Call JARVIS"), "app.call"),
            ] + retry,
            [
                pane(.history, localized("History")), pane(.timers, localized("Timers")),
                pane(.lists, localized("Lists")), pane(.notes, localized("Notes")),
                pane(.commands, localized("Commands")), pane(.keyboard, localized("Keyboard")),
                pane(.settings, localized("Settings")),
            ],
            [
                Menu.Entry(localized("Quick settings"), "app.quick-settings"),
                Menu.Entry(isCompact ? localized("Leave compact mode") : localized("Compact mode"), "app.compact"),
                Menu.Entry(localized("Full screen"), "app.full-screen"),
            ],
            [pane(.shortcuts, localized("Keyboard shortcuts")), Menu.Entry(localized("Quit"), "app.quit")],
        ]
    }
}
