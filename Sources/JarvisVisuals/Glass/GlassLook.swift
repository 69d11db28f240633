// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of a pane of glass: how it changes light, its colours and shape, and the memory for its picture.

import CRasterizer

/// How glass changes the light behind it.
public struct GlassGrade: Hashable, Sendable {
    /// Multiplies the encoded values.
    public var gain: Double
    /// Multiplies the distance from grey.
    public var saturation: Double
    /// The relative luminance that the light stays below, so that text on the pane is always readable; on a light
    /// ground, of the light that is missing.
    public var limit: Double

    public init(gain: Double, saturation: Double, limit: Double) {
        (self.gain, self.saturation, self.limit) = (gain, saturation, limit)
    }

    /// - Parameter ground: The scene's light ground, whose missing light is graded; nil for black.
    func raw(on ground: SceneColor?) -> crasterizer_grade {
        let color = ground ?? SceneColor(red: 0, green: 0, blue: 0)
        return crasterizer_grade(
            gain: Float(gain), saturation: Float(saturation), limit: Float(limit),
            ground_blue: Float(color.blue * 255), ground_green: Float(color.green * 255),
            ground_red: Float(color.red * 255))
    }
}

/// The colours and shape of a pane.
public struct GlassLook: Hashable, Sendable {
    /// A colour and its strength, 0…1.
    public struct Tint: Hashable, Sendable {
        public var color: SceneColor
        public var strength: Double

        public init(_ color: SceneColor, _ strength: Double) {
            self.color = color
            self.strength = strength
        }

        var tint: crasterizer_tint {
            crasterizer_tint(
                red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: Float(strength))
        }
    }

    /// The radius of the corners, in logical pixels.
    public var radius: Double
    /// The width of the border, in logical pixels.
    public var borderWidth: Double
    public var fill: Tint
    public var border: Tint

    /// Creates a look; lengths are in logical pixels.
    public init(radius: Double, borderWidth: Double, fill: Tint, border: Tint) {
        (self.radius, self.borderWidth, self.fill, self.border) = (radius, borderWidth, fill, border)
    }
}

/// Memory for one pane: rows of premultiplied BGRA, 8 bits each (cairo's `CAIRO_FORMAT_ARGB32` on little-endian
/// machines).
public final class GlassPixels {
    public let bytes: UnsafeMutablePointer<UInt8>
    /// The width in device pixels.
    public let width: Int
    /// The height in device pixels.
    public let height: Int
    public let bytesPerRow: Int

    /// Creates a pane of transparent pixels.
    public init(width: Int, height: Int) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        bytesPerRow = self.width * 4
        bytes = .allocate(capacity: max(bytesPerRow * self.height, 1))
        bytes.initialize(repeating: 0, count: max(bytesPerRow * self.height, 1))
    }

    deinit { bytes.deallocate() }
}
