// SPDX-License-Identifier: GPL-3.0-or-later
// What was put back to its default or deleted in the settings, and is brought back, the last one first.

import GtkKit
import JarvisCore

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

    /// Takes back what was put back last; false when there is nothing.
    func undo() -> Bool {
        guard let restore = stack.popLast() else { return false }
        restore()
        toast.show(localized("Restored"), isUndoable: !stack.isEmpty)
        return true
    }

    /// Undoes while the note that offers it is on the screen; false otherwise.
    func takesBack() -> Bool { toast.root.isRevealed && undo() }

    private func took(_ former: [SettingsModel.Former]) {
        let text =
            former.count == 1
            ? localized("%1 is at its default", former[0].setting.text.shownTitle)
            : localized("%1 setting was put back", "%1 settings were put back", count: former.count)
        offer(text) { [model] in model.restore(former) }
    }

    /// Tells what was done, and keeps what takes it back.
    func offer(_ text: String, _ undo: @escaping @MainActor () -> Void) {
        stack.append(undo)
        toast.show(text, isUndoable: true)
    }
}
