// SPDX-License-Identifier: GPL-3.0-or-later
// What the panes of the organizer have in common: one column that scrolls, what is shown where there is nothing, and the
// offer to take back what was done last, by its button or Ctrl+Z.

import GtkKit
import JarvisAssistant

@MainActor
final class OrganizerContent {
    let root: Widget
    let toast = UndoToast()
    /// Takes back what was done last; false when there is nothing.
    var onUndo: (@MainActor () -> Bool)?

    private let assistant: Assistant
    private let scroller: ScrolledWindow
    private let hint: OrganizerHint

    init(_ column: Box, hint: OrganizerHint, _ assistant: Assistant) {
        self.assistant = assistant
        self.hint = hint
        let bin = ClampBin(column, maximum: DesignTokens.Panes.columnWidth, fills: true)
        bin.addClass("pane-column")
        scroller = ScrolledWindow(bin)
        scroller.expand(horizontal: true, vertical: true)
        let body = Overlay(scroller)
        body.addLayer(hint.root)
        body.expand(horizontal: true, vertical: true)
        let layers = Overlay(body)
        layers.addLayer(toast.root)
        root = layers
        toast.onUndo = { [weak self] in _ = self?.onUndo?() }
        let shortcuts = ShortcutController()
        shortcuts.add("<Control>z") { [weak self] in self?.onUndo?() ?? false }
        layers.add(shortcuts)
    }

    /// Shows the column, or that there is nothing in it.
    func show(isEmpty: Bool) {
        scroller.isVisible = !isEmpty
        hint.root.isVisible = isEmpty
    }

    /// Does it; why something could not be done is in the banner.
    func perform(_ work: @escaping @MainActor () async throws -> Void) {
        Task { [assistant] in
            do { try await work() } catch { assistant.notice(error) }
        }
    }
}
