// SPDX-License-Identifier: GPL-3.0-or-later
// The index of a sealed segment, which saves reading it: where its messages are, their kinds, and their folded texts
// for the search. It is derived from the segment and safe to delete; a stamp shows whether it still matches the
// segment.
//
// `history/index/<name>.index`, integers in little-endian order:
//
//     0  8 bytes  "JVSEGIX1"            32  u64  inode of the segment
//     8  u32      number of entries     40  u32  length of the texts in bytes
//    12  u32      0                     44  u32  0
//    16  u64      size of the segment   48  u64  checksum of bytes 0–47 and of the entries
//    24  i64      modification time, nanoseconds since the epoch        56  u64  0
//
// The entries follow, 32 bytes each, by ascending ID: u64 and u64 ID (high, low), u32 offset and u32 length of the line
// without its newline, u32 end of the text (before its 0x0A) in the texts, u8 kind, 3 bytes 0. Last come the texts
// (`SearchFolding.fold`), each followed by 0x0A.

import JarvisCore
import JarvisPlatform

/// The derived index of one segment, in memory.
struct SegmentIndex {
    struct Entry {
        var id: ULID
        var offset: Int
        var length: Int
        var kind: MessageKind
    }

    static let headerSize = 64
    static let entrySize = 32
    private static let magic: UInt64 = 0x3158_4947_4553_564A

    /// Header, entries and, if they were read too, texts.
    private(set) var bytes: [UInt8]
    let count: Int

    /// The offset of the texts in bytes.
    var textsStart: Int { Self.headerSize + count * Self.entrySize }
    /// The size of the whole index file in bytes.
    var size: Int { textsStart + Int(number(UInt32.self, 40)) }

    /// Parses an index file; nil if it doesn't match the segment with this status.
    init?(_ bytes: [UInt8], of status: FileStatus) {
        guard bytes.withUnsafeBytes({ Self.belongs($0, to: status) }) else { return nil }
        self.bytes = bytes
        count = Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self) })
    }

    /// The size in bytes of the entries that a header announces; nil if the header is incomplete.
    static func tableSize(header: [UInt8]) -> Int? {
        guard header.count == headerSize else { return nil }
        return header.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) } * entrySize
    }

    subscript(position: Int) -> Entry {
        let base = Self.headerSize + position * Self.entrySize
        return Entry(
            id: ULID(high: number(UInt64.self, base), low: number(UInt64.self, base + 8)),
            offset: Int(number(UInt32.self, base + 16)), length: Int(number(UInt32.self, base + 20)),
            kind: Self.kind(bytes[base + 28]))
    }

    func id(_ position: Int) -> ULID {
        let base = Self.headerSize + position * Self.entrySize
        return ULID(high: number(UInt64.self, base), low: number(UInt64.self, base + 8))
    }

    /// The position of the first entry not before `id`; `count` if there is none.
    func position(of id: ULID) -> Int {
        (0..<count).partitioningIndex { self.id($0) >= id }
    }

    private func number<Number: FixedWidthInteger>(_ type: Number.Type, _ offset: Int) -> Number {
        Number(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) })
    }

    /// Works on whole words, because every read verifies the checksum.
    static func checkSum(_ bytes: UnsafeRawBufferPointer, textsStart: Int) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in [0..<48, headerSize..<textsStart] {
            for offset in stride(from: part.lowerBound, to: part.upperBound, by: 8) {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
            }
        }
        return sum
    }

    private var checkSum: UInt64 {
        bytes.withUnsafeBytes { Self.checkSum($0, textsStart: textsStart) }
    }

    /// True if these bytes hold a valid header and complete entries for the segment with this status.
    static func belongs(_ bytes: UnsafeRawBufferPointer, to status: FileStatus) -> Bool {
        guard bytes.count >= headerSize else { return false }
        func number<Number: FixedWidthInteger>(_ type: Number.Type, _ offset: Int) -> Number {
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
        }
        let textsStart = headerSize + Int(number(UInt32.self, 8)) * entrySize
        return bytes.count >= textsStart && number(UInt64.self, 0) == magic
            && number(UInt64.self, 16) == UInt64(status.size) && number(Int64.self, 24) == status.modifiedNanoseconds
            && number(UInt64.self, 32) == status.inode
            && number(UInt64.self, 48) == checkSum(bytes, textsStart: textsStart)
    }
}

// MARK: Building

extension SegmentIndex {
    /// One message of the segment while the index is built.
    struct Line {
        var id: ULID
        var span: Range<Int>
        var kind: MessageKind
        var text: [UInt8]
    }

    /// Builds the index, sorting the lines. The first line with a given ID counts.
    init(_ lines: [Line], of status: FileStatus) {
        var rising: [Line] = []
        rising.reserveCapacity(lines.count)
        let isRising = zip(lines, lines.dropFirst()).allSatisfy { $0.id < $1.id }
        if isRising {
            rising = lines
        } else {
            let sorted = lines.enumerated().sorted { ($0.element.id, $0.offset) < ($1.element.id, $1.offset) }
            for (_, line) in sorted where rising.last?.id != line.id { rising.append(line) }
        }
        count = rising.count
        bytes = []
        bytes.reserveCapacity(
            Self.headerSize + rising.count * Self.entrySize + rising.reduce(0) { $0 + $1.text.count + 1 })
        put(Self.magic)
        put(UInt32(count))
        put(UInt32(0))
        put(UInt64(status.size))
        put(status.modifiedNanoseconds)
        put(status.inode)
        put(UInt32(clamping: rising.reduce(0) { $0 + $1.text.count + 1 }))
        put(UInt32(0))
        put(UInt64(0))
        put(UInt64(0))
        var end = 0
        for line in rising {
            end += line.text.count
            put(line.id.high)
            put(line.id.low)
            put(UInt32(clamping: line.span.lowerBound))
            put(UInt32(clamping: line.span.count))
            put(UInt32(clamping: end))
            put(UInt32(Self.code(line.kind)))
            end += 1
        }
        let sum = checkSum
        for place in 0..<8 { bytes[48 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(place))) }
        for line in rising {
            bytes.append(contentsOf: line.text)
            bytes.append(0x0A)
        }
    }

    private mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    static func code(_ kind: MessageKind) -> UInt8 {
        switch kind {
        case .user: 0
        case .assistant: 1
        case .note: 2
        case .reminder: 3
        case .call: 4
        case .action: 5
        }
    }

    private static func kind(_ code: UInt8) -> MessageKind {
        MessageKind.allCases.first { Self.code($0) == code } ?? .note
    }
}
