// SPDX-License-Identifier: GPL-3.0-or-later
// Shrinks a scene's frame to fewer pixels, for the blur.

import CRasterizer

extension SceneFrame {
    /// The factor on the size of sprites, which get correspondingly fainter: smaller ones would flicker on so coarse a
    /// grid.
    private static let spread: Float = 2

    /// The frame scaled down to this size in pixels.
    func shrunk(columns: Int, rows: Int) -> SceneFrame {
        let factor = Float(columns) / max(view.width, 1)
        var frame = self
        if let roomLight { frame.arcs.append(roomLight) }
        frame.size = SceneSize(width: Double(columns), height: Double(rows))
        frame.view.width = Float(columns)
        frame.view.height = Float(rows)
        frame.view.scale *= factor
        frame.view.visual_scale *= factor
        frame.view.centre_x *= factor
        frame.view.centre_y *= factor
        frame.view.field_x *= factor
        frame.view.field_y *= factor
        frame.view.parallax_x *= factor
        frame.view.parallax_y *= factor
        frame.view.particle_size *= Self.spread
        frame.view.particle_gain /= Self.spread * Self.spread
        return frame
    }
}
