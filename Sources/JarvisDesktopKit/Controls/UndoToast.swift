// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what was just done and offers to undo it, for a few seconds.

import GioKit
package import GtkKit

/// How long a toast offers undo. A tool that examines the window from outside, on a slow machine, extends it.
@MainActor
public enum UndoToastTime {
    public static var milliseconds = DesignTokens.Panes.toastMilliseconds
}

/// A short note at the lower edge, with an Undo button.
@MainActor
package final class UndoToast {
    package let root: Revealer

    private let label = Label(classes: ["toast-text"])
    private let button = Button(label: localized("Undo"))
    /// Called when the user wants to undo the last change.
    package var onUndo: (@MainActor () -> Void)?
    private var hiding: LoopTimer?

    package init() {
        button.addClass("toast-action")
        button.align(vertical: .center)
        label.setRole(.status)
        // In a small window with large text, a name may be longer than a line.
        label.wraps(lines: 3)
        label.wantsOneLine()
        let content = Box(.row, spacing: 16, [label, button])
        content.addClass("toast")
        root = Revealer(content, transition: .slideUp, milliseconds: DesignTokens.Motion.stateChange)
        root.align(horizontal: .center, vertical: .end)
        root.isVisible = false
        button.onClick { [weak self] in self?.onUndo?() }
    }

    /// Shows `text`, with the button if the change can be undone.
    package func show(_ text: String, isUndoable: Bool) {
        label.text = text
        button.isVisible = isUndoable
        root.isVisible = true
        root.isRevealed = true
        root.announce(isUndoable ? localized("%1. Ctrl+Z undoes it.", text) : text, .change)
        hiding = LoopTimer.once(milliseconds: UndoToastTime.milliseconds) { [weak self] in self?.hide() }
    }

    /// Focuses the button; false if it isn't visible.
    package func grabFocus() -> Bool { root.isRevealed && button.isVisible && button.grabFocus() }

    package func hide() {
        root.isRevealed = false
        hiding = LoopTimer.once(milliseconds: DesignTokens.Motion.stateChange) { [weak self] in
            self?.root.isVisible = false
        }
    }
}
