// SPDX-License-Identifier: GPL-3.0-or-later
// Parses and prints the times of reminders on the command line.

public import JarvisCore
import JarvisPlatform

/// When a reminder is due: at a time of day, or after a duration.
public enum ReminderTime: Equatable {
    case clock(minute: Int)
    case after(seconds: Int64)

    /// Parses a time of day or a duration; nil if the text is neither.
    public init?(_ text: String) {
        if let minute = Self.minute(text) {
            self = .clock(minute: minute)
        } else if let seconds = Self.length(text) {
            self = .after(seconds: seconds)
        } else {
            return nil
        }
    }

    public var isLength: Bool {
        if case .after = self { true } else { false }
    }

    /// The time's next occurrence, or the end of the duration from now on.
    public func next(after now: Timestamp, clock: any WallClock) -> Timestamp {
        switch self {
        case .clock(let minute): Recurrence.days(1, atMinute: minute).next(after: now, from: now, clock: clock)
        case .after(let seconds): now.advanced(by: .seconds(seconds))
        }
    }

    /// Parses a duration such as "10m", "1h30m", "45s" or "2d", in seconds; nil for anything else, and for zero.
    public static func length(_ text: String) -> Int64? {
        var (total, digits): (Int64, String) = (0, "")
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
            guard let unit = units[character], let count = Int64(digits), count <= 100_000 else { return nil }
            total += count * unit
            digits = ""
        }
        return digits.isEmpty && total > 0 ? total : nil
    }

    /// Parses "day", "weekdays", "mon,thu", "month:15" or a duration; nil for anything else.
    public static func recurrence(_ text: String, atMinute minute: Int) -> Recurrence? {
        if text == "day" { return .days(1, atMinute: minute) }
        if text == "weekdays" { return .weekdays([1, 2, 3, 4, 5], atMinute: minute) }
        if let seconds = length(text) {
            return seconds % 86_400 == 0 ? .days(Int(seconds / 86_400), atMinute: minute) : .every(seconds: seconds)
        }
        if let day = monthDay(text) { return .monthly(day, atMinute: minute) }
        let days = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            dayNames.firstIndex(of: String(name.lowercased().prefix(3))).map { $0 + 1 }
        }
        return days.contains(nil) ? nil : .weekdays(Set(days.compactMap { $0 }), atMinute: minute)
    }

    /// Parses a day of the month, "month:15" or "month:last"; nil for anything else.
    private static func monthDay(_ text: String) -> MonthDay? {
        guard text.hasPrefix("month:") else { return nil }
        let day = text.dropFirst("month:".count)
        if day == "last" { return .last }
        return Int(day).flatMap { (1...31).contains($0) ? .date($0) : nil }
    }

    static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}

/// Prints reminders on the command line.
public enum ReminderOutput {
    /// Prints them as lines or as a single JSON document.
    /// - Throws: The errors of `Console.write(_:)`.
    public static func write(_ reminders: [Reminder], clock: any WallClock, json: Bool) throws {
        guard !json else { return try Console.json(.array(reminders.map { value($0) })) }
        for reminder in reminders {
            let times = [state(reminder, clock), repeats(reminder)]
            let fields = [reminder.id, reminder.kind.rawValue] + times + [reminder.label]
            try Console.say(fields.joined(separator: "\t"))
        }
    }

    private static func value(_ reminder: Reminder) -> JSONValue {
        var object: JSONObject = [
            "id": .text(reminder.id), "kind": .text(reminder.kind.rawValue), "label": .text(reminder.label),
            "dueAt": .integer(reminder.dueAt.millisecondsSinceEpoch), "isRinging": .flag(reminder.isRinging),
            "isPaused": .flag(reminder.isPaused),
            "repeats": reminder.recurrence == nil ? .null : .text(repeats(reminder)),
        ]
        if let remaining = reminder.remaining { object["remainingSeconds"] = .integer(remaining.components.seconds) }
        if let time = reminder.snoozedFrom { object["snoozedFrom"] = .integer(time.millisecondsSinceEpoch) }
        return .object(object)
    }

    /// The reminder's state: "2026-01-05 07:30", "ringing", "paused, 90 s left".
    private static func state(_ reminder: Reminder, _ clock: any WallClock) -> String {
        if reminder.isRinging { return "ringing" }
        if let remaining = reminder.remaining { return "paused, \(remaining.components.seconds) s left" }
        let local = clock.local(reminder.dueAt)
        return
            "\(local.year)-\(local.month.padded())-\(local.day.padded()) \(local.hour.padded()):\(local.minute.padded())"
    }

    private static func repeats(_ reminder: Reminder) -> String {
        switch reminder.recurrence {
        case nil: "once"
        case .every(let seconds)?: "every \(seconds) s"
        case .days(let count, _)?: count == 1 ? "every day" : "every \(count) days"
        case .monthly(.date(let date), _)?: "month:\(date)"
        case .monthly(.last, _)?: "month:last"
        case .monthly(.weekday(let weekday, let week), _)?:
            "month:\(week == 5 ? "last" : String(week))-\(ReminderTime.dayNames[(weekday - 1) % 7])"
        case .weekdays(let days, _)?: days.sorted().map { ReminderTime.dayNames[($0 - 1) % 7] }.joined(separator: ",")
        }
    }
}
