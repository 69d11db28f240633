// SPDX-License-Identifier: GPL-3.0-or-later
// A finished picture, and its PNG file.

/// Rows of RGBA, 8 bits each, top row first, no padding; opaque.
public struct SceneImage: Hashable, Sendable {
    /// Device pixels.
    public var width: Int
    public var height: Int
    public var rgba: [UInt8]

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

    /// Red, green and blue of a pixel.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = (y * width + x) * 4
        return (rgba[at], rgba[at + 1], rgba[at + 2])
    }
}
