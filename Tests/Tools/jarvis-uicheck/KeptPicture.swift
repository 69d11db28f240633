// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the documentation, and its difference from what the program shows.

import CGtk

/// A picture from a file, as pixels of four channels.
struct KeptPicture {
    /// The mean channel difference, of 255, between two pictures that look the same: due to the reference picture's few
    /// colours and to font versions.
    static let tolerance = 4.0
    /// The edge of the parts that are compared separately, in pixels, so that local changes are not lost in the whole.
    private static let tile = 100

    var width: Int
    var height: Int
    var bytes: [UInt8]

    /// Nil if the file is missing.
    init?(path: String) {
        guard let texture = gdk_texture_new_from_filename(path, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
        bytes = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture, &bytes, gsize(width * 4))
    }

    /// The greatest difference of a part of this size or of the rest at the edges; nil if the sizes differ.
    func difference(from pixels: [UInt8], width: Int, height: Int) -> Double? {
        guard (width, height) == (self.width, self.height), pixels.count == bytes.count else { return nil }
        var greatest = 0.0
        for y in stride(from: 0, to: height, by: Self.tile) {
            for x in stride(from: 0, to: width, by: Self.tile) {
                let (right, bottom) = (min(x + Self.tile, width), min(y + Self.tile, height))
                var sum = 0
                for line in y..<bottom {
                    let row = (line * width + x) * 4..<(line * width + right) * 4
                    sum += Self.sum(bytes[row], pixels[row])
                }
                greatest = max(greatest, Double(sum) / Double((bottom - y) * (right - x) * 4))
            }
        }
        return greatest
    }

    /// The mean difference of the channels.
    static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
        guard one.count == other.count, !one.isEmpty else { return 255 }
        return Double(sum(one[...], other[...])) / Double(one.count)
    }

    private static func sum(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                var (sum, index) = (0, 0)
                while index < one.count {
                    sum += one[index] > other[index] ? Int(one[index] - other[index]) : Int(other[index] - one[index])
                    index += 1
                }
                return sum
            }
        }
    }
}
