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
        for label in [title, hint] { label.setRole(.none) }
        root.isReadable { [weak self] in self?.words ?? "" }
        root.isVisible = false
        show(HistoryQuery())
    }

    /// - Parameter query: the query that found nothing.
    func show(_ query: HistoryQuery) {
        if query.only != nil, query.words.isEmpty {
            title.text = localized("No notes yet")
            hint.text = localized("Say “%1”, and then what you want to keep.", "Take a note")
            return root.setAccessibleLabel(words)
        }
        title.text = query.isEmpty ? localized("No messages yet") : localized("Nothing found")
        hint.text =
            switch (query.words.isEmpty, query.filters.isEmpty) {
            case (true, true): localized("Your conversation appears here and stays on this computer.")
            case (false, true): localized("No message contains all these words.")
            case (true, false): localized("No messages of this kind.")
            case (false, false): localized("No message of this kind contains all these words.")
            }
        root.setAccessibleLabel(words)
    }

    /// The hint as one text.
    var words: String { "\(title.text). \(hint.text)" }
}
