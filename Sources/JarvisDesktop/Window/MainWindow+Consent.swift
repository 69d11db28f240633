// SPDX-License-Identifier: GPL-3.0-or-later
// The window while a consent question is open: the pill grows to the full window, the card keeps the keyboard focus,
// and the focus returns afterwards.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI

extension MainWindow {
    func connectConsent() {
        consent.onAnswer = { [assistant = services.assistant] in assistant.send(.consentAnswered($0, $1, $2)) }
        consent.onReady = { [log = services.log] in log.record("consent-ready", [:]) }
        consent.onChange = { [weak self] in self?.consentChanged($0) }
    }

    private func consentChanged(_ isShown: Bool) {
        services.log.record("consent-card", ["isShown": .flag(isShown)])
        if isShown {
            menu.close()
            quick.dismiss()
            returnsToCompact = compact.isOn
            compact.leave()
            focusBeforeConsent = window.focusWidget
            consent.isOverPane = panes.openPane != nil
        }
        // While the card is shown, only it can have the focus.
        for layer in [screen.root, panes.root, pill.root] { layer.acceptsFocus = !isShown }
        if !isShown { returnFocus() }
        pacing.touch()
    }

    private func returnFocus() {
        let former = focusBeforeConsent
        focusBeforeConsent = nil
        if returnsToCompact, panes.openPane == nil {
            returnsToCompact = false
            return compact.enter()
        }
        if let former, former.isMapped, former.grabFocus() { return }
        if panes.openPane != nil { panes.grabFocus() } else { _ = screen.grabFocus() }
    }
}
