// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does while a question waits that only the user can answer: the pill grows to the whole window, the
// keyboard stays with the card, and goes back where it was.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

extension MainWindow {
    func connectConsent() {
        consent.onAnswer = { [assistant = services.assistant] in assistant.send(.consentAnswered($0, $1, $2)) }
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
        // Nothing else takes the keyboard meanwhile.
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
