// SPDX-License-Identifier: GPL-3.0-or-later
// How values are said: in forms that read well on screen and that a synthesizer pronounces rightly.

import Glibc

/// English wording of numbers, times, durations, dates and lists.
package enum SpokenFormat {
    /// "48", "minus 2.5", "1,234,567", "1.27 times 10 to the power of 30"; at most six decimals.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "infinity" }
        let magnitude = abs(value)
        let sign = value < 0 ? "minus " : ""
        if magnitude >= 1e15 || (magnitude > 0 && magnitude < 1e-6) { return sign + scientific(magnitude) }
        // Ten significant digits hide the noise of binary fractions; six decimals are enough for the ear.
        let decimals = max(0, min(6, 9 - Int(log10(max(magnitude, 1)))))
        let scale = pow(10, Double(decimals))
        let scaled = (magnitude * scale).rounded()
        let whole = (scaled / scale).rounded(.down)
        if scaled == 0 { return "0" }
        var fraction = decimals == 0 ? "" : String(Int64(scaled - whole * scale))
        fraction = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return sign + grouped(Int64(whole)) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// `value` rounded to `digits` significant digits, never away from whole numbers.
    package static func rounded(_ value: Double, digits: Int) -> Double {
        guard value != 0, value.isFinite else { return value }
        let decimals = digits - 1 - Int(log10(abs(value)).rounded(.down))
        guard decimals > 0 else { return value.rounded() }
        let scale = pow(10, Double(min(decimals, 300)))
        return (value * scale).rounded() / scale
    }

    /// The number for machines: "48", "-2.5", no grouping.
    package static func canonical(_ value: Double) -> String {
        let text = number(value)
        if abs(value) >= 1e15 || (value != 0 && abs(value) < 1e-6) { return String(value) }
        let digits = text.filter { $0.isNumber || $0 == "." }
        return value < 0 && digits != "0" ? "-" + digits : String(digits)
    }

    private static func scientific(_ magnitude: Double) -> String {
        let exponent = Int(log10(magnitude).rounded(.down))
        let mantissa = rounded(magnitude / pow(10, Double(exponent)), digits: 3)
        return number(mantissa) + " times 10 to the power of " + number(Double(exponent))
    }

    private static func grouped(_ value: Int64) -> String {
        let digits = Array(String(value))
        guard digits.count > 4 else { return String(digits) }
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return result
    }

    /// "7:30 PM", "9:05 AM", "noon", "midnight"
    package static func time(hour: Int, minute: Int) -> String {
        if minute == 0, hour == 0 { return "midnight" }
        if minute == 0, hour == 12 { return "noon" }
        let twelve = hour % 12 == 0 ? 12 : hour % 12
        return "\(twelve):\(minute < 10 ? "0" : "")\(minute)" + (hour < 12 ? " AM" : " PM")
    }

    /// "1 hour and 20 minutes"; the two largest units, from seconds up to days.
    package static func duration(seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
        var rest = max(0, seconds)
        var parts: [String] = []
        for (size, name) in units {
            if rest >= size { parts.append(count(rest / size, name)) }
            rest %= size
        }
        return parts.isEmpty ? "0 seconds" : list(Array(parts.prefix(2)))
    }

    /// "Friday, January 9th", with the year where it is wanted.
    package static func date(_ date: CivilDate, withYear: Bool = false) -> String {
        let day = CalendarNames.weekdays[date.weekday - 1] + ", " + CalendarNames.months[date.month - 1]
        return day + " " + ordinal(date.day) + (withYear ? ", " + String(date.year) : "")
    }

    /// "a", "a and b", "a, b and c"
    package static func list(_ items: [String], joiner: String = "and") -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " " + joiner + " " + last
    }

    /// "1 minute", "2 minutes"
    package static func count(_ number: Int64, _ singular: String, _ plural: String? = nil) -> String {
        grouped(number) + " " + (number == 1 ? singular : plural ?? singular + "s")
    }

    /// "16.5 gigabytes" (powers of 1000)
    package static func bytes(_ bytes: Int64) -> String {
        let units: [(Double, String)] = [(1e12, "terabyte"), (1e9, "gigabyte"), (1e6, "megabyte"), (1e3, "kilobyte")]
        let value = Double(max(0, bytes))
        let (scale, name) = units.first { value >= $0.0 } ?? (1, "byte")
        let amount = rounded(value / scale, digits: 3)
        return number(amount) + " " + name + (amount == 1 ? "" : "s")
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
