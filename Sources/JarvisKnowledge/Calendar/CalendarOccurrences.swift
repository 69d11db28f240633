// SPDX-License-Identifier: GPL-3.0-or-later
// From the entries of a calendar file to what touches a time: repeated, with exceptions, in the user's time zone.

import JarvisCore
import JarvisUnderstanding

/// Finds what a calendar has for a time.
struct CalendarOccurrences {
    /// More than anyone has at a time; a file may have any number.
    static let most = 2000

    let file: CalendarFile
    let zones: SystemZones
    let clock: any WallClock
    let (start, end): (Timestamp, Timestamp)
    /// Zones that neither the system nor the file knows.
    private(set) var unknownZones: [String] = []

    /// Times of a series that do not take place.
    private struct Exceptions {
        var days: Set<Int> = []
        var instants: Set<Timestamp> = []
    }

    /// Those for which other entries stand, by the identity of the series: any number of entries may share one.
    private var replaced: [String: [CalendarTime]] = [:]
    private var replacedExceptions: [String: Exceptions] = [:]

    init(_ file: CalendarFile, zones: SystemZones, clock: any WallClock, from start: Timestamp, to end: Timestamp) {
        self.file = file
        self.zones = zones
        self.clock = clock
        (self.start, self.end) = (start, end)
    }

    /// What touches the time from `start` up to `end`.
    mutating func find(_ budget: inout ExpansionBudget) -> [Appointment] {
        var found: [Appointment] = []
        for event in file.events {
            if let time = event.replaces { replaced[event.identity, default: []].append(time) }
        }
        for event in file.events {
            guard found.count < Self.most, !budget.isSpent else { break }
            if event.isCancelled { continue }
            found += appointments(of: event, &budget)
        }
        return found
    }

    private mutating func exceptions(_ times: [CalendarTime]) -> Exceptions {
        var exceptions = Exceptions()
        for time in times {
            if time.isDate { exceptions.days.insert(time.dayNumber) } else { exceptions.instants.insert(instant(time)) }
        }
        return exceptions
    }

    private mutating func replacedExceptions(of identity: String) -> Exceptions {
        if let known = replacedExceptions[identity] { return known }
        let found = exceptions(replaced[identity] ?? [])
        replacedExceptions[identity] = found
        return found
    }

    private mutating func appointments(
        of event: CalendarEvent, _ budget: inout ExpansionBudget
    ) -> [Appointment] {
        // By the clocks of both ends, which differ by a day at most: most entries are soon seen to be far away.
        let about = event.end.map { max(0, $0.seconds - event.start.seconds) + CalendarTime.day } ?? event.length
        let days = 2 + Int(about / CalendarTime.day)
        let first = Int(start.secondsSinceEpoch / CalendarTime.day) - days
        let last = Int(end.secondsSinceEpoch / CalendarTime.day) + 2
        var times = [event.start]
        if event.replaces == nil {
            if let rule = event.rule {
                let days = RecurrenceDays(rule: rule, first: CivilDate(dayNumber: event.start.dayNumber))
                    .days(from: first, through: last, &budget)
                times = days.map { day in
                    CalendarTime(
                        seconds: Int64(day) * CalendarTime.day + event.start.secondOfDay, zone: event.start.zone,
                        isDate: event.start.isDate)
                }
                times = times.filter { isWithin($0, rule.until) }
            }
            times += event.additions
        }
        let near = times.filter { $0.dayNumber >= first && $0.dayNumber <= last }
        guard !near.isEmpty else { return [] }
        let length = length(of: event)
        let excluded =
            event.replaces == nil ? [exceptions(event.exclusions), replacedExceptions(of: event.identity)] : []
        var found: [Appointment] = []
        for time in near where !excluded.contains(where: { $0.days.contains(time.dayNumber) }) {
            let beginning = instant(time)
            if !time.isDate, excluded.contains(where: { $0.instants.contains(beginning) }) { continue }
            var after = time
            after.seconds += length
            let finish = time.isDate ? instant(after) : beginning.advanced(by: .seconds(length))
            let touches = finish > start || beginning == finish && beginning >= start
            guard beginning < end, touches else { continue }
            found.append(
                Appointment(
                    title: event.title, location: event.location, start: beginning, end: finish,
                    isAllDay: time.isDate, isBusy: event.isBusy))
        }
        return found
    }

    /// In seconds; of whole days in whole days, however long these are.
    private mutating func length(of event: CalendarEvent) -> Int64 {
        guard let end = event.end else { return event.length }
        if event.start.isDate { return max(CalendarTime.day, end.seconds - event.start.seconds) }
        return max(0, instant(end).secondsSinceEpoch - instant(event.start).secondsSinceEpoch)
    }

    private mutating func isWithin(_ time: CalendarTime, _ until: CalendarTime?) -> Bool {
        guard let until else { return true }
        if until.isDate { return time.dayNumber <= until.dayNumber }
        return until.zone == .utc && !time.isDate
            ? instant(time).secondsSinceEpoch <= until.seconds : time.seconds <= until.seconds
    }

    /// The instant of a time; days begin at the user's midnight.
    private mutating func instant(_ time: CalendarTime) -> Timestamp {
        switch time.zone {
        case .utc: return Timestamp(secondsSinceEpoch: time.seconds)
        case .named(let name):
            let offset = zones.offset(name, at: time.seconds) ?? file.zones[name]?.offset(at: time.seconds)
            if let offset { return Timestamp(secondsSinceEpoch: time.seconds - offset) }
            if unknownZones.count < 20, !unknownZones.contains(name) { unknownZones.append(name) }
        case .floating: break
        }
        let date = CivilDate(dayNumber: time.dayNumber)
        let second = Int(time.secondOfDay)
        return clock.instant(
            of: LocalTime(
                year: date.year, month: date.month, day: date.day, hour: second / 3600, minute: second / 60 % 60,
                second: second % 60, weekday: date.weekday))
    }
}
