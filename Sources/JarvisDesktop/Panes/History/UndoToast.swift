// SPDX-License-Identifier: GPL-3.0-or-later
// Says what was just done and offers to undo it, for a few seconds.

import GtkKit

/// A note at the lower edge with an Undo button.
@MainActor
final class UndoToast {
    let root: Revealer

    private let label = Label(classes: ["toast-text"])
    private var undo: (@MainActor () -> Void)?
    private var hiding: LoopTimer?

    init() {
        let button = Button(label: localized("Undo"))
        button.addClass("toast-action")
        label.setRole(.status)
        label.ellipsizes()
        let content = Box(.row, spacing: 16, [label, button])
        content.addClass("toast")
        root = Revealer(content, transition: .slideUp, milliseconds: DesignTokens.Motion.stateChange)
        root.align(horizontal: .center, vertical: .end)
        root.isVisible = false
        button.onClick { [weak self] in self?.takeBack() }
    }

    /// Shows `text`; `undo` is called at most once.
    func show(_ text: String, undo: @escaping @MainActor () -> Void) {
        label.text = text
        self.undo = undo
        root.isVisible = true
        root.isRevealed = true
        hiding = LoopTimer.once(milliseconds: DesignTokens.Panes.toastMilliseconds) { [weak self] in self?.hide() }
    }

    /// Undoes what the toast is about; false when there is nothing to undo.
    @discardableResult
    func takeBack() -> Bool {
        guard let undo else { return false }
        hide()
        undo()
        return true
    }

    private func hide() {
        undo = nil
        root.isRevealed = false
        hiding = LoopTimer.once(milliseconds: DesignTokens.Motion.stateChange) { [weak self] in
            self?.root.isVisible = false
        }
    }
}
