// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does while the sheet of quick settings is open: the keyboard stays in the sheet, and goes back where
// it was.

import GtkKit
import JarvisConversation
import JarvisCore

extension MainWindow {
    func connectQuickSettings() {
        quick.onChange = { [weak self] in self?.quickSettingsChanged($0) }
        quick.rows.onSettings = { [weak self] in
            self?.quick.dismiss()
            self?.openPane(.settings)
        }
        screen.onQuickSettings = { [weak self] in self?.toggleQuickSettings() }
    }

    /// Opens the sheet over the main screen, or closes it.
    public func toggleQuickSettings() {
        if quick.isShown { return quick.close() }
        guard !consent.isShown else { return }
        // What is open gives its place, and the keyboard, back first.
        compact.leave()
        panes.close()
        menu.close()
        quick.open()
    }

    private func quickSettingsChanged(_ isShown: Bool) {
        services.log.record("quick-settings", ["isShown": .flag(isShown)])
        if isShown { focusBeforeQuick = window.focusWidget }
        // Nothing behind it takes the keyboard meanwhile.
        for layer in [screen.root, panes.root, pill.root] { layer.acceptsFocus = !isShown }
        if !isShown {
            let former = focusBeforeQuick
            focusBeforeQuick = nil
            if former?.isMapped != true || former?.grabFocus() != true { screen.grabFocus() }
        }
        pacing.change()
    }
}
