// SPDX-License-Identifier: GPL-3.0-or-later
// The row of a server: a dot, its name and state, its speed, and buttons.

import GtkKit
import JarvisDesktopKit

@MainActor
final class ConnectionRow {
    let root: Box
    let name: String
    var onTest: (@MainActor () -> Void)?
    var onEdit: (@MainActor () -> Void)?
    var onRemove: (@MainActor () -> Void)?

    /// The part of a row that depends on its server.
    struct Content: Hashable {
        /// The interface, address and model, or the command.
        var detail: String
        /// The remote host that receives requests; nil if they stay on this computer.
        var remoteHost: String?
    }

    private let dot = StatusDot()
    private let detail = Label(classes: ["setting-detail"])
    private let remote = Label(classes: ["setting-detail", "connection-remote"])
    private let status = Label(classes: ["setting-detail", "connection-status"])
    private let bars: SignalBars
    private let test = Button(label: localized("Test"))
    private let edit: Button

    /// - Parameter controls: extra controls for this kind of server; they come first.
    init(_ name: String, controls: [Widget]) {
        self.name = name
        bars = SignalBars(name)
        let title = Label(name, classes: ["setting-title"])
        for label in [title, detail, remote, status] {
            label.setTextAlignment(0)
            label.wraps()
        }
        status.setRole(.status)
        let texts = Box(.column, [title, detail, remote, status])
        texts.expand(horizontal: true)
        texts.align(vertical: .center)
        dot.root.align(vertical: .center)
        let heading = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [dot.root, texts])
        edit = Button(icon: "jarvis-edit-symbolic", pixels: DesignTokens.Panes.icon, label: localized("Edit %1", name))
        let remove = Button(
            icon: "jarvis-delete-symbolic", pixels: DesignTokens.Panes.icon, label: localized("Remove %1", name))
        test.addClass("row-action")
        test.setAccessibleLabel(localized("Test %1", name))
        for button in [edit, remove] { button.addClass("round") }
        for control in controls + [test, edit, remove] { control.align(vertical: .center) }
        let buttons = WrapBox(spacing: DesignTokens.Panes.rowSpacing, [bars.root] + controls + [test, edit, remove])
        let line = StackingRow(heading, buttons, share: 0.4, spacing: DesignTokens.Panes.rowSpacing)
        root = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [line])
        root.addClass("setting-row")
        root.addClass("connection-row")
        root.setRole(.group)
        root.setAccessibleLabel(name)
        test.onClick { [weak self] in self?.onTest?() }
        edit.onClick { [weak self] in self?.onEdit?() }
        remove.onClick { [weak self] in self?.onRemove?() }
    }

    func show(_ content: Content, _ health: ConnectionHealth) {
        detail.text = content.detail
        remote.isVisible = content.remoteHost != nil
        remote.text = content.remoteHost.map { localized("Questions are sent to %1", $0) } ?? ""
        // Servers are asked now and then by themselves; only what the user has asked for is announced.
        if root.containsFocus {
            status.tell(health.text, .change)
        } else {
            status.text = health.text
            status.setAccessibleLabel(health.text)
        }
        status.setClass("failing", health.isFailing)
        dot.show(health.color, glows: health != .unknown)
        bars.show(health)
        test.isSensitive = health != .asking
    }

    func grabFocus() { edit.grabFocus() }
}

extension ConnectionHealth {
    var isFailing: Bool { if case .failing = self { true } else { false } }
}
