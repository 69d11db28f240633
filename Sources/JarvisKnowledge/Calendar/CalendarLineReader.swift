// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the lines of a calendar file: unfolds them and splits them into name, zone and value. Pure.

/// Reads one logical line after another.
struct CalendarLineReader {
    /// In bytes. Longer lines are embedded images or garbage.
    private static let longestLine = 64 * 1024

    private let bytes: [UInt8]
    private var place = 0
    /// Names are in upper case, as programs write them, so a line in other letters is text.
    private let hasUpperNames: Bool

    enum Line {
        case property(CalendarComponent.Property)
        /// Not a property: nonsense, or the rest of a text whose line ends a program has not escaped.
        case text(String)
    }

    init(_ bytes: [UInt8]) {
        var bytes = bytes
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { bytes = Self.utf16(bytes) }
        // Line ends of old programs.
        if !bytes.contains(UInt8(ascii: "\n")) {
            bytes = bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 }
        }
        // Skip the byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        hasUpperNames = Self.hasUpperNames(bytes[place...])
        self.bytes = bytes
    }

    /// Whether names are in upper case in a file that begins like this.
    static func hasUpperNames(_ bytes: ArraySlice<UInt8>) -> Bool { !bytes.starts(with: Array("begin".utf8)) }

    private static func utf16(_ bytes: [UInt8]) -> [UInt8] {
        let (low, high) = bytes[0] == 0xFF ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The next non-empty line; nil at the end.
    mutating func next() -> Line? {
        while place < bytes.count {
            let line = unfolded()
            if line.isEmpty { continue }
            return Self.property(line, hasUpperNames: hasUpperNames).map(Line.property) ?? .text(Self.text(line[...]))
        }
        return nil
    }

    /// The text of some bytes. Old programs write Windows-1252 in place of UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? XMLText.windows1252(bytes)
    }

    /// A line joined with its continuation lines.
    private mutating func unfolded() -> [UInt8] {
        var line: [UInt8] = []
        // If the line is too long, keep only its beginning, and skip its continuation lines.
        var isFull = false
        repeat {
            let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            var piece = bytes[place..<end]
            if piece.last == UInt8(ascii: "\r") { piece.removeLast() }
            if !line.isEmpty { piece = piece.dropFirst() }
            isFull = isFull || line.count + piece.count > Self.longestLine
            if !isFull { line += piece } else if line.isEmpty { line += piece.prefix(Self.longestLine) }
            place = end + 1
        } while !line.isEmpty && place < bytes.count
            && (bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t"))
        return line
    }

    /// Parses `NAME;TZID=Europe/Berlin:value`; nil if invalid.
    static func property(_ line: [UInt8], hasUpperNames: Bool) -> CalendarComponent.Property? {
        var (isQuoted, colon): (Bool, Int?) = (false, nil)
        var semicolons: [Int] = []
        for (index, byte) in line.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == UInt8(ascii: ";") { semicolons.append(index) }
            if byte == UInt8(ascii: ":") {
                colon = index
                break
            }
        }
        guard let colon else { return nil }
        let nameEnd = semicolons.first ?? colon
        let written = String(decoding: line[..<nameEnd], as: UTF8.self)
        let name = written.uppercased()
        if hasUpperNames, written != name, !name.hasPrefix("X-") { return nil }
        let isName =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
                    || (0x41...0x5A).contains(byte)
            }
        guard isName else { return nil }
        let parameters = zip(semicolons, semicolons.dropFirst() + [colon]).compactMap { start, end in
            let parts = text(line[(start + 1)..<end]).split(separator: "=", maxSplits: 1)
            return parts.count == 2
                ? (name: parts[0].uppercased(), value: String(parts[1].filter { $0 != "\"" })) : nil
        }
        return CalendarComponent.Property(
            name: name, parameters: parameters, value: text(line[(colon + 1)...]))
    }
}
