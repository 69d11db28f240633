// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a window's scene on the CPU, in parts that change at different rates: the particle field, in strips of the
// window's width, into one persistent picture; and the visualizer's box, into a picture that starts as a copy of the
// field. Presenting a pixel costs more than drawing it, so slow parts are presented less often. Used from one thread
// at a time.

import CRasterizer

/// The software renderer for windows.
public final class LayeredSceneRenderer {
    /// The number of strips of the field.
    public static let stripCount = 6

    private let rasterizer: Rasterizer?
    private var backdropKey: BackdropKey?
    private var pixels: PixelBuffer?
    private var middle: PixelBuffer?
    private var size: SceneSize?
    private var spots: [crasterizer_spot] = []
    /// True if the field is light, and the particles take light away from it.
    private var takesLight = false
    /// The particles drawn in each strip, which the next drawing removes.
    private var drawn = [DrawnSpots](repeating: DrawnSpots(), count: LayeredSceneRenderer.stripCount)

    /// Creates a renderer; allocates no pixels before the first frame.
    public init(path: SoftwareSceneRenderer.Path = .automatic) {
        rasterizer = Rasterizer(path: path)
    }

    /// The field, at the window's size; uses the same memory until the size changes.
    public var field: SoftwarePicture? { pixels.map(SoftwarePicture.init) }

    /// The rows of a strip in a field of this height, in logical pixels.
    public static func rows(of strip: Int, height: Int) -> Range<Int> {
        height * strip / stripCount..<height * (strip + 1) / stripCount
    }

    /// Resizes the field's picture to fit the frame.
    /// - Returns: False if the size or the backdrop has changed, so that all strips have to be drawn.
    public func fit(_ frame: SceneFrame) -> Bool {
        guard let rasterizer else { return true }
        let key = BackdropKey(frame)
        guard key != backdropKey || size != frame.size else { return true }
        (size, backdropKey) = (frame.size, key)
        takesLight = frame.ground != nil
        let (width, height) = (frame.size.pixelWidth, frame.size.pixelHeight)
        if pixels?.width != width || pixels?.height != height {
            pixels = nil
            pixels = PixelBuffer(width: width, height: height)
        }
        if let pixels { rasterizer.drawBackdrop(frame, into: pixels) }
        for strip in drawn.indices { drawn[strip].forget() }
        return false
    }

    /// Sets the particles' positions for all strips drawn from now on.
    public func place(_ frame: SceneFrame) {
        var view = frame.view
        let range = frame.particles.backdropCount..<max(frame.particleCount, frame.particles.backdropCount)
        frame.particles.records.withUnsafeBufferPointer { all in
            let chosen = UnsafeBufferPointer(rebasing: all[range])
            spots = [crasterizer_spot](unsafeUninitializedCapacity: chosen.count) { buffer, count in
                crasterizer_place(&view, chosen.baseAddress, Int32(chosen.count), buffer.baseAddress)
                count = chosen.count
            }
        }
    }

    /// Draws one strip with the particles at their current positions.
    public func draw(strip: Int) {
        guard let rasterizer, let size, let pixels else { return }
        let rows = Self.rows(of: strip, height: Int(size.height))
        let scale = Int(size.scale)
        let area = PixelArea(
            left: 0, top: rows.lowerBound * scale, right: pixels.width,
            bottom: strip == Self.stripCount - 1 ? pixels.height : rows.upperBound * scale)
        rasterizer.renew(spots, over: &drawn[strip], into: area.part(of: pixels, takesLight: takesLight))
    }

    /// Draws the visualizer over the current field.
    /// - Parameter box: The part of the field to draw, in logical pixels.
    /// - Returns: The picture of the box, valid until the next one is drawn; nil if nothing can be drawn.
    public func draw(_ frame: SceneFrame, box: SceneBox) -> SoftwarePicture? {
        guard let rasterizer, let pixels, let size else { return nil }
        let scale = Int(size.scale)
        let area = PixelArea(
            left: box.x * scale, top: box.y * scale, right: (box.x + box.width) * scale,
            bottom: (box.y + box.height) * scale)
        guard area.left >= 0, area.top >= 0, area.right <= pixels.width, area.bottom <= pixels.height else {
            return nil
        }
        if middle?.width != area.width || middle?.height != area.height {
            middle = PixelBuffer(width: area.width, height: area.height)
        }
        guard let middle else { return nil }
        let from = pixels.bytes + area.top * pixels.bytesPerRow + area.left * 4
        for row in 0..<area.height {
            (middle.bytes + row * middle.bytesPerRow).update(
                from: from + row * pixels.bytesPerRow, count: area.width * 4)
        }
        rasterizer.draw(frame, particles: 0..<0, arcs: frame.arcs, into: area.target(middle, takesLight: takesLight))
        return SoftwarePicture(buffer: middle)
    }
}

/// A part of the field, in logical pixels.
public struct SceneBox: Hashable, Sendable {
    public var x, y, width, height: Int

    /// Creates a box from its upper left corner and size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

extension SceneFrame {
    /// The visualizer's reach from its middle at full size: the longest bar with its glow.
    private static let reach = 208.5
    /// The box's sides are multiples of this, so that a growing visualizer rarely needs a new one.
    private static let step = 8

    /// The part of the field that the visualizer's light may reach, including shakes.
    public var visualizerBox: SceneBox {
        let scale = max(size.scale, 1)
        let reach = Self.reach * Double(view.visual_scale) / scale + SceneMetrics.shakeDistance
        let half = (Int(reach) / Self.step + 1) * Self.step
        let x = Int(size.width / 2)
        let y = Int((Double(view.centre_y) / scale).rounded())
        let (left, top) = (max(x - half, 0), max(y - half, 0))
        return SceneBox(
            x: left, y: top, width: max(min(x + half, Int(size.width)) - left, 0),
            height: max(min(y + half, Int(size.height)) - top, 0))
    }
}
