// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a library file is complete. The linker maps all that the file's header describes; if the file ends
// earlier, as after an interrupted copy, touching the missing part ends the process (SIGBUS). Pure.

/// Reads the header of a 64-bit little-endian ELF file (elf(5)), the format on every processor that JARVIS supports.
enum LibraryFile {
    private static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1]
    private static let headerSize = 64
    private static let segmentSize = 56
    private static let (segmentTable, sectionTable, sectionSize) = (32, 40, 64)

    /// True for an ELF file that ends before its segments or sections do; the linker itself rejects other files.
    static func isCutShort(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= headerSize, bytes.starts(with: magic) else { return false }
        let size = UInt64(bytes.count)
        func ends(_ start: UInt64, _ length: UInt64) -> Bool {
            let (end, isTooLarge) = start.addingReportingOverflow(length)
            return isTooLarge || end > size
        }
        func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Number {
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
        }
        let (segments, count) = (number(segmentTable, UInt64.self), Int(number(56, UInt16.self)))
        if ends(segments, UInt64(count * segmentSize)) { return true }
        let sections = (number(sectionTable, UInt64.self), UInt64(number(60, UInt16.self)) * UInt64(sectionSize))
        // A stripped file has no sections.
        if sections.0 > 0, ends(sections.0, sections.1) { return true }
        return (0..<count).contains { index in
            let header = Int(segments) + index * segmentSize
            return ends(number(header + 8, UInt64.self), number(header + 32, UInt64.self))
        }
    }
}
