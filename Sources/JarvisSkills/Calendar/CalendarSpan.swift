// SPDX-License-Identifier: GPL-3.0-or-later
// Works out the time a calendar question asks about, and puts appointments into words.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

/// A half-open range of time: a day, part of one, a week or a weekend. `end` is not included.
struct CalendarSpan {
    var start: Timestamp
    var end: Timestamp
    /// The first day of the span.
    var day: CivilDate
    /// How the span reads after "You have two appointments": "tomorrow", "on Friday", "this week".
    var name: String
    /// The span covers several days.
    var isLong = false

    init(start: Timestamp, end: Timestamp, day: CivilDate, name: String, isLong: Bool) {
        (self.start, self.end, self.day, self.name, self.isLong) = (start, end, day, name, isLong)
    }

    /// - Parameter day: The day the request names. If `nil`, the words decide, and otherwise it is today.
    init(_ invocation: SkillInvocation, day: DayReference?) {
        let (clock, today, words) = (invocation.services.clock, invocation.today, Set(invocation.words))
        var (first, count) = (day?.date(from: today) ?? today, 1)
        var (from, to) = (0, 24)
        if words.contains("weekend") {
            first = today.adding(days: today.weekday == 7 ? -1 : 6 - today.weekday)
            count = 2
            name = words.contains("next") ? "next weekend" : "at the weekend"
            if words.contains("next") { first = first.adding(days: 7) }
            isLong = true
        } else if words.contains("week"), day == nil || day == .offset(7) {
            let isNext = words.contains("next")
            first = isNext ? today.adding(days: 8 - today.weekday) : today
            count = isNext ? 7 : 8 - today.weekday
            name = isNext ? "next week" : "this week"
            isLong = true
        } else {
            name = Self.name(first, today)
            if let part = Self.parts.first(where: { words.contains($0.word) }) {
                (from, to) = (part.from, part.to)
                let said = first == today ? (part.word == "tonight" ? "tonight" : "this \(part.word)") : nil
                name = said ?? "\(name) \(part.word)"
            }
        }
        self.day = first
        start = Self.instant(first, hour: from, clock)
        end = Self.instant(first.adding(days: count - 1), hour: to, clock)
        // A longer span starts today at the earliest: past days matter only if the request names one.
        if isLong, count > 0 { start = max(start, Self.instant(today, hour: 0, clock)) }
    }

    private static let parts: [(word: String, from: Int, to: Int)] = [
        ("morning", 0, 12), ("afternoon", 12, 18), ("evening", 17, 24), ("tonight", 17, 24), ("night", 17, 24),
    ]

    private static func name(_ date: CivilDate, _ today: CivilDate) -> String {
        switch date.dayNumber - today.dayNumber {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case 2...6: "on \(CalendarNames.weekdays[date.weekday - 1])"
        default: "on \(SpokenFormat.date(date, withYear: date.year != today.year))"
        }
    }

    private static func instant(_ date: CivilDate, hour: Int, _ clock: any WallClock) -> Timestamp {
        let date = hour == 24 ? date.adding(days: 1) : date
        return clock.instant(
            of: LocalTime(
                year: date.year, month: date.month, day: date.day, hour: hour % 24, minute: 0, second: 0,
                weekday: date.weekday))
    }

    /// True if the words contain a time of day.
    static func hasTime(_ words: [String]) -> Bool {
        for start in words.indices {
            for length in 1...min(5, words.count - start) {
                if TimePhrase.time(of: words[start..<start + length]) != nil { return true }
            }
        }
        return false
    }

    /// The first moment after `start` with this time of day.
    static func next(_ time: ClockTime, after start: Timestamp, _ clock: any WallClock) -> Timestamp {
        let date = CivilDate(clock.local(start))
        let hours = time.isAmbiguous ? [time.hour % 12, time.hour % 12 + 12] : [time.hour]
        let all = [date, date.adding(days: 1)].flatMap { date in
            hours.map { instant(date, hour: $0, clock).advanced(by: .seconds(time.minute * 60)) }
        }
        return all.first { $0 > start } ?? start
    }

    /// The moment a time of day most likely means. If it can mean two, this picks daytime: few people meet at 3 AM.
    static func instant(of time: ClockTime, on day: DayReference?, _ clock: any WallClock) -> Timestamp {
        let now = clock.now()
        let today = CivilDate(clock.local(now))
        let hours = time.isAmbiguous ? [time.hour % 12, time.hour % 12 + 12] : [time.hour]
        let dates = day.map { [$0.date(from: today)] } ?? [today, today.adding(days: 1)]
        let all = dates.flatMap { date in
            hours.map { hour in
                (hour, instant(date, hour: hour, clock).advanced(by: .seconds(time.minute * 60)))
            }
        }
        let isByDay = { (hour: Int) in hours.count == 1 || (7...20).contains(hour) }
        return all.first { isByDay($0.0) && $0.1 > now }?.1 ?? all.first { isByDay($0.0) }?.1 ?? all.last?.1 ?? now
    }
}

