// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrence rules as calendar files write them: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE" (RFC 5545, 3.3.10; SKIP is of
// RFC 7529). Pure.

/// A recurrence rule.
struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String, Sendable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        /// The length of a period within a day; nil for whole days and more.
        var seconds: Int64? {
            switch self {
            case .secondly: 1
            case .minutely: 60
            case .hourly: 3600
            case .daily, .weekly, .monthly, .yearly: nil
            }
        }

        /// The greatest number of days in a period.
        var mostDays: Int {
            switch self {
            case .secondly, .minutely, .hourly, .daily: 1
            case .weekly: 7
            case .monthly: 31
            case .yearly: 366
            }
        }
    }

    /// What becomes of a day that a month lacks, such as February 30.
    enum Skip: String, Sendable {
        case omit = "OMIT"
        /// The last day of that month.
        case backward = "BACKWARD"
        /// The first day of the next month.
        case forward = "FORWARD"
    }

    /// "MO" for every Monday; "2MO" or "-1FR" for the second Monday or the last Friday of a month or year.
    struct Weekday: Hashable, Sendable {
        /// 1 (Monday) … 7 (Sunday)
        var day: Int
        /// The position in the month or year, from the end if negative; 0 for every one.
        var ordinal: Int
    }

    var frequency: Frequency
    var interval = 1
    var count: Int?
    var until: CalendarTime?
    var weekdays: [Weekday] = []
    var monthDays: [Int] = []
    var yearDays: [Int] = []
    var weekNumbers: [Int] = []
    var months: [Int] = []
    var hours: [Int] = []
    var minutes: [Int] = []
    var seconds: [Int] = []
    var positions: [Int] = []
    /// The first day of the week, 1 (Monday) … 7 (Sunday).
    var weekStart = 1
    var skip = Skip.omit

    /// Parses a rule.
    /// - Returns: Nil for an invalid rule, or one of another calendar than the Gregorian.
    init?(_ text: Substring) {
        var frequency: Frequency?
        for part in text.split(separator: ";") where part.uppercased().hasPrefix("FREQ=") {
            frequency = Frequency(rawValue: part.dropFirst(5).uppercased())
        }
        guard let frequency else { return nil }
        self.frequency = frequency
        for part in text.split(separator: ";") {
            let fields = part.split(separator: "=", maxSplits: 1)
            guard fields.count == 2, set(fields[0].uppercased(), to: fields[1]) else { return nil }
        }
        // Nothing that recurs more than once a minute is an appointment.
        guard timesPerDay <= 1440 else { return nil }
    }

    /// Sets a part of the rule; false if it is invalid.
    private mutating func set(_ name: String, to value: Substring) -> Bool {
        switch name {
        case "FREQ": return true
        case "INTERVAL":
            guard let number = Int(value), (1...10_000).contains(number) || frequency.seconds != nil && number > 0,
                number <= 1_000_000_000
            else { return false }
            interval = number
        case "COUNT":
            guard let number = Int(value), number > 0 else { return false }
            count = number
        case "UNTIL":
            guard let time = CalendarTime(value) else { return false }
            until = time
        case "WKST":
            guard let day = Self.weekday(value), day.ordinal == 0 else { return false }
            weekStart = day.day
        case "RSCALE": return ["GREGORIAN", "GREGORY"].contains(value.uppercased())
        case "SKIP":
            guard let known = Skip(rawValue: value.uppercased()) else { return false }
            skip = known
        case "BYDAY":
            guard let list = Self.list(value, Self.weekday) else { return false }
            weekdays = list
        default:
            // Ignore extensions.
            if name.hasPrefix("X-") { return true }
            guard let (part, values) = Self.numbered[name],
                let list = Self.list(value, { text in Int(text).flatMap { values.contains($0) ? $0 : nil } }),
                values.lowerBound >= 0 || !list.contains(0)
            else { return false }
            self[keyPath: part] = list
        }
        return true
    }

    private static let numbered: [String: (any WritableKeyPath<Self, [Int]> & Sendable, ClosedRange<Int>)] = [
        "BYMONTH": (\.months, 1...12), "BYMONTHDAY": (\.monthDays, -31...31), "BYYEARDAY": (\.yearDays, -366...366),
        "BYWEEKNO": (\.weekNumbers, -53...53), "BYHOUR": (\.hours, 0...23), "BYMINUTE": (\.minutes, 0...59),
        "BYSECOND": (\.seconds, 0...60), "BYSETPOS": (\.positions, -366...366),
    ]

    /// Parses a comma-separated list and removes duplicates; nil if any value is invalid.
    private static func list<Value: Hashable>(_ text: Substring, _ read: (Substring) -> Value?) -> [Value]? {
        let parts = text.split(separator: ",")
        guard !parts.isEmpty, parts.count <= 400 else { return nil }
        let values = parts.compactMap(read)
        guard values.count == parts.count else { return nil }
        var known: Set<Value> = []
        return values.filter { known.insert($0).inserted }
    }

    /// The cost of one period in steps of `ExpansionBudget`; 1 for common rules.
    var stepsPerPeriod: Int {
        let days = max(1, months.count) * (weekdays.count + monthDays.count)
        // Every day of the year is examined.
        let year = weekNumbers.isEmpty && yearDays.isEmpty ? 0 : frequency == .yearly ? 30 : 1
        return 1 + days / 32 + year + (timesPerDay > 1 ? timesPerDay * frequency.mostDays / 8 : 0)
    }

    /// Whether it may yield several times on one day.
    var isOftenADay: Bool { frequency.seconds != nil || timesPerDay > 1 }

    private var timesPerDay: Int { max(1, hours.count) * max(1, minutes.count) * max(1, seconds.count) }

    private static func weekday(_ text: Substring) -> Weekday? {
        guard text.utf8.count >= 2,
            let day = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: text.suffix(2).uppercased())
        else { return nil }
        let ordinal = text.dropLast(2)
        if ordinal.isEmpty { return Weekday(day: day + 1, ordinal: 0) }
        return Int(ordinal).flatMap { $0 != 0 && (-53...53).contains($0) ? Weekday(day: day + 1, ordinal: $0) : nil }
    }
}
