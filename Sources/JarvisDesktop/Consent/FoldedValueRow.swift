// SPDX-License-Identifier: GPL-3.0-or-later
// One thing that is sent: its name, and its value, of which a long one opens piece by piece.

import GtkKit

@MainActor
final class FoldedValueRow {
    let root: Widget

    private let value = Label(classes: ["value-text"])
    private let more = Button(label: "")
    /// All is shown, and the button that had the keyboard is gone.
    var onWhole: (@MainActor () -> Void)?
    private let name: String
    private var text: FoldedText

    init(_ name: String, _ value: String) {
        self.name = FoldedText.visible(name)
        text = FoldedText(value)
        let caption = Label(self.name, classes: ["value-name", "footnote"])
        for label in [caption, self.value] {
            label.setTextAlignment(0)
            label.wraps()
        }
        more.addClass("row-action")
        more.align(horizontal: .start)
        root = Box(.column, spacing: DesignTokens.Consent.captionSpacing, [caption, self.value, more])
        root.setRole(.group)
        more.onClick { [weak self] in
            self?.text.unfold()
            self?.show()
        }
        show()
    }

    private func show() {
        value.text = text.text.isEmpty ? localized("(empty)") : text.text
        root.setAccessibleLabel("\(name): \(value.text)")
        let hadFocus = more.containsFocus
        more.isVisible = !text.isWhole
        guard more.isVisible else {
            // The keyboard must not be lost with it.
            if hadFocus { onWhole?() }
            return
        }
        let label =
            text.rest <= FoldedText.step
            ? localized("Show all")
            : localized("Show more (%1 characters are left)", String(text.rest))
        more.setLabel(label)
        more.setAccessibleLabel("\(label): \(name)")
    }
}
