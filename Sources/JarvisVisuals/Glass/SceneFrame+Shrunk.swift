// SPDX-License-Identifier: GPL-3.0-or-later
// The same scene at other sizes: smaller for the blur, with empty room round it for a whole window.

import CRasterizer

extension SceneFrame {
    /// The same scene in the middle of a larger, otherwise empty field; lengths in logical pixels.
    public func surrounded(width: Double, height: Double) -> SceneFrame {
        var frame = self
        let scale = Float(size.scale)
        frame.size = SceneSize(width: max(width, size.width), height: max(height, size.height), scale: size.scale)
        frame.view.width = Float(frame.size.pixelWidth)
        frame.view.height = Float(frame.size.pixelHeight)
        frame.view.centre_x += Float(frame.size.width - size.width) / 2 * scale
        frame.view.centre_y += Float(frame.size.height - size.height) / 2 * scale
        return frame
    }

    /// Sprites smaller than a cell would flicker: they are drawn larger and as much fainter.
    private static let spread: Float = 2

    /// The same picture with this many pixels.
    func shrunk(columns: Int, rows: Int) -> SceneFrame {
        let factor = Float(columns) / max(view.width, 1)
        var frame = self
        frame.size = SceneSize(width: Double(columns), height: Double(rows))
        frame.view.width = Float(columns)
        frame.view.height = Float(rows)
        frame.view.scale *= factor
        frame.view.visual_scale *= factor
        frame.view.centre_x *= factor
        frame.view.centre_y *= factor
        frame.view.field_x *= factor
        frame.view.field_y *= factor
        frame.view.particle_size *= Self.spread
        frame.view.particle_gain /= Self.spread * Self.spread
        return frame
    }
}
