// SPDX-License-Identifier: GPL-3.0-or-later
// How something repeats, as calendar files write it: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE" (RFC 5545, 3.3.10). Pure.

/// A rule by which something comes again.
struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// "MO", or the second or last of a month: "2MO", "-1FR".
    struct Weekday: Hashable, Sendable {
        /// 1 (Monday) … 7 (Sunday)
        var day: Int
        /// 0: every one.
        var ordinal: Int
    }

    var frequency: Frequency
    var interval = 1
    var count: Int?
    var until: CalendarTime?
    var weekdays: [Weekday] = []
    var monthDays: [Int] = []
    var months: [Int] = []
    var positions: [Int] = []
    /// The weekday with which a week begins.
    var weekStart = 1

    /// - Returns: nil for what makes no sense, and for rules that people do not make: by the hour, by the week of the
    ///   year.
    init?(_ text: Substring) {
        var frequency: Frequency?
        var (interval, weekStart): (Int, Int) = (1, 1)
        var (count, until): (Int?, CalendarTime?)
        var weekdays: [Weekday]? = []
        var (monthDays, months, positions): ([Int]?, [Int]?, [Int]?) = ([], [], [])
        for part in text.split(separator: ";") {
            let fields = part.split(separator: "=", maxSplits: 1)
            guard fields.count == 2 else { return nil }
            let value = fields[1]
            switch fields[0].uppercased() {
            case "FREQ": frequency = Frequency(rawValue: value.uppercased())
            case "INTERVAL":
                guard let number = Int(value), (1...10_000).contains(number) else { return nil }
                interval = number
            case "COUNT":
                guard let number = Int(value), number > 0 else { return nil }
                count = number
            case "UNTIL":
                guard let time = CalendarTime(value) else { return nil }
                until = time
            case "BYDAY": weekdays = Self.list(value, Self.weekday)
            case "BYMONTHDAY": monthDays = Self.list(value) { Self.number($0, 31) }
            case "BYMONTH": months = Self.list(value) { Self.number($0, 12).flatMap { $0 > 0 ? $0 : nil } }
            case "BYSETPOS": positions = Self.list(value) { Self.number($0, 366) }
            case "WKST":
                guard let day = Self.weekday(value), day.ordinal == 0 else { return nil }
                weekStart = day.day
            // Of what it is told beside the time of its beginning.
            case let name where name.hasPrefix("X-"): continue
            default: return nil
            }
        }
        guard let frequency, let weekdays, let monthDays, let months, let positions else { return nil }
        self.frequency = frequency
        (self.interval, self.count, self.until, self.weekStart) = (interval, count, until, weekStart)
        (self.weekdays, self.monthDays, self.months, self.positions) = (weekdays, monthDays, months, positions)
    }

    /// Each value once, however often the rule names it.
    private static func list<Value: Hashable>(_ text: Substring, _ read: (Substring) -> Value?) -> [Value]? {
        let parts = text.split(separator: ",")
        guard !parts.isEmpty, parts.count <= 400 else { return nil }
        let values = parts.compactMap(read)
        guard values.count == parts.count else { return nil }
        var known: Set<Value> = []
        return values.filter { known.insert($0).inserted }
    }

    /// What looking through a period takes, in steps of `ExpansionBudget`; 1 for the rules that people make.
    var stepsPerPeriod: Int { 1 + max(1, months.count) * (weekdays.count + monthDays.count) / 32 }

    /// −most…most without 0
    private static func number(_ text: Substring, _ most: Int) -> Int? {
        Int(text).flatMap { $0 != 0 && (-most...most).contains($0) ? $0 : nil }
    }

    private static func weekday(_ text: Substring) -> Weekday? {
        guard text.utf8.count >= 2,
            let day = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: text.suffix(2).uppercased())
        else { return nil }
        let ordinal = text.dropLast(2)
        if ordinal.isEmpty { return Weekday(day: day + 1, ordinal: 0) }
        return number(ordinal, 53).map { Weekday(day: day + 1, ordinal: $0) }
    }
}
