// SPDX-License-Identifier: GPL-3.0-or-later
// The same scene with fewer pixels, for the blur.

import CRasterizer

extension SceneFrame {
    /// Sprites smaller than a cell would flicker: they are drawn larger and as much fainter.
    private static let spread: Float = 2

    /// The same picture with this many pixels.
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
