// SPDX-License-Identifier: GPL-3.0-or-later
// The text of calendar entries for writing (RFC 5545): new ones, and changes that leave all other bytes of a file as they
// are. Pure.

import JarvisCore
import JarvisUnderstanding

/// A calendar file as lines, of which single ones are replaced.
struct CalendarEntryText {
    /// A property with its continuation lines.
    private struct Line {
        /// The bytes with all line ends.
        var bytes: [UInt8]
        /// In upper case, without parameters; empty if the line is text.
        var name = ""
        /// The zone in the parameters, as written.
        var zone: String?
        var value = ""
        /// How many components are open before this line.
        var depth: Int

        /// - Parameters:
        ///   - content: The unfolded line.
        ///   - hasUpperNames: Whether a name in other letters is text.
        init(_ bytes: [UInt8], _ content: [UInt8], depth: Int, hasUpperNames: Bool) {
            (self.bytes, self.depth) = (bytes, depth)
            guard let property = CalendarLineReader.property(content, hasUpperNames: hasUpperNames),
                !CalendarFile.isText(property)
            else { return }
            (name, zone, value) = (property.name, property.zone, property.value)
        }
    }

    /// Components that a file may have besides time zones.
    private static let entries: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"]

    private var lines: [Line]
    /// The lines of the entry, from BEGIN to END.
    private let entry: Range<Int>
    /// Whether the file has no other entry.
    let isOnlyEntry: Bool

