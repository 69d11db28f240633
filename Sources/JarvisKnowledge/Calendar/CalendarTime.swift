// SPDX-License-Identifier: GPL-3.0-or-later
// Dates, times and durations as calendar files write them (RFC 5545, 3.3). Pure.

import JarvisCore
import JarvisUnderstanding

/// The time zone of a calendar time.
enum CalendarZone: Hashable, Sendable {
    case utc
    /// The user's local time, in any zone.
    case floating
    case named(String)
}

/// A date, or a time of day on it.
struct CalendarTime: Hashable, Sendable {
    static let day: Int64 = 86_400

    /// Seconds since 1970-01-01 00:00 on the wall clock of its zone.
    var seconds: Int64
    var zone: CalendarZone
    /// Whether this is a whole day.
    var isDate: Bool

    /// Days since 1970-01-01.
    var dayNumber: Int { Int((seconds - secondOfDay) / Self.day) }
    var secondOfDay: Int64 { (seconds % Self.day + Self.day) % Self.day }

    init(seconds: Int64, zone: CalendarZone, isDate: Bool = false) {
        self.seconds = seconds
        self.zone = zone
        self.isDate = isDate
    }

    /// Parses "20260105", "20260105T093000" or "20260105T093000Z"; nil for anything else. Some programs end a day with
    /// "T240000".
    init?(_ text: Substring, zone named: String? = nil) {
        let bytes = Array(text.utf8)
        guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16, let year = Self.digits(bytes[0..<4]),
            let month = Self.digits(bytes[4..<6]), let day = Self.digits(bytes[6..<8]), year > 0
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.exists else { return nil }
        let start = Int64(date.dayNumber) * Self.day
        guard bytes.count > 8 else {
            self.init(seconds: start, zone: .floating, isDate: true)
            return
        }
        guard bytes[8] == UInt8(ascii: "T"), let hour = Self.digits(bytes[9..<11]), hour < 25,
            let minute = Self.digits(bytes[11..<13]), minute < 60, let second = Self.digits(bytes[13..<15]),
            second < 61, hour < 24 || minute + second == 0,
            bytes.count == 15 || bytes[15] == UInt8(ascii: "Z")
        else { return nil }
        self.init(
            seconds: start + Int64(hour * 3600 + minute * 60 + min(second, 59)),
            zone: bytes.count == 16 ? .utc : named.map(CalendarZone.named) ?? .floating)
    }

    /// What the user's clock shows.
    init(local: LocalTime) {
        let day = CivilDate(year: local.year, month: local.month, day: local.day).dayNumber
        self.init(
            seconds: Int64(day) * Self.day + Int64(local.hour * 3600 + local.minute * 60 + local.second),
            zone: .floating)
    }

    /// Parses a property's single time.
    init?(_ property: CalendarComponent.Property) { self.init(property.value[...], zone: property.zone) }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.reduce(Int?.some(0)) { value, byte in
            (0x30...0x39).contains(byte) ? value.map { $0 * 10 + Int(byte - 0x30) } : nil
        }
    }

    /// A length in calendar days, which may be longer or shorter than 24 hours, and seconds.
    struct Length: Hashable, Sendable {
        var days: Int64 = 0
        var seconds: Int64 = 0
    }

    /// Parses "PT1H30M", "P2D" or "P1W"; nil for anything else or more than ten years.
    static func length(_ text: Substring) -> Length? {
        guard let start = text.firstIndex(of: "P"), text[..<start].allSatisfy({ $0 == "+" }) else { return nil }
        var (total, number, isTime, hasAny): (Length, Int64?, Bool, Bool) = (Length(), nil, false, false)
        for character in text[text.index(after: start)...] {
            if let digit = character.wholeNumberValue, character.isASCII {
                number = (number ?? 0) * 10 + Int64(digit)
                if number ?? 0 > 1_000_000_000 { return nil }
                continue
            }
            if character == "T", number == nil, !isTime {
                isTime = true
                continue
            }
            let units: [Character: Int64] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["W": 7, "D": 1]
            guard let unit = units[character], let count = number else { return nil }
            if isTime { total.seconds += count * unit } else { total.days += count * unit }
            (number, hasAny) = (nil, true)
        }
        return hasAny && number == nil && total.days + total.seconds / day <= 3653 ? total : nil
    }

    /// Parses "+0100" or "-053000" into seconds; nil for anything else.
    static func offset(_ text: Substring) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5 || bytes.count == 7, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = digits(bytes[1..<3]), let minutes = digits(bytes[3..<5]),
            let seconds = bytes.count == 7 ? digits(bytes[5..<7]) : 0, hours < 24, minutes < 60
        else { return nil }
        let size = Int64(hours * 3600 + minutes * 60 + seconds)
        return bytes[0] == UInt8(ascii: "-") ? -size : size
    }
}
