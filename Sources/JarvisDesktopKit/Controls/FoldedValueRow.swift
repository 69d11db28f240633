// SPDX-License-Identifier: GPL-3.0-or-later
// A value that will be sent: its name, and the value itself, which unfolds piece by piece if it is long.

package import GtkKit

@MainActor
package final class FoldedValueRow {
    package let root: Widget

    private let value = Label(classes: ["value-text"])
    private let more = Button(label: "")
    /// Called when the whole value has become visible, so the button that had the focus is gone.
    package var onWhole: (@MainActor () -> Void)?
    private let name: String
    private var text: FoldedText

    package init(_ name: String, _ value: String) {
        self.name = FoldedText.visible(name)
        text = FoldedText(value)
        let caption = Label(self.name, classes: ["value-name", "footnote"])
        for label in [caption, self.value] {
            label.setTextAlignment(0)
            label.wraps()
        }
        more.addClass("row-action")
        more.align(horizontal: .start)
        root = Box(.column, spacing: DesignTokens.Panes.captionSpacing, [caption, self.value, more])
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
            // The focus must not disappear with the button, so let the owner move it.
            if hadFocus { onWhole?() }
            return
        }
        let label =
            text.rest <= FoldedText.step
            ? localized("Show all")
            : localized("Show %1 more characters", String(text.rest))
        more.setLabel(label)
        more.setAccessibleLabel("\(label): \(name)")
    }
}
