// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the history while it is locked: a sentence, and a button that asks the desktop to authenticate the user. The
// window shows the history again when the lock opens.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisStore

@MainActor
final class LockedHistoryPane: Pane {
    let title = localized("History")
    var content: Widget { root }
    var initialFocus: Widget? { button }

    private let root: Box
    private let button = Button(label: localized("Unlock"))
    private let hint = Label(classes: ["hint"])
    private let lock: HistoryLock
    private var asking: Task<Void, Never>?

    init(_ lock: HistoryLock) {
        self.lock = lock
        let icon = Image(icon: "jarvis-privacy-symbolic", pixels: DesignTokens.Panes.emptyIcon)
        icon.setRole(.none)
        icon.addClass("empty-icon")
        let heading = Label(localized("The history is locked"), classes: ["empty-title"])
        for label in [heading, hint] {
            label.wraps()
            label.centersLines()
        }
        hint.setRole(.status)
        button.addClass("accent")
        button.align(horizontal: .center)
        let column = Box(.column, spacing: DesignTokens.Panes.headingSpacing, [icon, heading, hint, button])
        column.addClass("empty")
        column.align(horizontal: .center, vertical: .center)
        column.expand(horizontal: true, vertical: true)
        root = Box(.column, [column])
        root.expand(horizontal: true, vertical: true)
        say(localized("Enter your password to see past conversations."))
        button.onClick { [weak self] in self?.ask() }
    }

    func paneWillClose() { asking?.cancel() }

    private func ask() {
        // The button keeps the focus and can be pressed again, but one prompt is enough.
        guard asking == nil else { return }
        say(localized("Waiting for your password…"))
        asking = Task { [weak self, lock] in
            do throws(HistoryLockFailure) {
                try await lock.unlock()
            } catch {
                self?.say(BannerText.words(error))
            }
            self?.asking = nil
        }
    }

    private func say(_ text: String) {
        hint.tell(text, .change)
    }
}
