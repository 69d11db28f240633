// SPDX-License-Identifier: GPL-3.0-or-later
// A status, and a button to act on it.

import GtkKit

/// A title over a text that changes, which screen readers follow, and a button.
@MainActor
final class ActionRow {
    let root: Widget

    /// The status, in a sentence.
    var status = "" {
        didSet {
            guard status != oldValue else { return }
            label.text = status
            label.setAccessibleLabel(status)
        }
    }

    /// Whether the button does anything now.
    var isUsable = true {
        didSet {
            root.isSensitive = isUsable
            // A screen reader asks the button, not what it is in.
            button.isSensitive = isUsable
        }
    }

    private let label = Label(classes: ["setting-detail"])
    private let button = Button(label: "")
    private let title: String

    /// - Parameter title: of the row, in the user's language.
    init(_ title: String) {
        self.title = title
        let heading = Label(title, classes: ["setting-title"])
        for label in [heading, label] {
            label.setTextAlignment(0)
            label.wraps()
        }
        heading.wantsOneLine()
        label.setRole(.status)
        let texts = Box(.column, spacing: 2, [heading, label])
        texts.expand(horizontal: true)
        texts.align(vertical: .center)
        button.addClass("setting-action")
        button.align(horizontal: .start, vertical: .center)
        let row = StackingRow(
            texts, button, share: DesignTokens.Panes.statusShare, spacing: DesignTokens.Panes.headingSpacing)
        row.addClass("setting-row")
        root = row
    }

    /// The button's label; a screen reader says the row's title, too.
    func nameButton(_ text: String) {
        button.setLabel(text)
        button.setAccessibleLabel("\(title): \(text)")
    }

    /// What gets the keyboard.
    var control: Widget { button }

    func onClick(_ handler: @escaping @MainActor () -> Void) { button.onClick(handler) }
}
