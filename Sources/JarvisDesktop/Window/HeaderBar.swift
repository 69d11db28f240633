// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the window: portrait, name, whether utterances are recorded, and window buttons.

import GtkKit
import JarvisCore

@MainActor
final class HeaderBar {
    let root: Widget
    let avatar = ArcReactorAvatar()
    private let recording = Label(localized("● Recorded"), classes: ["footnote", "recording-notice"])

    init() {
        let title = Label("JARVIS", classes: ["app-title", "title-3"])
        title.setTextAlignment(0)
        title.expand(horizontal: true)
        let name = Box(.row, spacing: 12, [avatar.root, title])
        // Without spacing of its own: the buttons on the left are an empty widget on most desktops.
        let bar = Box(.row, [WindowControls(.start), name, recording, WindowControls(.end)])
        bar.addClass("header")
        root = WindowHandle(bar)
        root.align(vertical: .start)
        recording.isVisible = false
        recording.setTooltip(localized("What you say is kept as sound files. Turn it off in Settings."))
        recording.setAccessibleLabel(localized("What you say is recorded"))
    }

    func show(_ state: AssistantState) {
        recording.isVisible = state.policy.recordsUtterances
    }
}
