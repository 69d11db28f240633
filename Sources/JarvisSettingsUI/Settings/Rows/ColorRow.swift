// SPDX-License-Identifier: GPL-3.0-or-later
// A row with a colour, typed as #rrggbb or picked from a few. Input that isn't a colour changes nothing.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ColorRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { entry }

    private let entry: Entry
    private let button: Button
    private let swatch: Swatch
    private let text: RowText
    private let model: SettingsModel
    private let path: any WritableKeyPath<Settings, HexColor> & Sendable
    private let isUsed: @Sendable (Settings) -> Bool
    private var palette: Popover?
    private var isShowing = false

    /// - Parameter isUsed: returns true if the colour has an effect; otherwise it can't be changed.
    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, HexColor> & Sendable,
        isUsed: @escaping @Sendable (Settings) -> Bool
    ) {
        let setting = SettingDescriptor.of(path)
        name = setting.key
        self.model = model
        self.path = path
        self.isUsed = isUsed
        entry = Entry(placeholder: "#rrggbb", accessibleLabel: setting.text.shownTitle)
        entry.setAccessibleDescription(setting.text.shownHelp)
        text = RowText(setting, model, entry)
        entry.setSizeRequest(width: DesignTokens.Accents.entryWidth)
        entry.align(vertical: .center)
        swatch = Swatch(model.current[keyPath: path])
        button = Button(swatch.root, accessibleLabel: localized("Pick a colour: %1", setting.text.shownTitle))
        button.addClass("round")
        button.align(vertical: .center)
        let place = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [entry, button])
        place.align(vertical: .center)
        root = text.row(beside: place)
        entry.onChange { [weak self] in self?.typed() }
        button.onClick { [weak self] in self?.offer() }
    }

    func show(_ settings: Settings) {
        text.show(settings, on: root)
        text.use(isUsed(settings), [entry, button], in: root)
        let color = settings[keyPath: path]
        swatch.color = color
        // Leave the text alone if it already means this colour, or while the user is typing.
        guard HexColor(text: entry.text) != color, !(entry.containsFocus && isShowingTyped) else { return }
        isShowing = true
        entry.text = color.text
        entry.setClass("error", false)
        isShowing = false
    }

    /// Replaces invalid input with the current colour.
    func finish() {
        palette?.detach()
        palette = nil
        isShowing = true
        entry.text = model.current[keyPath: path].text
        entry.setClass("error", false)
        isShowing = false
    }

    /// True while the field's text isn't a valid colour.
    private var isShowingTyped: Bool { HexColor(text: entry.text) == nil }

    private func typed() {
        guard !isShowing else { return }
        let color = HexColor(text: entry.text)
        entry.setClass("error", color == nil)
        if let color { set(color) }
    }

    private func set(_ color: HexColor) {
        let path = path
        guard model.current[keyPath: path] != color else { return }
        model.change { $0[keyPath: path] = color }
        swatch.color = color
    }

    /// Opens the colour swatches.
    private func offer() {
        palette?.detach()
        let offered = DesignTokens.Accents.offered
        let rows = stride(from: 0, to: offered.count, by: DesignTokens.Accents.columns).map { start in
            Box(.row, spacing: 4, offered[start..<min(start + DesignTokens.Accents.columns, offered.count)].map(choice))
        }
        let popover = Popover(Box(.column, spacing: 4, rows))
        popover.addClass("glass-menu")
        palette = popover
        popover.open(in: root, beside: button)
    }

    private func choice(_ name: String, _ color: HexColor) -> Button {
        let choice = Button(Swatch(color).root, accessibleLabel: name)
        choice.addClass("round")
        choice.setTooltip(name)
        choice.onClick { [weak self] in
            guard let self else { return }
            palette?.close()
            set(color)
            show(model.current)
            button.grabFocus()
        }
        return choice
    }
}

/// A disc of a single colour.
@MainActor
private final class Swatch {
    /// The drawing's state, without the widget, which owns it.
    private final class Paint {
        var color: HexColor

        init(_ color: HexColor) { self.color = color }
    }

    let root: Widget
    var color: HexColor {
        get { paint.color }
        set {
            guard newValue != paint.color else { return }
            paint.color = newValue
            root.queueDraw()
        }
    }

    private let paint: Paint

    init(_ color: HexColor) {
        let paint = Paint(color)
        self.paint = paint
        let area = DrawingArea(width: DesignTokens.Accents.swatch, height: DesignTokens.Accents.swatch)
        root = area
        area.align(horizontal: .center, vertical: .center)
        area.setRole(.none)
        area.onDraw { canvas, width, height in
            canvas.setColor(Color(paint.color.value))
            canvas.circle(width / 2, height / 2, min(width, height) / 2)
            canvas.fill()
        }
    }
}