/// Puts appointments into words.
struct AppointmentWording {
    let clock: any WallClock
    /// Whose times of day it uses.
    let region: Region

    init(_ services: SkillServices) {
        clock = services.clock
        region = services.region
    }

    func title(_ appointment: Appointment) -> String {
        appointment.title.isEmpty ? "an appointment without a title" : appointment.title
    }

    /// "dentist at 3:00 PM", "Anna's birthday, all day", "on Friday: lunch at noon", "night train until 7:00 AM"
    /// - Parameters:
    ///   - start: The beginning of the time asked about. An appointment that began on an earlier day is described by
    ///     its end.
    ///   - end: The end of that time.
    func entry(
        _ appointment: Appointment, withEnd: Bool = false, saysDay: Bool = false, from start: Timestamp? = nil,
        to end: Timestamp? = nil
    ) -> String {
        let name = title(appointment)
        let began = clock.local(appointment.start)
        if let start, CivilDate(began) < CivilDate(clock.local(start)) {
            let first = saysDay ? "\(dayName(CivilDate(clock.local(start)))), " : ""
            if appointment.isAllDay || end.map({ appointment.end >= $0 }) == true { return "\(first)\(name), all day" }
            return "\(first)\(name) until \(until(appointment.end, of: CivilDate(clock.local(start))))"
        }
        let day = saysDay ? "\(dayName(CivilDate(began))), " : ""
        if appointment.isAllDay { return "\(day)\(name), all day" }
        let time = SpokenFormat.time(hour: began.hour, minute: began.minute, in: region)
        guard withEnd, appointment.end > appointment.start else { return "\(day)\(name) at \(time)" }
        return "\(day)\(name) from \(time) to \(until(appointment.end, of: CivilDate(began)))"
    }

    /// "6:00 AM", or "tomorrow at 6:00 AM" if that is another day than `day` and not just the night after it.
    private func until(_ end: Timestamp, of day: CivilDate) -> String {
        let local = clock.local(end)
        let time = SpokenFormat.time(hour: local.hour, minute: local.minute, in: region)
        let days = CivilDate(local).dayNumber - day.dayNumber
        return days == 0 || days == 1 && local.hour < 12 ? time : "\(dayName(CivilDate(local))) at \(time)"
    }

    /// The place; nil if the appointment gives none. A place that is only a web address means a video call.
    func place(_ appointment: Appointment) -> String? {
        let place = appointment.location
        if place.isEmpty { return nil }
        return place.lowercased().hasPrefix("http") && !place.contains(" ") ? "a video call" : place
    }

    /// The guests by their answers: "Tom and Ada are coming, Ben may come, Eve can't".
    func guests(_ appointment: Appointment) -> String {
        func list(_ answer: Guest.Answer, _ one: String, _ many: String) -> String? {
            let names = appointment.guests.filter { $0.answer == answer }.map(\.name)
            guard !names.isEmpty else { return nil }
            let rest = names.count - Self.mostNames
            let said = rest > 1 ? names.prefix(Self.mostNames) + ["\(rest) more"] : names
            return "\(SpokenFormat.list(Array(said), joiner: "and")) \(names.count == 1 ? one : many)"
        }
        let isAnswered = appointment.guests.contains { $0.answer != .none }
        return [
            list(.accepted, "is coming", "are coming"), list(.tentative, "may come", "may come"),
            list(.none, isAnswered ? "hasn't answered" : "is invited", isAnswered ? "haven't answered" : "are invited"),
            list(.declined, "can't come", "can't come"),
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private static let mostNames = 8

    /// "today at 3:00 PM", "on Friday, all day"
    func when(_ appointment: Appointment) -> String {
        guard appointment.isAllDay else { return when(appointment.start) }
        let name = dayName(CivilDate(clock.local(appointment.start)))
        return ["today", "tomorrow"].contains(name) ? name : "on \(name)"
    }

    /// "at 3:00 PM", "tomorrow at 3:00 PM", "on Friday from noon to 1:00 PM"
    func when(_ instant: Timestamp, to end: Timestamp? = nil) -> String {
        let local = clock.local(instant)
        var time = SpokenFormat.time(hour: local.hour, minute: local.minute, in: region)
        if let end = end.map(clock.local) {
            time = "from \(time) to \(SpokenFormat.time(hour: end.hour, minute: end.minute, in: region))"
        } else {
            time = "at \(time)"
        }
        switch dayName(CivilDate(local)) {
        case "today": return time
        case "tomorrow": return "tomorrow \(time)"
        case let name: return "on \(name) \(time)"
        }
    }

    func dayName(_ date: CivilDate) -> String {
        let today = CivilDate(clock.local(clock.now()))
        switch date.dayNumber - today.dayNumber {
        case 0: return "today"
        case 1: return "tomorrow"
        case 2...6: return CalendarNames.weekdays[date.weekday - 1]
        default: return SpokenFormat.date(date, withYear: date.year != today.year)
        }
    }
}
