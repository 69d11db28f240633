// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the window: portrait, name, whether utterances are recorded, and window buttons.

import GtkKit
import JarvisCore

@MainActor
final class HeaderBar {
    let root: Widget
    let avatar = ArcReactorAvatar()
    private let recording = Label(localized("● Recorded"), classes: ["hint"])
    private let remote = Label(classes: ["hint"])

    init() {
        let title = Label("JARVIS", classes: ["app-title", "title-3"])
        title.setTextAlignment(0)
        title.expand(horizontal: true)
        let name = Box(.row, spacing: 12, [avatar.root, title, remote])
        remote.isVisible = false
        remote.ellipsizes()
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

    /// Says where sound and words go when they leave the computer.
    func show(remoteHosts: [String]) {
        remote.isVisible = !remoteHosts.isEmpty
        remote.text = "\(localized("Connected to")) \(remoteHosts.joined(separator: ", "))"
        remote.setTooltip(localized("Your speech or the replies are sent there."))
    }
}
