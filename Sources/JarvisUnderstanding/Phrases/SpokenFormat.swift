// SPDX-License-Identifier: GPL-3.0-or-later
// Formats values for replies: figures and signs on the screen, which `SpeakableText` turns into words for the voice.

import Glibc
package import JarvisCore

/// Formats numbers, times, durations, dates and lists in English, with the number format of a region.
package enum SpokenFormat {
    /// "48", "−2.5", "1,234,567", "1.27 × 10^30"; at most six decimals.
    package static func number(_ value: Double, in region: Region = .unitedStates) -> String {
        guard value.isFinite else { return "infinity" }
        let magnitude = abs(value)
        let sign = value < 0 ? "−" : ""
        if magnitude >= 1e15 || (magnitude > 0 && magnitude < 1e-6) { return sign + scientific(magnitude, region) }
        // Ten significant digits hide the noise of binary fractions; six decimals are enough to listen to.
        let decimals = max(0, min(6, 9 - Int(log10(max(magnitude, 1)))))
        let scale = pow(10, Double(decimals))
        let scaled = (magnitude * scale).rounded()
        let whole = (scaled / scale).rounded(.down)
        if scaled == 0 { return "0" }
        var fraction = decimals == 0 ? "" : String(Int64(scaled - whole * scale))
        fraction = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        // With a decimal comma, an English voice would read "1,125" as a thousand; a fourth decimal prevents that.
        if fraction.count == 3, region.decimalMark == ",", whole > 0 { fraction += "0" }
        return sign + grouped(Int64(whole), region) + (fraction.isEmpty ? "" : String(region.decimalMark) + fraction)
    }

    /// Rounds `value` to `digits` significant digits, but keeps all digits of its whole part.
    package static func rounded(_ value: Double, digits: Int) -> Double {
        guard value != 0, value.isFinite else { return value }
        let decimals = digits - 1 - Int(log10(abs(value)).rounded(.down))
        guard decimals > 0 else { return value.rounded() }
        let scale = pow(10, Double(min(decimals, 300)))
        return (value * scale).rounded() / scale
    }

    /// The number in machine-readable form: "48", "-2.5", without grouping.
    package static func canonical(_ value: Double) -> String {
        let text = number(value)
        if abs(value) >= 1e15 || (value != 0 && abs(value) < 1e-6) { return String(value) }
        let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
        return value < 0 && digits != "0" ? "-" + digits : String(digits)
    }

    private static func scientific(_ magnitude: Double, _ region: Region) -> String {
        let exponent = Int(log10(magnitude).rounded(.down))
        let mantissa = rounded(magnitude / pow(10, Double(exponent)), digits: 3)
        return number(mantissa, in: region) + " × 10^" + String(exponent)
    }

    private static func grouped(_ value: Int64, _ region: Region = .unitedStates) -> String {
        let digits = Array(String(value))
        guard digits.count > 4 else { return String(digits) }
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result.append(region.groupMark) }
            result.append(digit)
        }
        return result
    }

    /// "7:30 PM", "9:05 AM", "noon", "midnight"; "19:30" in regions with a 24-hour clock
    package static func time(hour: Int, minute: Int, in region: Region = .unitedStates) -> String {
        guard region.usesTwelveHours else { return ClockTime.canonical(hour, minute) }
        if minute == 0, hour == 0 { return "midnight" }
        if minute == 0, hour == 12 { return "noon" }
        let twelve = hour % 12 == 0 ? 12 : hour % 12
        return "\(twelve):\(minute.padded())" + (hour < 12 ? " AM" : " PM")
    }

    /// "1 hour, 20 minutes and 5 seconds", from seconds up to days.
    /// - Parameter mostUnits: How many units to include, the largest first.
    package static func duration(seconds: Int64, mostUnits: Int = 4) -> String {
        let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        var rest = max(0, seconds)
        var parts: [String] = []
        for (size, name) in units {
            if rest >= size { parts.append(count(rest / size, name)) }
            rest %= size
        }
        return parts.isEmpty ? "0 seconds" : list(Array(parts.prefix(mostUnits)))
    }

    /// "Friday, January 9th", with the year on request
    package static func date(_ date: CivilDate, withYear: Bool = false) -> String {
        CalendarNames.weekdays[date.weekday - 1] + ", " + monthAndDay(date, withYear: withYear)
    }

    /// "January 9th", with the year on request
    package static func monthAndDay(_ date: CivilDate, withYear: Bool = false) -> String {
        CalendarNames.months[date.month - 1] + " " + ordinal(date.day) + (withYear ? ", " + String(date.year) : "")
    }

    /// "a", "a and b", "a, b and c"
    package static func list(_ items: [String], joiner: String = "and") -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " " + joiner + " " + last
    }

    /// "both timers", "all 3 timers"
    package static func all(_ number: Int, _ singular: String) -> String {
        number == 2 ? "both \(singular)s" : "all \(count(Int64(number), singular))"
    }

    /// "1 minute", "2 minutes"
    package static func count(_ number: Int64, _ singular: String, _ plural: String? = nil) -> String {
        grouped(number) + " " + (number == 1 ? singular : plural ?? singular + "s")
    }

    /// "16.5 GB" (powers of 1000)
    package static func bytes(_ bytes: Int64, in region: Region = .unitedStates) -> String {
        let units: [(Double, String)] = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
        let value = Double(max(0, bytes))
        guard let (scale, symbol) = units.first(where: { value >= $0.0 }) else { return count(max(0, bytes), "byte") }
        return number(rounded(value / scale, digits: 3), in: region) + " " + symbol
    }

    /// "80%"
    package static func percent(_ value: Double, in region: Region = .unitedStates) -> String {
        number(value, in: region) + "%"
    }

    /// "1st", "22nd"
    package static func ordinal(_ number: Int) -> String {
        let suffix: String
        switch (number % 10, number % 100) {
        case (_, 11...13): suffix = "th"
        case (1, _): suffix = "st"
        case (2, _): suffix = "nd"
        case (3, _): suffix = "rd"
        default: suffix = "th"
        }
        return String(number) + suffix
    }
}
