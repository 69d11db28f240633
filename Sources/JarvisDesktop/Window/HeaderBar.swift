// SPDX-License-Identifier: GPL-3.0-or-later
// The top of the window: portrait, name and window buttons.

import GtkKit

@MainActor
final class HeaderBar {
    let root: Widget
    let avatar = ArcReactorAvatar()

    init() {
        let title = Label("JARVIS", classes: ["app-title"])
        let space = Box(.row)
        space.expand(horizontal: true)
        space.setRole(.none)
        let bar = Box(.row, spacing: 12, [WindowControls(.start), avatar.root, title, space, WindowControls(.end)])
        bar.addClass("header")
        root = WindowHandle(bar)
        root.align(vertical: .start)
    }
}
