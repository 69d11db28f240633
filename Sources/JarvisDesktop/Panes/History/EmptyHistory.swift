// SPDX-License-Identifier: GPL-3.0-or-later
// What the history shows when it has no messages to show.

import GtkKit

@MainActor
final class EmptyHistory {
    let root: Box

    private let avatar = ArcReactorAvatar(diameter: DesignTokens.Panes.emptyIcon)
    private let title = Label(classes: ["empty-title"])
    private let hint = Label(classes: ["hint"])

    init() {
        for label in [title, hint] {
            label.wraps()
            label.centersLines()
        }
        root = Box(.column, spacing: 12, [avatar.root, title, hint])
        root.addClass("empty")
        root.align(horizontal: .center, vertical: .center)
        root.setRole(.status)
        root.isVisible = false
        show(isSearch: false)
    }

    func show(isSearch: Bool) {
        title.text = isSearch ? localized("Nothing found") : localized("Nothing said yet")
        hint.text =
            isSearch
            ? localized("No message contains all of these words.")
            : localized("What you and JARVIS say to each other is kept here, on this computer only.")
        root.setAccessibleLabel("\(title.text). \(hint.text)")
    }
}
