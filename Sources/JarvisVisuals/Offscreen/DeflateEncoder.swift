// SPDX-License-Identifier: GPL-3.0-or-later
// Compression for pictures (RFC 1951, RFC 1950): one block with codes of its own and greedy matches. Small and always
// the same; a face is soft light, which short codes for small differences serve better than long matches.

/// Writes one zlib stream.
struct DeflateEncoder {
    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let distanceBases = (0..<30).map { $0 < 4 ? $0 + 1 : (2 + $0 % 2) << ($0 / 2 - 1) + 1 }
    /// The order in which the lengths of the code-length code are written.
    private static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let endOfBlock = 256
    private static let shortestMatch = 4
    private static let longestMatch = 258
    private static let farthestMatch = 32_768

    private var bytes: [UInt8] = [0x78, 0x9C]
    private var pending: UInt64 = 0
    private var count: UInt64 = 0

    private init() {}

    /// The stream for these bytes.
    static func zlibStream(_ data: [UInt8]) -> [UInt8] {
        var encoder = DeflateEncoder()
        encoder.writeBlock(data.withUnsafeBufferPointer(tokens))
        encoder.put(0, 7)
        return encoder.bytes + adler(data)
    }

    /// A byte (distance 0), or a copy of `value` bytes from `distance` bytes back.
    private struct Token {
        var value: UInt16
        var distance: UInt16
    }

    private static func tokens(_ data: UnsafeBufferPointer<UInt8>) -> [Token] {
        var tokens: [Token] = []
        tokens.reserveCapacity(data.count / 2)
        var latest = [Int](repeating: -1, count: 1 << 15)
        var at = 0
        while at < data.count {
            var best = (length: 0, distance: 0)
            if at + shortestMatch <= data.count {
                let slot = hash(data, at)
                for candidate in [at - 1, latest[slot]] where candidate >= 0 && at - candidate < farthestMatch {
                    let length = matchLength(data, candidate, at)
                    if length > best.length { best = (length, at - candidate) }
                }
                latest[slot] = at
            }
            if best.length >= shortestMatch {
                tokens.append(Token(value: UInt16(best.length), distance: UInt16(best.distance)))
                at += best.length
            } else {
                tokens.append(Token(value: UInt16(data[at]), distance: 0))
                at += 1
            }
        }
        return tokens
    }

    private static func hash(_ data: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        let word =
            UInt32(data[at]) | UInt32(data[at + 1]) << 8 | UInt32(data[at + 2]) << 16 | UInt32(data[at + 3]) << 24
        return Int((word &* 2_654_435_761) >> 17)
    }

    private static func matchLength(_ data: UnsafeBufferPointer<UInt8>, _ from: Int, _ at: Int) -> Int {
        let limit = min(longestMatch, data.count - at)
        var length = 0
        while length < limit, data[from + length] == data[at + length] { length += 1 }
        return length
    }

    private mutating func writeBlock(_ tokens: [Token]) {
        var literals = [Int](repeating: 0, count: 286)
        var distances = [Int](repeating: 0, count: 30)
        literals[Self.endOfBlock] = 1
        for token in tokens {
            if token.distance == 0 {
                literals[Int(token.value)] += 1
            } else {
                literals[257 + Self.index(of: Int(token.value), in: Self.lengthBases)] += 1
                distances[Self.index(of: Int(token.distance), in: Self.distanceBases)] += 1
            }
        }
        // A decoder may insist on a complete code of distances: two codes of one bit are complete.
        if distances.count(where: { $0 > 0 }) < 2 { for index in 0...1 { distances[index] += 1 } }
        let literalCode = HuffmanCode(frequencies: literals, longest: 15)
        let distanceCode = HuffmanCode(frequencies: distances, longest: 15)
        put(0b101, 3)
        writeHeader(literalCode.lengths, distanceCode.lengths)
        for token in tokens { write(token, literalCode, distanceCode) }
        put(literalCode, Self.endOfBlock)
    }

    private mutating func write(_ token: Token, _ literalCode: HuffmanCode, _ distanceCode: HuffmanCode) {
        guard token.distance > 0 else { return put(literalCode, Int(token.value)) }
        let length = Self.index(of: Int(token.value), in: Self.lengthBases)
        put(literalCode, 257 + length)
        put(UInt64(Int(token.value) - Self.lengthBases[length]), length < 8 || length == 28 ? 0 : length / 4 - 1)
        let distance = Self.index(of: Int(token.distance), in: Self.distanceBases)
        put(distanceCode, distance)
        put(UInt64(Int(token.distance) - Self.distanceBases[distance]), distance < 4 ? 0 : distance / 2 - 1)
    }

    /// The lengths of both codes, runs of zeros shortened, in a code of their own.
    private mutating func writeHeader(_ literals: [Int], _ distances: [Int]) {
        var runs: [(symbol: Int, extra: UInt64, bits: Int)] = []
        let lengths = literals + distances
        var at = 0
        while at < lengths.count {
            let zeros = min(138, lengths[at...].prefix { $0 == 0 }.count)
            if zeros >= 11 {
                runs.append((18, UInt64(zeros - 11), 7))
            } else if zeros >= 3 {
                runs.append((17, UInt64(zeros - 3), 3))
            } else {
                runs.append((lengths[at], 0, 0))
            }
            at += zeros >= 3 ? zeros : 1
        }
        var frequencies = [Int](repeating: 0, count: 19)
        for run in runs { frequencies[run.symbol] += 1 }
        let code = HuffmanCode(frequencies: frequencies, longest: 7)
        put(UInt64(literals.count - 257), 5)
        put(UInt64(distances.count - 1), 5)
        put(UInt64(Self.codeLengthOrder.count - 4), 4)
        for symbol in Self.codeLengthOrder { put(UInt64(code.lengths[symbol]), 3) }
        for run in runs {
            put(code, run.symbol)
            put(run.extra, run.bits)
        }
    }

    private mutating func put(_ code: HuffmanCode, _ symbol: Int) {
        put(UInt64(code.codes[symbol]), code.lengths[symbol])
    }

    private mutating func put(_ value: UInt64, _ bits: Int) {
        pending |= value << count
        count += UInt64(bits)
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    private static func index(of value: Int, in bases: [Int]) -> Int {
        var low = 0
        var high = bases.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if bases[middle] <= value { low = middle } else { high = middle }
        }
        return low
    }

    private static func adler(_ bytes: [UInt8]) -> [UInt8] {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return [high >> 8, high, low >> 8, low].map { UInt8(truncatingIfNeeded: $0) }
    }
}
