// SPDX-License-Identifier: GPL-3.0-or-later
// The frosted background of one widget: cut from the blurred scene at the widget's place, kept until the place or the
// light changes, and painted as it is. Solid looks are the style sheet's: nothing is painted over them.

import GtkKit
import JarvisVisuals

@MainActor
final class GlassPane {
    /// The colours; a change shows with the next frame.
    var look: GlassLook {
        didSet { if look != oldValue { target?.queueDraw() } }
    }
    /// Gives another look from moment to moment, for hover and press.
    var dynamicLook: (@MainActor () -> GlassLook)?

    private let backdrop: GlassBackdrop
    /// The widget holds the painter, which holds this: it is alive whenever this is asked to paint.
    private weak var target: Widget?
    private let coversWindow: Bool
    private var cut: Cut?
    /// Two, because GTK still shows the last picture while the next one is made.
    private var pictures: [(pixels: GlassPixels, surface: PixelSurface)] = []
    private var drift = 0.0
    /// How many pictures have been made so far.
    private var made = 0

    /// The conditions of the newest picture.
    private struct Cut: Equatable {
        var area: FieldRectangle
        /// How much larger the area is shown than it was.
        var zoom = 1.0
        var scale: Double
        var look: GlassLook
    }

    /// - Parameters:
    ///   - target: a painted box or a button, which its owner keeps; its CSS background must be clear.
    ///   - coversWindow: it hides the scene, and shows it as it was when the backdrop was frozen.
    init(_ target: Widget, _ look: GlassLook, _ backdrop: GlassBackdrop, coversWindow: Bool = false) {
        self.look = look
        self.backdrop = backdrop
        self.target = target
        self.coversWindow = coversWindow
        backdrop.add(self)
        target.underpaint(.backdrop) { [self] width, height in
            version(width, height)
        } _: { [self] canvas, width, height in
            if let newest = pictures.last { canvas.blend(newest.surface, width: width, height: height) }
        }
    }

    /// Glass that answers to pointer and press.
    convenience init(button: Button, _ backdrop: GlassBackdrop) {
        self.init(button, DesignTokens.Glass.action, backdrop)
        dynamicLook = { [weak button] in
            guard let button else { return DesignTokens.Glass.action }
            guard button.isPressed || button.isHovered else { return DesignTokens.Glass.action }
            let accent = button.color(named: "cyan") ?? DesignTokens.Palette.cyan
            return button.isPressed ? DesignTokens.Glass.actionPressed(accent) : DesignTokens.Glass.actionHover(accent)
        }
    }

    /// False while a change of the light behind it could not be seen.
    var isShown: Bool { target.map { $0.isMapped && !Self.isSolid($0) && !coversWindow } ?? false }

    private static func isSolid(_ target: Widget) -> Bool {
        target.windowHasClass("solid") || target.windowHasClass("high-contrast")
    }

    /// The light behind has moved on: cut again when that shows.
    func follow() {
        guard let target else { return }
        guard let cut else { return target.queueDraw() }
        drift += backdrop.blur.change(in: cut.area)
        guard drift >= DesignTokens.Glass.visibleChange else { return }
        self.cut = nil
        target.queueDraw()
    }

    /// Makes the picture that is wanted now, unless it is there; nil when there is none to paint.
    private func version(_ width: Double, _ height: Double) -> Int? {
        guard let target, !Self.isSolid(target), let (area, zoom) = area(target, width, height)
        else { return nil }
        let full = Double(target.scaleFactor)
        let limit = coversWindow ? (DesignTokens.Glass.mostPanePixels / max(width * height, 1)).squareRoot() : full
        let scale = min(full, limit)
        let wanted = Cut(area: area, zoom: zoom, scale: scale, look: dynamicLook?() ?? look)
        if wanted != cut { make(wanted) }
        return pictures.isEmpty ? nil : made
    }

    /// Where the widget stands over the scene.
    private func area(_ target: Widget, _ width: Double, _ height: Double) -> (FieldRectangle, zoom: Double)? {
        if coversWindow {
            return backdrop.isFrozen ? Self.covering(width: width, height: height, field: backdrop.blur.field) : nil
        }
        guard !backdrop.isFrozen, let place = target.bounds(in: backdrop.field()) else { return nil }
        return (FieldRectangle(x: place.x, y: place.y, width: width, height: height), 1)
    }

    /// The part of a frozen field that covers a window which has another size by now, from the middle, and how much
    /// larger it is shown.
    nonisolated static func covering(
        width: Double, height: Double, field: (width: Double, height: Double)
    ) -> (FieldRectangle, zoom: Double) {
        guard field.width >= 1, field.height >= 1 else {
            return (FieldRectangle(x: 0, y: 0, width: width, height: height), 1)
        }
        let zoom = max(width / field.width, height / field.height)
        let (across, down) = (width / zoom, height / zoom)
        return (
            FieldRectangle(x: (field.width - across) / 2, y: (field.height - down) / 2, width: across, height: down),
            zoom
        )
    }

    private func make(_ wanted: Cut) {
        let density = wanted.scale * wanted.zoom
        let width = Int((wanted.area.width * density).rounded())
        let height = Int((wanted.area.height * density).rounded())
        var pixels = pictures.count > 1 ? pictures.removeFirst().pixels : nil
        if pixels?.width != width || pixels?.height != height { pixels = nil }
        let room = pixels ?? GlassPixels(width: width, height: height)
        guard backdrop.blur.cut(wanted.area, scale: density, look: wanted.look, into: room) else { return }
        let surface = PixelSurface(
            pixels: room.bytes, width: width, height: height, bytesPerRow: room.bytesPerRow, scale: wanted.scale,
            hasAlpha: true, owner: room)
        pictures.append((room, surface))
        made += 1
        cut = wanted
        drift = 0
    }
}
