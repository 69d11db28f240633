// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes 8-bit RGB and RGBA PNG files from any writer, for tests of the encoder and for the golden pictures.

@testable import JarvisVisuals

enum PNGReader {
    /// The picture, or nil if the file is damaged or of another kind.
    static func image(_ data: [UInt8]) -> SceneImage? {
        guard data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        func number(_ at: Int) -> Int { data[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        var at = 8
        var header: [UInt8] = []
        var stream: [UInt8] = []
        while at + 12 <= data.count, at + 12 + number(at) <= data.count {
            let content = data[(at + 8)..<(at + 8 + number(at))]
            switch String(decoding: data[(at + 4)..<(at + 8)], as: UTF8.self) {
            case "IHDR": header = Array(content)
            case "IDAT": stream += content
            default: break
            }
            at += 12 + number(at)
        }
        guard header.count == 13, header[8] == 8, [2, 6].contains(header[9]), header[12] == 0 else { return nil }
        let width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
        let channels = header[9] == 2 ? 3 : 4
        var inflater = Inflater(Array(stream.dropFirst(2)))
        guard let rows = inflater.run(), rows.count == (width * channels + 1) * height else { return nil }
        return SceneImage(width: width, height: height, rgba: pixels(rows, width, height, channels))
    }

    private static func pixels(_ rows: [UInt8], _ width: Int, _ height: Int, _ channels: Int) -> [UInt8] {
        let stride = width * channels
        var rgba = [UInt8](repeating: 255, count: width * height * 4)
        var above = [UInt8](repeating: 0, count: stride)
        for y in 0..<height {
            let start = y * (stride + 1)
            var row = Array(rows[(start + 1)..<(start + 1 + stride)])
            for index in row.indices {
                let left = index < channels ? 0 : Int(row[index - channels])
                let corner = index < channels ? 0 : Int(above[index - channels])
                let value = prediction(rows[start], left, Int(above[index]), corner)
                row[index] &+= UInt8(truncatingIfNeeded: value)
                rgba[(y * width + index / channels) * 4 + index % channels] = row[index]
            }
            above = row
        }
        return rgba
    }

    private static func prediction(_ filter: UInt8, _ left: Int, _ up: Int, _ corner: Int) -> Int {
        switch filter {
        case 1: return left
        case 2: return up
        case 3: return (left + up) / 2
        case 4:
            let guess = left + up - corner
            let near = [left, up, corner].enumerated().min { abs(guess - $0.1) < abs(guess - $1.1) }
            return near?.element ?? 0
        default: return 0
        }
    }
}

/// Decodes deflate streams (RFC 1951): stored blocks, fixed codes and dynamic codes.
private struct Inflater {
    private let bytes: [UInt8]
    private var bit = 0
    private var out: [UInt8] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The content, or nil if the stream is damaged.
    mutating func run() -> [UInt8]? {
        while let last = take(1), let kind = take(2) {
            let isWhole =
                switch kind {
                case 0: stored()
                case 1: block(Self.fixedLiterals, [Int](repeating: 5, count: 30))
                case 2: dynamic()
                default: false
                }
            guard isWhole else { return nil }
            if last == 1 { return out }
        }
        return nil
    }

    private static let fixedLiterals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }

    private mutating func take(_ count: Int) -> Int? {
        guard bit + count <= bytes.count * 8 else { return nil }
        var value = 0
        for index in 0..<count {
            value |= Int(bytes[bit >> 3] >> UInt8(bit & 7) & 1) << index
            bit += 1
        }
        return value
    }

    private mutating func stored() -> Bool {
        bit = (bit + 7) / 8 * 8
        guard let count = take(16), take(16) != nil, bit / 8 + count <= bytes.count else { return false }
        out += bytes[(bit / 8)..<(bit / 8 + count)]
        bit += count * 8
        return true
    }

    private mutating func dynamic() -> Bool {
        guard let literals = take(5), let distances = take(5), let count = take(4) else { return false }
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var lengths = [Int](repeating: 0, count: 19)
        for symbol in order.prefix(count + 4) {
            guard let length = take(3) else { return false }
            lengths[symbol] = length
        }
        let code = PrefixCode(lengths)
        var all: [Int] = []
        while all.count < literals + 257 + distances + 1 {
            guard let symbol = next(code) else { return false }
            switch symbol {
            case 16: all += [Int](repeating: all.last ?? 0, count: 3 + (take(2) ?? 0))
            case 17: all += [Int](repeating: 0, count: 3 + (take(3) ?? 0))
            case 18: all += [Int](repeating: 0, count: 11 + (take(7) ?? 0))
            default: all.append(symbol)
            }
        }
        return block(Array(all[..<(literals + 257)]), Array(all[(literals + 257)...]))
    }

    private mutating func block(_ literalLengths: [Int], _ distanceLengths: [Int]) -> Bool {
        let literals = PrefixCode(literalLengths)
        let distances = PrefixCode(distanceLengths)
        while let symbol = next(literals) {
            if symbol == 256 { return true }
            guard symbol > 256 else {
                out.append(UInt8(symbol))
                continue
            }
            let index = symbol - 257
            let extra = index < 8 || index == 28 ? 0 : index / 4 - 1
            let base = index < 8 ? index + 3 : index == 28 ? 258 : (4 + index % 4) << extra + 3
            guard let more = take(extra), let far = next(distances) else { return false }
            let farExtra = far < 4 ? 0 : far / 2 - 1
            guard let farMore = take(farExtra) else { return false }
            let distance = (far < 4 ? far + 1 : (2 + far % 2) << farExtra + 1) + farMore
            guard distance <= out.count else { return false }
            for _ in 0..<(base + more) { out.append(out[out.count - distance]) }
        }
        return false
    }

    private mutating func next(_ code: PrefixCode) -> Int? {
        var value = 0
        for length in 1...15 {
            guard let bit = take(1) else { return nil }
            value = value << 1 | bit
            if let symbol = code.symbols[length << 16 | value] { return symbol }
        }
        return nil
    }
}

/// A prefix code: symbols by the length and value of their codes.
private struct PrefixCode {
    private(set) var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) {
        var next = 0
        for length in 1...15 {
            next <<= 1
            for symbol in lengths.indices where lengths[symbol] == length {
                symbols[length << 16 | next] = symbol
                next += 1
            }
        }
    }
}
