// SPDX-License-Identifier: GPL-3.0-or-later
// What a pane of glass is made of: what it does to the light, its colours and shape, the memory that it is cut into.

import CRasterizer

/// What glass does to the light behind it.
public struct GlassGrade: Hashable, Sendable {
    /// Factor of the encoded values.
    public var gain: Double
    /// Factor of the distance from grey.
    public var saturation: Double
    /// Relative luminance that no light reaches: text on the pane stays readable whatever is behind it.
    public var limit: Double

    /// A grade.
    public init(gain: Double, saturation: Double, limit: Double) {
        (self.gain, self.saturation, self.limit) = (gain, saturation, limit)
    }

    var raw: crasterizer_grade {
        crasterizer_grade(gain: Float(gain), saturation: Float(saturation), limit: Float(limit))
    }
}

/// The colours and the shape of a pane.
public struct GlassLook: Hashable, Sendable {
    /// A colour with its strength, 0…1.
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

    /// Logical pixels.
    public var radius: Double
    /// Logical pixels.
    public var borderWidth: Double
    public var fill: Tint
    public var border: Tint

    /// A look; lengths in logical pixels.
    public init(radius: Double, borderWidth: Double, fill: Tint, border: Tint) {
        (self.radius, self.borderWidth, self.fill, self.border) = (radius, borderWidth, fill, border)
    }
}

/// Memory for one pane: rows of premultiplied BGRA, 8 bits each (cairo's `CAIRO_FORMAT_ARGB32` on little-endian machines).
public final class GlassPixels {
    public let bytes: UnsafeMutablePointer<UInt8>
    /// Device pixels.
    public let width: Int
    /// Device pixels.
    public let height: Int
    public let bytesPerRow: Int

    /// Transparent pixels.
    public init(width: Int, height: Int) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        bytesPerRow = self.width * 4
        bytes = .allocate(capacity: max(bytesPerRow * self.height, 1))
        bytes.initialize(repeating: 0, count: max(bytesPerRow * self.height, 1))
    }

    deinit { bytes.deallocate() }
}
