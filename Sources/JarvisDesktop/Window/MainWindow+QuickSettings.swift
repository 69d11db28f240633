// SPDX-License-Identifier: GPL-3.0-or-later
// The window while the quick settings are open: the keyboard focus stays in the sheet and returns afterwards.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI

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
        // Close anything that is open first, so the focus is back in the window.
        compact.leave()
        panes.close()
        menu.close()
        quick.open()
    }

    private func quickSettingsChanged(_ isShown: Bool) {
        services.log.record("quick-settings", ["isShown": .flag(isShown)])
        if isShown { focusBeforeQuick = focusOutsideMenu }
        // While the sheet is shown, only it can have the focus.
        for layer in [screen.root, panes.root, pill.root] { layer.acceptsFocus = !isShown }
        if !isShown {
            let former = focusBeforeQuick
            focusBeforeQuick = nil
            if former?.isMapped != true || former?.grabFocus() != true { screen.grabFocus() }
        }
        pacing.change()
    }
}
