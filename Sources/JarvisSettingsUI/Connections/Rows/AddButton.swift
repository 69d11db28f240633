// SPDX-License-Identifier: GPL-3.0-or-later
// The round button that floats over the page. It opens a menu of things to add, and its plus turns while that is open.

import GtkKit
import JarvisDesktopKit
import JarvisVisuals

@MainActor
final class AddButton {
    let root: Button
    /// Called when the user has chosen from the menu.
    var onChoose: (@MainActor (Choice) -> Void)?

    enum Choice: CaseIterable {
        case model, tools, paste

        var title: String {
            switch self {
            case .model: localized("Language model")
            case .tools: localized("Tool server")
            case .paste: localized("Paste a configuration")
            }
        }

        var icon: String {
            switch self {
            case .model: "jarvis-speaker-symbolic"
            case .tools: "jarvis-tool-symbolic"
            case .paste: "jarvis-copy-symbolic"
            }
        }
    }

    /// The widget that contains the menu; it must be able to place popovers.
    var place: Widget?

    private let plus = DrawingArea(
        width: Int(DesignTokens.Connections.plus), height: Int(DesignTokens.Connections.plus))
    private var motion: SpringMover?
    private var turn = 0.0
    private var menu: Popover?

    init() {
        plus.setRole(.none)
        plus.align(horizontal: .center, vertical: .center)
        root = Button(plus, accessibleLabel: localized("Add a server"))
        root.addClass("add-connection")
        root.setTooltip(localized("Add a server"))
        root.setSizeRequest(width: DesignTokens.Connections.addButton, height: DesignTokens.Connections.addButton)
        root.align(horizontal: .end, vertical: .end)
        root.margins(bottom: DesignTokens.Connections.addMargin, end: DesignTokens.Connections.addMargin)
        plus.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
        let motion = SpringMover(plus, .errorSlide(0))
        motion.onStep = { [weak self] in
            self?.turn = $0
            self?.plus.queueDraw()
        }
        self.motion = motion
        root.onClick { [weak self] in self?.open() }
    }

    /// True while the menu is open.
    var isOpen: Bool { menu != nil }

    func close() { menu?.close() }

    /// Removes the menu at once. Call before the page closes.
    func detach() {
        menu?.detach()
        menu = nil
    }

    private func open() {
        guard menu == nil else { return close() }
        guard let place else { return }
        let items = Choice.allCases.map { choice in
            let icon = Image(icon: choice.icon, pixels: DesignTokens.Panes.icon)
            let label = Label(choice.title)
            for part in [icon, label] as [Widget] { part.setRole(.none) }
            let item = Button(
                Box(.row, spacing: DesignTokens.Panes.headingSpacing, [icon, label]), accessibleLabel: choice.title)
            item.addClass("menu-item")
            item.onClick { [weak self] in
                self?.close()
                self?.onChoose?(choice)
            }
            return item
        }
        let popover = Popover(Box(.column, items))
        popover.addClass("glass-menu")
        popover.setAccessibleLabel(localized("Add a server"))
        popover.onClose { [weak self] in self?.closed() }
        menu = popover
        popover.open(in: place, beside: root)
        move(to: 1)
    }

    private func closed() {
        menu = nil
        move(to: 0)
    }

    private func move(to turn: Double) {
        motion?.move(to: turn)
        if root.windowHasClass("reduced-motion") { motion?.finish() }
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let reach = DesignTokens.Connections.plus / 2 - DesignTokens.Connections.plusWidth
        canvas.translate(width / 2, height / 2)
        canvas.rotate(turn * DesignTokens.Connections.plusTurn * .pi / 180)
        canvas.setColor(plus.color(named: "on_accent") ?? DesignTokens.Palette.onAccent)
        canvas.move(-reach, 0)
        canvas.line(reach, 0)
        canvas.move(0, -reach)
        canvas.line(0, reach)
        canvas.stroke(width: DesignTokens.Connections.plusWidth)
    }
}
