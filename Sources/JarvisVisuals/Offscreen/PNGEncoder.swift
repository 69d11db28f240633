// SPDX-License-Identifier: GPL-3.0-or-later
// Writes pictures as PNG (ISO/IEC 15948). A small encoder of our own adds no library, and gives the same bytes
// everywhere, whatever version of a library a machine has.

extension SceneImage {
    /// The picture as a PNG file, 8-bit RGB.
    public func pngData() -> [UInt8] {
        var data: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        Self.append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, 2, 0, 0, 0], to: &data)
        Self.append("IDAT", DeflateEncoder.zlibStream(filteredRows()), to: &data)
        Self.append("IEND", [], to: &data)
        return data
    }

    /// Every row by that of the five filters which leaves the smallest differences.
    private func filteredRows() -> [UInt8] {
        let stride = width * 3
        var out: [UInt8] = []
        out.reserveCapacity(height * (stride + 1))
        var above = [UInt8](repeating: 0, count: stride)
        var row = above
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 { row[x * 3 + channel] = rgba[(y * width + x) * 4 + channel] }
            }
            let candidates = (0..<5).map { Self.filtered(row, above, filter: $0) }
            let sizes = candidates.map { $0.reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) } }
            let best = sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
            out.append(UInt8(best))
            out += candidates[best]
            swap(&above, &row)
        }
        return out
    }

    /// A row as differences from what the filter predicts of its neighbours.
    private static func filtered(_ row: [UInt8], _ above: [UInt8], filter: Int) -> [UInt8] {
        var out = row
        guard filter > 0 else { return out }
        for index in row.indices {
            let left = index < 3 ? 0 : Int(row[index - 3])
            let up = Int(above[index])
            let prediction =
                switch filter {
                case 1: left
                case 2: up
                case 3: (left + up) / 2
                default: nearest(left, up, index < 3 ? 0 : Int(above[index - 3]))
                }
            out[index] = row[index] &- UInt8(truncatingIfNeeded: prediction)
        }
        return out
    }

    /// Paeth's predictor: whichever neighbour is nearest to left + up − corner.
    private static func nearest(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let guess = left + up - corner
        let distances = (left: abs(guess - left), up: abs(guess - up), corner: abs(guess - corner))
        if distances.left <= distances.up, distances.left <= distances.corner { return left }
        return distances.up <= distances.corner ? up : corner
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func append(_ type: String, _ content: [UInt8], to data: inout [UInt8]) {
        let body = Array(type.utf8) + content
        data += bigEndian(content.count) + body + bigEndian(Int(crc(body)))
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        let table = (0..<256).map { index -> UInt32 in
            (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
        return ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }
}
