// SPDX-License-Identifier: GPL-3.0-or-later
// The pixels of a rendered picture.

/// A picture as rows of RGBA, 8 bits each, top row first, without padding; opaque.
public struct SceneImage: Hashable, Sendable {
    /// The width in device pixels.
    public var width: Int
    /// The height in device pixels.
    public var height: Int
    /// `width` × `height` × 4 bytes: red, green, blue and opaque alpha.
    public var rgba: [UInt8]

    /// Creates an image from pixels of four bytes each.
    public init(width: Int, height: Int, rgba: [UInt8]) {
        precondition(rgba.count == width * height * 4, "four bytes per pixel")
        self.width = width
        self.height = height
        self.rgba = rgba
    }

    init(_ picture: SoftwarePicture) {
        var rgba = [UInt8](repeating: 255, count: picture.width * picture.height * 4)
        rgba.withUnsafeMutableBufferPointer { out in
            var at = 0
            for y in 0..<picture.height {
                let row = picture.pixels + y * picture.bytesPerRow
                for x in 0..<picture.width {
                    out[at] = row[x * 4 + 2]
                    out[at + 1] = row[x * 4 + 1]
                    out[at + 2] = row[x * 4]
                    at += 4
                }
            }
        }
        self.init(width: picture.width, height: picture.height, rgba: rgba)
    }

    /// The red, green and blue components of a pixel.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = (y * width + x) * 4
        return (rgba[at], rgba[at + 1], rgba[at + 2])
    }
}
