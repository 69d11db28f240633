// SPDX-License-Identifier: GPL-3.0-or-later
// The face drawn on the processor and painted as one cairo node: the cheapest way where there is no GPU.

import GtkKit
import JarvisVisuals

final class SoftwareScene: SceneDrawing {
    let root: Widget
    var onFailure: (@MainActor (SceneBackendChoice) -> Void)?
    var refit: (@MainActor (SceneSize) -> SceneFrame?)?

    private let area = DrawingArea()
    private let renderer = SoftwareSceneRenderer()
    /// Surfaces over the renderer's three buffers, oldest first. One must be gone before its buffer is drawn again, and
    /// all before the renderer frees its buffers: at another size, and at the end.
    private var surfaces: [PixelSurface] = []
    private var size: SceneSize?

    init() {
        root = area
        area.onDraw { [weak self] canvas, _, _ in
            guard let self else { return }
            refitIfNeeded()
            if let newest = surfaces.last { canvas.copy(newest) }
        }
    }

    /// The surfaces go before the renderer takes their pixels away.
    isolated deinit {
        surfaces = []
    }

    func present(_ frame: SceneFrame) {
        draw(frame)
        area.queueDraw()
    }

    /// Between a new size or scale and the next frame there would be a part of a picture, or none.
    private func refitIfNeeded() {
        let now = SceneSize(width: Double(area.width), height: Double(area.height), scale: Double(area.scaleFactor))
        if now != size, let frame = refit?(now) { draw(frame) }
    }

    private func draw(_ frame: SceneFrame) {
        if frame.size != size { surfaces = [] }
        size = frame.size
        if surfaces.count > 2 { surfaces.removeFirst(surfaces.count - 2) }
        guard let picture = renderer.draw(frame) else { return }
        surfaces.append(
            PixelSurface(
                pixels: picture.pixels, width: picture.width, height: picture.height, bytesPerRow: picture.bytesPerRow,
                scale: frame.size.scale))
    }
}
