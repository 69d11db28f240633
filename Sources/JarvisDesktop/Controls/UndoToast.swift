// SPDX-License-Identifier: GPL-3.0-or-later
// Says what was just done and offers to undo it, for a few seconds.

import GioKit
import GtkKit

/// How long what was done can be undone by its note. A tool that reads a window from outside, as slowly as its machine
/// is, lets it stay longer.
@MainActor
public enum UndoToastTime {
    public static var milliseconds = DesignTokens.Panes.toastMilliseconds
}

/// A note at the lower edge with an Undo button.
@MainActor
final class UndoToast {
    let root: Revealer

    private let label = Label(classes: ["toast-text"])
    private let button = Button(label: localized("Undo"))
    /// Undoes the last thing that was done.
    var onUndo: (@MainActor () -> Void)?
    private var hiding: LoopTimer?

    init() {
        button.addClass("toast-action")
        button.align(vertical: .center)
        label.setRole(.status)
        // In a small window with large text a name is longer than a line.
        label.wraps(lines: 3)
        label.wantsOneLine()
        let content = Box(.row, spacing: 16, [label, button])
        content.addClass("toast")
        root = Revealer(content, transition: .slideUp, milliseconds: DesignTokens.Motion.stateChange)
        root.align(horizontal: .center, vertical: .end)
        root.isVisible = false
        button.onClick { [weak self] in self?.onUndo?() }
    }

    /// Shows `text`, and the button where that can be undone.
    func show(_ text: String, isUndoable: Bool) {
        label.text = text
        button.isVisible = isUndoable
        root.isVisible = true
        root.isRevealed = true
        hiding = LoopTimer.once(milliseconds: UndoToastTime.milliseconds) { [weak self] in self?.hide() }
    }

    /// Gives the keyboard to the button; false while there is none to be seen.
    func grabFocus() -> Bool { root.isRevealed && button.isVisible && button.grabFocus() }

    func hide() {
        root.isRevealed = false
        hiding = LoopTimer.once(milliseconds: DesignTokens.Motion.stateChange) { [weak self] in
            self?.root.isVisible = false
        }
    }
}
