// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a calendar file: unfolded, and cut into name, zone and value. Pure.

/// Reads line after line.
struct CalendarLineReader {
    /// Longer lines are pictures and nonsense.
    private static let longestLine = 64 * 1024

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// - Returns: nil at the end; a nil property for a line that is none.
    mutating func next() -> CalendarComponent.Property?? {
        while place < bytes.count {
            let line = unfolded()
            if line.isEmpty { continue }
            return .some(Self.property(line))
        }
        return nil
    }

    /// A line with those that continue it.
    private mutating func unfolded() -> [UInt8] {
        var line: [UInt8] = []
        repeat {
            let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            var piece = bytes[place..<end]
            if piece.last == UInt8(ascii: "\r") { piece.removeLast() }
            if !line.isEmpty { piece = piece.dropFirst() }
            if line.count + piece.count <= Self.longestLine { line += piece }
            place = end + 1
        } while !line.isEmpty && place < bytes.count
            && (bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t"))
        return line
    }

    /// `NAME;TZID=Europe/Berlin:value`
    private static func property(_ line: [UInt8]) -> CalendarComponent.Property? {
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
        let name = String(decoding: line[..<nameEnd], as: UTF8.self).uppercased()
        let isName =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            }
        guard isName else { return nil }
        var zone: String?
        for (start, end) in zip(semicolons, semicolons.dropFirst() + [colon]) {
            let parameter = String(decoding: line[(start + 1)..<end], as: UTF8.self)
            if parameter.uppercased().hasPrefix("TZID=") { zone = parameter.dropFirst(5).filter { $0 != "\"" } }
        }
        return CalendarComponent.Property(
            name: name, zone: zone, value: String(decoding: line[(colon + 1)...], as: UTF8.self))
    }
}
