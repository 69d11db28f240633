// SPDX-License-Identifier: GPL-3.0-or-later
// The hint in an empty history.

import GtkKit
import JarvisDesktopKit

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
        show(HistoryQuery())
    }

    /// - Parameter query: the query that found nothing.
    func show(_ query: HistoryQuery) {
        title.text = query.isEmpty ? localized("Nothing said yet") : localized("Nothing found")
        hint.text =
            switch (query.words.isEmpty, query.filters.isEmpty) {
            case (true, true): localized("What you and JARVIS say to each other is kept here, on this computer only.")
            case (false, true): localized("No message contains all of these words.")
            case (true, false): localized("There are no messages of this kind.")
            case (false, false): localized("No message of this kind contains all of these words.")
            }
        root.setAccessibleLabel("\(title.text). \(hint.text)")
    }
}
