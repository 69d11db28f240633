// SPDX-License-Identifier: GPL-3.0-or-later
// Undoes resets and deletions in the settings, the last one first.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SettingsUndo {
    let toast = UndoToast()

    private let model: SettingsModel
    private var stack: [@MainActor () -> Void] = []

    init(_ model: SettingsModel) {
        self.model = model
        model.onPutBack = { [weak self] in self?.took($0) }
        toast.onUndo = { [weak self] in _ = self?.undo() }
    }

    /// Undoes the last change; false if there is nothing to undo.
    func undo() -> Bool {
        guard let restore = stack.popLast() else { return false }
        restore()
        toast.show(localized("Restored"), isUndoable: !stack.isEmpty)
        return true
    }

    /// Undoes the last change while the toast that offers it is on the screen; false otherwise.
    func takesBack() -> Bool { toast.root.isRevealed && undo() }

    private func took(_ former: [SettingsModel.Former]) {
        let text =
            former.count == 1
            ? localized("%1 reset", former[0].setting.text.shownTitle)
            : localized("%1 setting reset", "%1 settings reset", count: former.count)
        offer(text) { [model] in model.restore(former) }
    }

    /// Shows a text about a change, and remembers how to undo it.
    func offer(_ text: String, _ undo: @escaping @MainActor () -> Void) {
        stack.append(undo)
        toast.show(text, isUndoable: true)
    }
}
