// SPDX-License-Identifier: GPL-3.0-or-later
// The face drawn on the processor and painted as one cairo node: the cheapest way where there is no GPU.

import GtkKit
import JarvisVisuals

final class SoftwareScene: SceneDrawing {
    let root: Widget
    var onFailure: (@MainActor (SceneBackendChoice) -> Void)?

    private let area = DrawingArea()
    private let renderer = SoftwareSceneRenderer()
    private var picture: (pixels: UnsafeMutablePointer<UInt8>, source: PixelSource)?

    init() {
        root = area
        area.onDraw { [weak self] canvas, _, _ in
            if let picture = self?.picture { canvas.copy(picture.source) }
        }
    }

    func present(_ frame: SceneFrame) {
        guard let drawn = renderer.draw(frame) else { return }
        if picture?.pixels != drawn.pixels {
            picture = (
                drawn.pixels,
                PixelSource(
                    pixels: drawn.pixels, owner: drawn.owner, width: drawn.width, height: drawn.height,
                    bytesPerRow: drawn.bytesPerRow, scale: frame.size.scale)
            )
        }
        area.queueDraw()
    }
}
