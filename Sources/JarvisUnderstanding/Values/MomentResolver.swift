// SPDX-License-Identifier: GPL-3.0-or-later
// Turns spoken moments into instants, given a clock with the current time and a time zone.
//
// A local time skipped when clocks go forward moves ahead by the length of the gap; a repeated one means the first
// occurrence. `WallClock.instant(of:)` guarantees both.

package import JarvisCore

/// Turns moments, offsets and periods into instants.
package struct MomentResolver {
    /// The half of the day that a kind of request implies.
    package enum Hint: Hashable, Sendable {
        case none
        /// "Wake me at seven"
        case morning
        /// Between 8:00 and 20:00, when people call and meet.
        case daytime
        case evening
    }

    /// The possible instants of a moment.
    package struct Resolution: Hashable, Sendable {
        /// Likeliest first; several if the half of the day is open. With an explicit day, they may be over.
        package var instants: [Timestamp]
        /// True for a day such as "the 31st" if the coming month lacks it and a later month is meant.
        package var skipsMonth = false
    }

    package var clock: any WallClock
    /// The clock of a time zone by its identifier; nil if unknown.
    package var zoneClock: (String) -> (any WallClock)?

    package init(clock: any WallClock, zoneClock: @escaping (String) -> (any WallClock)? = { _ in nil }) {
        self.clock = clock
        self.zoneClock = zoneClock
    }

    package func today() -> CivilDate { CivilDate(clock.local(clock.now())) }

    /// The possible instants of a moment. Without a time, it is the default time of the part of the day, or midnight.
    package func resolve(_ moment: SpokenMoment, hint: Hint = .none) -> Resolution {
        let clock = moment.zone.flatMap(zoneClock) ?? clock
        let now = clock.now()
        let today = CivilDate(clock.local(now))
        let skipsMonth = moment.day?.skipsMonth(from: today) ?? false
        guard let time = moment.time ?? moment.part?.time else {
            let date = moment.day?.date(from: today) ?? today
            return Resolution(instants: [instant(date, 0, 0, clock)], skipsMonth: skipsMonth)
        }
        let hours = hours(of: time, hint)
        if let day = moment.day {
            let date = day.date(from: today)
            var all = hours.map { instant(date, $0, time.minute, clock) }
            if date == today {
                // Drop the half of today that is over.
                let coming = all.filter { $0 > now }
                if case .weekday = day, coming.isEmpty {
                    all = hours.map { instant(date.adding(days: 7), $0, time.minute, clock) }
                } else if hours.count > 1, !coming.isEmpty {
                    all = coming
                }
            } else if hours.count > 1, !(6..<12).contains(time.hour) {
                all.reverse()
            }
            return Resolution(instants: all, skipsMonth: skipsMonth)
        }
        let all = [today, today.adding(days: 1)].flatMap { date in hours.map { instant(date, $0, time.minute, clock) } }
        let coming = all.filter { $0 > now }.sorted()
        return Resolution(instants: Array(coming.prefix(hours.count)), skipsMonth: false)
    }

    /// The instant of an offset; nil if its anchor is a name, which only the caller can resolve.
    package func resolve(_ offset: SpokenOffset, hint: Hint = .none) -> Timestamp? {
        let sign = offset.isBefore ? -1 : 1
        switch offset.anchor {
        case .now: return shifted(clock.now(), by: offset.length, sign)
        case .moment(let moment):
            return resolve(moment, hint: hint).instants.first.map { shifted($0, by: offset.length, sign) }
        case .name: return nil
        }
    }

    /// The instant this duration away: months and days by the calendar, seconds as elapsed time.
    package func shifted(_ instant: Timestamp, by length: CalendarDuration, _ sign: Int = 1) -> Timestamp {
        var moved = instant
        if length.months > 0 || length.days > 0 {
            var local = clock.local(instant)
            let date = CivilDate(local).adding(months: sign * length.months).adding(days: sign * length.days)
            (local.year, local.month, local.day, local.weekday) = (date.year, date.month, date.day, date.weekday)
            moved = clock.instant(of: local)
        }
        return moved.advanced(by: .milliseconds(Int64((min(length.seconds, 1e12) * 1000).rounded()) * Int64(sign)))
    }

    /// The start and the exclusive end of a period; nil if open.
    package func resolve(_ period: SpokenPeriod, hint: Hint = .none) -> (start: Timestamp?, end: Timestamp?) {
        let today = today()
        func days(_ first: CivilDate, _ end: CivilDate) -> (Timestamp?, Timestamp?) {
            (instant(first, 0, 0, clock), instant(end, 0, 0, clock))
        }
        switch period {
        case .between(let from, let to):
            let start = from.flatMap { resolve($0, hint: hint).instants.first }
            guard let to else { return (start, nil) }
            let ends = resolve(to, hint: hint).instants
            // "From ten to two" ends at the first two o'clock after ten.
            var end = start.flatMap { start in ends.sorted().first { $0 > start } } ?? ends.first
            if to.time == nil, to.part == nil { end = end.map { shifted($0, by: CalendarDuration(days: 1)) } }
            return (start, end)
        case .week(let weeks):
            let monday = today.adding(days: 1 - today.weekday + 7 * weeks)
            return days(monday, monday.adding(days: 7))
        case .weekend(let weeks):
            let saturday = today.adding(days: 6 - today.weekday + 7 * weeks)
            return days(saturday, saturday.adding(days: 2))
        case .month(let months):
            let first = CivilDate(year: today.year, month: today.month, day: 1).adding(months: months)
            return days(first, first.adding(months: 1))
        case .namedMonth(let month, let year):
            let first = CivilDate(
                year: year ?? (month >= today.month ? today.year : today.year + 1), month: month, day: 1)
            return days(first, first.adding(months: 1))
        case .year(let years):
            let first = CivilDate(year: today.year + years, month: 1, day: 1)
            return days(first, first.adding(months: 12))
        case .exactYear(let year):
            let first = CivilDate(year: year, month: 1, day: 1)
            return days(first, first.adding(months: 12))
        case .coming(let length): return (clock.now(), shifted(clock.now(), by: length))
        case .past(let length): return (shifted(clock.now(), by: length, -1), clock.now())
        case .running(let length, let moment):
            let start = resolve(moment, hint: hint).instants.first
            return (start, start.map { shifted($0, by: length) })
        }
    }

    /// The possible hours of a time.
    private func hours(of time: ClockTime, _ hint: Hint) -> [Int] {
        guard time.isAmbiguous else { return [time.hour] }
        let early = time.hour % 12
        switch hint {
        case .none: return [early, early + 12]
        case .morning: return [early]
        case .daytime: return [(8..<12).contains(early) ? early : early + 12]
        case .evening: return [early + 12]
        }
    }

    private func instant(_ date: CivilDate, _ hour: Int, _ minute: Int, _ clock: any WallClock) -> Timestamp {
        clock.instant(
            of: LocalTime(
                year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: 0,
                weekday: date.weekday))
    }
}
