// SPDX-License-Identifier: GPL-3.0-or-later
// The common parts of the organizer's panes: a scrolling column, a hint if it is empty, and undo by a button or Ctrl+Z.

import GtkKit
import JarvisAssistant
import JarvisDesktopKit

@MainActor
final class OrganizerContent {
    let root: Widget
    let toast = UndoToast()
    /// Called to undo the last change; returns false if there is nothing to undo.
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

    /// Shows the column, or the hint if it is empty.
    func show(isEmpty: Bool) {
        scroller.isVisible = !isEmpty
        hint.root.isVisible = isEmpty
    }

    /// Runs the work; if it fails, the error banner explains why.
    func perform(_ work: @escaping @MainActor () async throws -> Void) {
        Task { [assistant] in
            do { try await work() } catch { assistant.notice(error) }
        }
    }
}
