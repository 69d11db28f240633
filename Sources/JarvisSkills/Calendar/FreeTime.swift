// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the gaps between appointments. Pure.

import JarvisCore
import JarvisUnderstanding

/// A stretch of free time within a day.
struct FreeTime: Hashable {
    var start: Timestamp
    var end: Timestamp
    /// The whole time asked about on that day is free.
    var isWhole = false

    var seconds: Int64 { end.since(start).components.seconds }

    /// The free stretches of a period.
    /// - Parameters:
    ///   - busy: Appointments that take time, in any order.
    ///   - shortest: In seconds.
    static func gaps(
        between busy: [Appointment], from start: Timestamp, to end: Timestamp, atLeast shortest: Int64
    ) -> [FreeTime] {
        guard end > start else { return [] }
        var (gaps, free): ([FreeTime], Timestamp) = ([], start)
        for appointment in busy.sorted(by: { $0.start < $1.start }) where appointment.end > start {
            guard appointment.start < end else { break }
            if appointment.start > free { gaps.append(FreeTime(start: free, end: appointment.start)) }
            free = max(free, appointment.end)
        }
        if free < end { gaps.append(FreeTime(start: free, end: end, isWhole: free == start && gaps.isEmpty)) }
        return gaps.filter { $0.seconds >= max(shortest, 60) }
    }

    /// The hours of a day when people arrange things, unless they name others.
    private static let hours = (first: 8, last: 20)

    /// The part of a day that is asked about, from now on; nil if it is over.
    /// - Parameter span: The whole time asked about.
    static func window(
        on day: CivilDate, in span: CalendarSpan, isNamedPart: Bool, clock: any WallClock
    ) -> (start: Timestamp, end: Timestamp)? {
        func instant(_ hour: Int) -> Timestamp {
            clock.instant(
                of: LocalTime(
                    year: day.year, month: day.month, day: day.day, hour: hour, minute: 0, second: 0,
                    weekday: day.weekday))
        }
        var start = max(span.start, instant(Self.hours.first))
        var end = min(span.end, instant(isNamedPart ? 22 : Self.hours.last))
        if isNamedPart, span.start >= instant(20) { end = span.end }
        let now = clock.now()
        if now > start {
            // People meet at full quarters of an hour.
            let quarter: Int64 = 900
            start = Timestamp(secondsSinceEpoch: (now.secondsSinceEpoch + quarter - 1) / quarter * quarter)
            // Asked in the evening, the evening counts.
            if CivilDate(clock.local(now)) == day, start >= end { end = min(span.end, instant(23)) }
        }
        guard end > start else { return nil }
        return (start, end)
    }
}
