// SPDX-License-Identifier: GPL-3.0-or-later
// Reads little-endian fields from bytes without running past their end.

/// A cursor over a RIFF file's bytes.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var remaining: Int { bytes.endIndex - position }

    mutating func tag() -> String? {
        guard let tag = take(4) else { return nil }
        return String(decoding: tag, as: UTF8.self)
    }

    mutating func uint16() -> UInt16? {
        take(2).map { UInt16($0[$0.startIndex]) | UInt16($0[$0.startIndex + 1]) << 8 }
    }

    mutating func uint32() -> UInt32? {
        guard let low = uint16(), let high = uint16() else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    /// The bytes of a chunk of this size, or fewer if the file ends inside it.
    mutating func chunk(_ size: UInt32) -> ArraySlice<UInt8> {
        take(min(Int(size), remaining)) ?? []
    }

    /// The bytes of the data chunk. Programs that write to a pipe can't know the size and announce zero or a huge one;
    /// then the sound extends to the end of the file.
    mutating func soundBytes(announced size: UInt32) throws(WAVError) -> ArraySlice<UInt8> {
        guard Self.isKnown(size) else { return take(remaining) ?? [] }
        guard Int(size) <= remaining else {
            throw .truncated(announcedBytes: Int(size), presentBytes: remaining)
        }
        return take(Int(size)) ?? []
    }

    /// False for the sizes that stand for an unknown one.
    static func isKnown(_ size: UInt32) -> Bool { size != 0 && size < 0x7FFF_0000 }

    mutating func skip(_ size: UInt32) {
        _ = chunk(size)
        pad(size)
    }

    /// Skips the padding byte after a chunk of odd size.
    mutating func pad(_ size: UInt32) {
        if size % 2 == 1, remaining > 0 { position += 1 }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= remaining else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
