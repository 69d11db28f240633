// SPDX-License-Identifier: GPL-3.0-or-later
// A row with a status and a button.

import GtkKit
import JarvisDesktopKit

/// A title above a status, which screen readers announce when it changes, and a button.
@MainActor
final class ActionRow {
    let root: Widget

    /// The status as a sentence.
    var status = "" {
        didSet {
            label.tell(status, .change)
        }
    }

    /// True if the button can be used now.
    var isUsable = true {
        didSet {
            root.isSensitive = isUsable
            // A screen reader looks at the button itself, not at its container.
            button.isSensitive = isUsable
        }
    }

    private let label = Label(classes: ["setting-detail"])
    private let button = Button(label: "")
    private let title: String

    /// - Parameter title: the row's title, in the user's language.
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
            texts, button, share: DesignTokens.Settings.statusShare, spacing: DesignTokens.Panes.headingSpacing)
        row.addClass("setting-row")
        root = row
    }

    /// Sets the button's label. A screen reader also reads the row's title.
    func nameButton(_ text: String) {
        button.setLabel(text)
        button.setAccessibleLabel("\(title): \(text)")
    }

    /// The widget to focus.
    var control: Widget { button }

    func onClick(_ handler: @escaping @MainActor () -> Void) { button.onClick(handler) }
}
