// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the window: portrait, name and window buttons.

import GtkKit

@MainActor
final class HeaderBar {
    let root: Widget
    let avatar = ArcReactorAvatar()

    init() {
        let title = Label("JARVIS", classes: ["app-title", "title-3"])
        title.setTextAlignment(0)
        title.expand(horizontal: true)
        let name = Box(.row, spacing: 12, [avatar.root, title])
        // Without spacing of its own: the buttons on the left are an empty widget on most desktops.
        let bar = Box(.row, [WindowControls(.start), name, WindowControls(.end)])
        bar.addClass("header")
        root = WindowHandle(bar)
        root.align(vertical: .start)
    }
}
