// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the window: portrait, name, window buttons, and whether utterances are recorded or everything is
// forgotten.

import GioKit
import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI

@MainActor
final class HeaderBar {
    let root: Widget
    let avatar = ArcReactorAvatar()
    /// Called when the user presses the button of the quick settings.
    var onQuickSettings: (@MainActor () -> Void)?
    /// Called when the user presses the button for calls.
    var onCall: (@MainActor () -> Void)?
    private let call = Button(icon: "jarvis-call-symbolic", pixels: DesignTokens.Calls.headerIcon, label: "")
    private let callIcon = Image(icon: "jarvis-call-symbolic", pixels: DesignTokens.Calls.headerIcon)
    private let recording = Label(localized("● Saving audio"), classes: ["hint"])
    private let forgetting = Label(localized("○ Not saved"), classes: ["hint"])
    private let remote = Label(classes: ["hint"])

    init() {
        let title = Label(ProgramIdentity.title, classes: ["app-title", "title-3"])
        let controls = [WindowControls(.start), WindowControls(.end)]
        title.setTextAlignment(0)
        title.align(horizontal: .start, vertical: .center)
        // With a title bar from the compositor, ours would repeat the title and the window buttons.
        let heading: Widget = Window.hasTitleBars ? Box(.row) : title
        if Window.hasTitleBars { for side in controls { side.isVisible = false } }
        heading.expand(horizontal: true)
        let name = Box(.row, spacing: 12, [avatar.root, heading, remote])
        remote.isVisible = false
        remote.ellipsizes()
        // The bar has no spacing between its parts, because the window buttons on the left are empty on most desktops.
        let quick = Button(
            icon: "jarvis-quick-symbolic", pixels: DesignTokens.QuickSettings.icon, label: localized("Quick settings"))
        quick.setTooltip(localized("Quick settings"), key: keyNames("Ctrl+."))
        quick.addClass("round")
        quick.addClass("quiet")
        quick.align(vertical: .center)
        callIcon.setRole(.none)
        call.setChild(callIcon)
        call.addClass("round")
        call.addClass("quiet")
        call.align(vertical: .center)
        let bar = Box(.row, [controls[0], name, recording, forgetting, call, quick, controls[1]])
        bar.addClass("header")
        root = WindowHandle(bar)
        root.align(vertical: .start)
        quick.onClick { [weak self] in self?.onQuickSettings?() }
        call.onClick { [weak self] in self?.onCall?() }
        showCall(isOnScreen: false, isOpen: false)
        recording.isVisible = false
        recording.setTooltip(localized("What you say is saved as sound files. You can turn this off in Settings."))
        recording.setAccessibleLabel(localized("Audio is being saved"))
        forgetting.isVisible = false
        forgetting.setTooltip(localized("This conversation isn't saved. It's gone when you quit."))
        forgetting.setAccessibleLabel(localized("This conversation isn't saved"))
    }

    /// Shows what the button for calls does: it calls, returns to a running call, or leaves its screen.
    func showCall(isOnScreen: Bool, isOpen: Bool) {
        callIcon.setIcon(isOnScreen ? "jarvis-down-symbolic" : "jarvis-call-symbolic")
        let label =
            isOnScreen
            ? localized("Leave the call screen") : isOpen ? localized("Return to the call") : localized("Call JARVIS")
        call.setAccessibleLabel(label)
        call.setTooltip(label, key: isOnScreen || isOpen ? "" : keyNames("Ctrl+D"))
        call.setClass("in-call", isOpen)
    }

    func show(_ state: AssistantState) {
        recording.isVisible = state.policy.recordsUtterances
        forgetting.isVisible = state.policy.forgetsConversation
    }

    /// Names the hosts that receive sound and words from this computer.
    func show(remoteHosts: [String]) {
        remote.isVisible = !remoteHosts.isEmpty
        remote.text = localized("Connected to %1", remoteHosts.joined(separator: ", "))
        remote.setTooltip(localized("Your speech, questions or replies are sent there."))
    }
}
