// SPDX-License-Identifier: GPL-3.0-or-later
// Corrupt indexes with a valid checksum and the stamp of their segment.

import JarvisPlatform

enum IndexStamp {
    /// Writes size, time, inode and checksum as `docs/history-format.md` describes them.
    static func renew(_ bytes: inout [UInt8], _ status: FileStatus?) {
        guard bytes.count >= 64, let status else { return }
        func put(_ number: UInt64, _ offset: Int) {
            for place in 0..<8 { bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(place))) }
        }
        put(0x3158_4947_4553_564A, 0)
        put(UInt64(status.size), 16)
        put(UInt64(bitPattern: status.modifiedNanoseconds), 24)
        put(status.inode, 32)
        let count = bytes[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
        let textsStart = min(64 + count * 32, bytes.count & ~7)
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in [0..<48, 64..<max(64, textsStart)] {
            for offset in stride(from: part.lowerBound, to: part.upperBound, by: 8) {
                let word = bytes[offset..<(offset + 8)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
            }
        }
        put(sum, 48)
    }
}
