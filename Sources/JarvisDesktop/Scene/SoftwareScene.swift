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
    private var picture: (size: SceneSize, pixels: UnsafeMutablePointer<UInt8>, source: PixelSource)?

    init() {
        root = area
        area.onDraw { [weak self] canvas, _, _ in
            guard let self else { return }
            refitIfNeeded()
            if let picture { canvas.copy(picture.source) }
        }
    }

    func present(_ frame: SceneFrame) {
        draw(frame)
        area.queueDraw()
    }

    /// Between a new size or scale and the next frame there would be a part of a picture, or none.
    private func refitIfNeeded() {
        let now = SceneSize(width: Double(area.width), height: Double(area.height), scale: Double(area.scaleFactor))
        if now != picture?.size, let frame = refit?(now) { draw(frame) }
    }

    private func draw(_ frame: SceneFrame) {
        guard let drawn = renderer.draw(frame) else { return }
        guard picture?.pixels != drawn.pixels || picture?.size != frame.size else { return }
        let source = PixelSource(
            pixels: drawn.pixels, owner: drawn.owner, width: drawn.width, height: drawn.height,
            bytesPerRow: drawn.bytesPerRow, scale: frame.size.scale)
        picture = (frame.size, drawn.pixels, source)
    }
}
