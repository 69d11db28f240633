// SPDX-License-Identifier: GPL-3.0-or-later
// The frosted background of a widget: a part of the blurred scene, cut out at the widget's position and kept until the
// position or the light changes. Solid looks belong to the style sheet and get no glass.

package import GtkKit
package import JarvisVisuals

@MainActor
package final class GlassPane {
    /// The glass's colours and shape; a change shows in the next frame.
    var look: GlassLook {
        didSet { if look != oldValue { target?.queueDraw() } }
    }
    /// Returns the current look, for glass that changes on hover and press; takes precedence over `look`.
    var dynamicLook: (@MainActor () -> GlassLook)?

    private let backdrop: GlassBackdrop
    /// Weak, because the widget owns the painter, which owns this pane. So the widget exists whenever this paints.
    private weak var target: Widget?
    private let coversWindow: Bool
    private var cut: Cut?
    /// The last two pictures, because GTK still shows the old one while the new one is made.
    private var pictures: [(pixels: GlassPixels, surface: PixelSurface)] = []
    private var drift = 0.0
    /// The number of pictures made so far.
    private var made = 0

    /// Everything that determines a picture.
    private struct Cut: Equatable {
        var area: FieldRectangle
        /// How much larger the area is shown than it is in the blurred scene.
        var zoom = 1.0
        var scale: Double
        var look: GlassLook
    }

    /// - Parameters:
    ///   - target: a painted box or a button, which the caller keeps; its CSS background must be clear.
    ///   - coversWindow: true if the widget hides the scene; it then shows the scene from when the backdrop was frozen.
    package init(_ target: Widget, _ look: GlassLook, _ backdrop: GlassBackdrop, coversWindow: Bool = false) {
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

    /// Glass that responds to hover and press.
    package convenience init(button: Button, _ backdrop: GlassBackdrop) {
        self.init(button, DesignTokens.Glass.action, backdrop)
        dynamicLook = { [weak button] in
            guard let button else { return DesignTokens.Glass.action }
            var look = DesignTokens.Glass.action
            if button.isPressed || button.isHovered {
                let accent = button.color(named: "cyan") ?? DesignTokens.Palette.cyan
                look =
                    button.isPressed
                    ? DesignTokens.Glass.actionPressed(accent) : DesignTokens.Glass.actionHover(accent)
            }
            // A capsule at any size.
            look.radius = Double(min(button.width, button.height)) / 2
            return look
        }
    }

    /// True if a change of the light behind the glass would be visible.
    var isShown: Bool { target.map { $0.isMapped && !Self.isSolid($0) && !coversWindow } ?? false }

    private static func isSolid(_ target: Widget) -> Bool {
        target.windowHasClass("solid") || target.windowHasClass("high-contrast")
    }

    /// The current look in the window's theme.
    private func shown(_ target: Widget) -> GlassLook {
        let look = dynamicLook?() ?? look
        return target.isLight ? DesignTokens.Light.glass(look) : look
    }

    /// Redraws the glass if the light behind it has changed visibly.
    func follow() {
        guard let target else { return }
        guard let cut else { return target.queueDraw() }
        drift += backdrop.blur.change(in: cut.area)
        guard drift >= DesignTokens.Glass.visibleChange else { return }
        self.cut = nil
        target.queueDraw()
    }

    /// Makes a picture unless the newest one is still right.
    /// - Returns: the newest picture's number; nil if there is none to paint.
    private func version(_ width: Double, _ height: Double) -> Int? {
        guard let target, !Self.isSolid(target), let (area, zoom) = area(target, width, height)
        else { return nil }
        let full = Double(target.scaleFactor)
        let limit = coversWindow ? (DesignTokens.Glass.mostPanePixels / max(width * height, 1)).squareRoot() : full
        let scale = min(full, limit)
        let wanted = Cut(area: area, zoom: zoom, scale: scale, look: shown(target))
        if wanted != cut { make(wanted) }
        return pictures.isEmpty ? nil : made
    }

    /// The area of the scene behind the widget, and how much larger it is shown; nil if there is no scene to show.
    private func area(_ target: Widget, _ width: Double, _ height: Double) -> (FieldRectangle, zoom: Double)? {
        if coversWindow {
            return backdrop.isFrozen ? Self.covering(width: width, height: height, field: backdrop.blur.field) : nil
        }
        guard !backdrop.isFrozen, let place = target.bounds(in: backdrop.field()) else { return nil }
        return (FieldRectangle(x: place.x, y: place.y, width: width, height: height), 1)
    }

    /// The centred part of a frozen field that covers a window whose size has changed since then, and how much larger
    /// to show it.
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