    /// Finds an entry by its UID.
    /// - Returns: Nil if the file has none or several of them, or isn't in a form that can be changed line by line.
    init?(_ bytes: [UInt8], identity: String) {
        guard bytes.contains(UInt8(ascii: "\n")), !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF])
        else { return nil }
        let lines = Self.lines(of: bytes)
        var (found, count, begin, isOurs): ([Range<Int>], Int, Int?, Bool) = ([], 0, nil, false)
        for (index, line) in lines.enumerated() {
            let value = line.value.uppercased()
            switch line.name {
            case "BEGIN" where begin == nil && Self.entries.contains(value):
                (begin, isOurs, count) = (index, false, count + 1)
            case "UID" where begin.map({ line.depth == lines[$0].depth + 1 }) == true:
                isOurs = line.value == identity
            case "END" where begin.map({ line.depth == lines[$0].depth + 1 }) == true && Self.entries.contains(value):
                if isOurs, let begin { found.append(begin..<index + 1) }
                begin = nil
            default: break
            }
        }
        // With an entry that has no end, it isn't certain which lines belong to which.
        guard begin == nil, found.count == 1, let entry = found.first else { return nil }
        // In a damaged file, an entry without an end may contain others.
        let inner = lines[entry].dropFirst()
        if inner.contains(where: { $0.name == "BEGIN" && Self.entries.contains($0.value.uppercased()) }) { return nil }
        (self.lines, self.entry, isOnlyEntry) = (lines, entry, count == 1)
    }

    /// Splits the bytes into lines by the same rules as `CalendarFile`.
    private static func lines(of bytes: [UInt8]) -> [Line] {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let hasUpperNames = CalendarLineReader.hasUpperNames(bytes[mark...])
        var (lines, place, depth): ([Line], Int, Int) = ([], 0, 0)
        while place < bytes.count {
            let start = place
            var content: [UInt8] = []
            repeat {
                let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                var piece = bytes[(place == 0 ? mark : place)..<end]
                if piece.last == UInt8(ascii: "\r") { piece.removeLast() }
                content += content.isEmpty ? piece : piece.dropFirst()
                place = min(end + 1, bytes.count)
            } while !content.isEmpty && place < bytes.count
                && (bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t"))
            let line = Line(Array(bytes[start..<place]), content, depth: depth, hasUpperNames: hasUpperNames)
            if line.name == "BEGIN" { depth += 1 }
            if line.name == "END" { depth -= 1 }
            lines.append(line)
        }
        return lines
    }

    /// The file without the entry.
    var removed: [UInt8] {
        lines.indices.filter { !entry.contains($0) }.flatMap { lines[$0].bytes }
    }

    /// The file with other times of the entry.
    /// - Parameters:
    ///   - start: Writes the start, with its parameters, in the form of the old one.
    ///   - end: The same for the end.
    ///   - stamp: Now, in UTC.
    mutating func moved(
        start: (Form) -> String, end: (Form) -> String, stamp: String
    ) -> [UInt8] {
        let ending = lines[entry.lowerBound].bytes.suffix(2) == [0x0D, 0x0A] ? "\r\n" : "\n"
        let depth = lines[entry.lowerBound].depth + 1
        var hasSequence = false
        for index in entry where lines[index].depth == depth {
            let line = lines[index]
            let replacement: String
            switch line.name {
            case "DTSTART": replacement = "DTSTART" + start(Form(line.zone, line.value))
            case "DTEND": replacement = "DTEND" + end(Form(line.zone, line.value))
            case "DTSTAMP", "LAST-MODIFIED": replacement = "\(line.name):\(stamp)"
            case "SEQUENCE":
                hasSequence = true
                // The largest number that programs read has no successor.
                let number = Int(line.value) ?? 0
                replacement = "SEQUENCE:\(number < Int(Int32.max) ? number + 1 : number)"
            default: continue
            }
            lines[index].bytes = Array((replacement + ending).utf8)
        }
        if !hasSequence {
            lines[entry.upperBound - 1].bytes = Array("SEQUENCE:1\(ending)".utf8) + lines[entry.upperBound - 1].bytes
        }
        return lines.flatMap(\.bytes)
    }

    /// How a line writes its time.
    enum Form: Hashable {
        case date, utc, floating
        /// In a zone, with the parameter as written.
        case zone(String)

        init(_ zone: String?, _ value: String) {
            let value = value.trimmed
            if value.utf8.count == 8 {
                self = .date
            } else if value.hasSuffix("Z") {
                self = .utc
            } else if let zone {
                self = .zone(zone)
            } else {
                self = .floating
            }
        }
    }

    // MARK: New entries

    /// A calendar with one entry, as every program reads it: its times in UTC need no description of a zone.
    static func new(_ appointment: Appointment, identity: String, now: Timestamp, clock: any WallClock) -> [UInt8] {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//JARVIS//JARVIS//EN", "BEGIN:VEVENT"]
        lines += ["UID:\(identity)", "DTSTAMP:\(utc(now))"]
        if appointment.isAllDay {
            lines.append("DTSTART;VALUE=DATE:\(date(appointment.start, clock))")
            lines.append("DTEND;VALUE=DATE:\(date(appointment.end, clock))")
            // A day that is merely noted doesn't make anyone busy.
            if !appointment.isBusy { lines.append("TRANSP:TRANSPARENT") }
        } else {
            lines += ["DTSTART:\(utc(appointment.start))", "DTEND:\(utc(appointment.end))"]
        }
        lines.append("SUMMARY:\(escaped(appointment.title))")
        if !appointment.location.isEmpty { lines.append("LOCATION:\(escaped(appointment.location))") }
        lines += ["END:VEVENT", "END:VCALENDAR"]
        return lines.flatMap { folded($0) }
    }

    /// "20260105T093000Z"
    static func utc(_ instant: Timestamp) -> String { time(instant.secondsSinceEpoch) + "Z" }

    /// "20260105", in the user's time zone.
    static func date(_ instant: Timestamp, _ clock: any WallClock) -> String {
        let local = clock.local(instant)
        return day(CivilDate(year: local.year, month: local.month, day: local.day))
    }

    /// "20260105T093000" for seconds since 1970 on some clock.
    static func time(_ seconds: Int64) -> String {
        let second = (seconds % 86_400 + 86_400) % 86_400
        let date = CivilDate(dayNumber: Int((seconds - second) / 86_400))
        return day(date) + "T" + two(second / 3600) + two(second / 60 % 60) + two(second % 60)
    }

    private static func day(_ date: CivilDate) -> String {
        let year = String(date.year)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + two(Int64(date.month))
            + two(Int64(date.day))
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }

    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        // By scalars, since a combining mark would hide the character that it follows.
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += ["\\", scalar]
            case "\n", "\r": result += ["\\", "n"]
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// A line of at most 75 bytes with its continuation lines, without dividing a character.
    private static func folded(_ line: String) -> [UInt8] {
        var (result, length): ([UInt8], Int) = ([], 0)
        for scalar in line.unicodeScalars {
            let bytes = Array(String(Character(scalar)).utf8)
            if length + bytes.count > 75 {
                result += [0x0D, 0x0A, 0x20]
                length = 1
            }
            result += bytes
            length += bytes.count
        }
        return result + [0x0D, 0x0A]
    }
}
