// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the window: portrait, name and window buttons.

import GtkKit

@MainActor
final class HeaderBar {
    let root: Widget
    let avatar = ArcReactorAvatar()
    private let remote = Label(classes: ["hint"])

    init() {
        let title = Label("JARVIS", classes: ["app-title", "title-3"])
        title.setTextAlignment(0)
        title.expand(horizontal: true)
        let name = Box(.row, spacing: 12, [avatar.root, title, remote])
        remote.isVisible = false
        remote.ellipsizes()
        // Without spacing of its own: the buttons on the left are an empty widget on most desktops.
        let bar = Box(.row, [WindowControls(.start), name, WindowControls(.end)])
        bar.addClass("header")
        root = WindowHandle(bar)
        root.align(vertical: .start)
    }

    /// Says where sound and words go when they leave the computer.
    func show(remoteHosts: [String]) {
        remote.isVisible = !remoteHosts.isEmpty
        remote.text = "\(localized("Connected to")) \(remoteHosts.joined(separator: ", "))"
        remote.setTooltip(localized("Your speech or the replies are sent there."))
    }
}
