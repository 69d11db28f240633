// SPDX-License-Identifier: GPL-3.0-or-later
// Writes pictures as PNG (ISO/IEC 15948) with runs of equal bytes folded by fixed-code deflate (RFC 1951): a face on
// black is mostly zero after filtering, so this small encoder stays near a general one and adds no library.

extension SceneImage {
    /// The picture as a PNG file, 8-bit RGB.
    public func pngData() -> [UInt8] {
        var data: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        Self.append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, 2, 0, 0, 0], to: &data)
        let rows = filteredRows()
        var stream: [UInt8] = [0x78, 0x01]
        var writer = DeflateWriter()
        writer.write(rows)
        stream += writer.finish()
        stream += Self.bigEndian(Int(Self.adler(rows)))
        Self.append("IDAT", stream, to: &data)
        Self.append("IEND", [], to: &data)
        return data
    }

    /// Every row as its difference from the row above (filter 2).
    private func filteredRows() -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(height * (width * 3 + 1))
        for y in 0..<height {
            out.append(2)
            for x in 0..<width {
                let at = (y * width + x) * 4
                for channel in 0..<3 {
                    let above = y > 0 ? rgba[at - width * 4 + channel] : 0
                    out.append(rgba[at + channel] &- above)
                }
            }
        }
        return out
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

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}

/// One block of deflate's fixed codes; matches only runs of the same byte.
private struct DeflateWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    init() { put(0b011, 3) }

    mutating func write(_ data: [UInt8]) {
        var at = 0
        while at < data.count {
            let byte = data[at]
            symbol(Int(byte))
            at += 1
            var run = 0
            while at + run < data.count, run < 258, data[at + run] == byte { run += 1 }
            if run >= 3 {
                length(run)
                at += run
            }
        }
    }

    mutating func finish() -> [UInt8] {
        symbol(256)
        put(0, 7)
        return bytes
    }

    private mutating func put(_ value: UInt64, _ bits: Int) {
        pending |= value << count
        count += bits
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Huffman codes go out most significant bit first.
    private mutating func code(_ value: Int, _ bits: Int) {
        var reversed: UInt64 = 0
        for bit in 0..<bits where value >> bit & 1 == 1 { reversed |= 1 << UInt64(bits - 1 - bit) }
        put(reversed, bits)
    }

    private mutating func symbol(_ value: Int) {
        switch value {
        case ..<144: code(0x30 + value, 8)
        case ..<256: code(0x190 + value - 144, 9)
        case ..<280: code(value - 256, 7)
        default: code(0xC0 + value - 280, 8)
        }
    }

    /// A run of 3…258 bytes at distance 1.
    private mutating func length(_ run: Int) {
        let bases = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227,
            258,
        ]
        let index = bases.lastIndex { $0 <= run } ?? 0
        symbol(257 + index)
        if index >= 8, index < 28 { put(UInt64(run - bases[index]), (index - 4) / 4) }
        code(0, 5)
    }
}
