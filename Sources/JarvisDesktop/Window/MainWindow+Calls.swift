// SPDX-License-Identifier: GPL-3.0-or-later
// The window during a call: the call screen appears by itself and can be left, and a pill leads back from everywhere.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisDesktopKit
import JarvisSettingsUI

extension MainWindow {
    func connectCalls() {
        let calls = services.session.calls
        screen.call.onDone = { [weak self] in self?.leaveCall() }
        screen.onCall = { [weak self] in self?.callPressed() }
        for pill in [screen.callPill, panes.callPill] {
            pill.root.onClick { [weak self] in self?.returnToCall() }
        }
        callObservation = calls.observe { [weak self] in self?.show($0.call) }
    }

    /// Calls, accepts an incoming call, or hangs up.
    func toggleCall() {
        compact.leave()
        screen.call.toggle()
    }

    private func show(_ call: Call?) {
        let wasShown = presentation.showsScreen
        presentation.take(call, isCovered: panes.openPane != nil || compact.isOn)
        showCall(wasShown: wasShown)
    }

    /// Handles the header's button: calls, returns to the call, or leaves its screen.
    private func callPressed() {
        if presentation.showsScreen {
            leaveCall()
        } else if presentation.showsPill(isCovered: false) {
            returnToCall()
        } else {
            services.session.calls.request(.start)
        }
    }

    private func returnToCall() {
        let wasShown = presentation.showsScreen
        presentation.comeBack()
        panes.close()
        showCall(wasShown: wasShown)
    }

    func leaveCall() {
        let wasShown = presentation.showsScreen
        presentation.leave()
        showCall(wasShown: wasShown)
    }

    private func showCall(wasShown: Bool) {
        let call = presentation.call
        screen.show(
            call: presentation.showsScreen ? call : nil,
            pill: presentation.showsPill(isCovered: false) ? call : nil)
        showPanePill()
        screen.show(services.shown(services.assistant.state))
        if presentation.showsScreen != wasShown || call?.status == .ringing || call?.isOpen == false,
            panes.openPane == nil, !compact.isOn, !consent.isShown, !quick.isShown
        {
            screen.grabFocus()
        }
        pacing.change()
    }

    /// Shows the pill that leads back to a call while an open pane covers it.
    func showPanePill() {
        let isCovering = panes.openPane != nil && presentation.showsPill(isCovered: true)
        panes.callPill.show(isCovering ? presentation.call : nil)
    }

    /// Leaves the call screen by Esc if there is nothing for Esc to stop.
    /// - Returns: true if the screen was left.
    func leavesCallByEscape() -> Bool {
        guard presentation.showsScreen, panes.openPane == nil, !consent.isShown, !menu.isOpen, !quick.isShown,
            !compact.isOn, let call = presentation.call, call.status != .ringing
        else { return false }
        guard !call.isOpen || state.phase == .idle || state.phase.isListening else { return false }
        leaveCall()
        return true
    }
}
