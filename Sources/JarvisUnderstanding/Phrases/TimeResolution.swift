// SPDX-License-Identifier: GPL-3.0-or-later
// From a time as it was said to the instant that it means.

package import JarvisCore

/// Finds the next instant of a spoken time.
package struct TimeResolution {
    package var clock: any WallClock

    package init(clock: any WallClock) {
        self.clock = clock
    }

    /// The next instant at `time`: today or tomorrow, or on `day` where one is given.
    ///
    /// An ambiguous time is its next occurrence; `prefersMorning` ("wake me at seven"), or another day than today with
    /// an hour from seven on, means the morning. Nil when the day's time is already over.
    package func instant(of time: ClockTime, on day: DayReference?, prefersMorning: Bool = false) -> Timestamp? {
        let now = clock.now()
        let today = CivilDate(clock.local(now))
        let hours = hours(of: time, prefersMorning: prefersMorning, isOtherDay: day.map { $0 != .offset(0) } ?? false)
        if let day {
            let date = day.date(from: today)
            if let found = hours.map({ instant(date, $0, time.minute) }).first(where: { $0 > now }) { return found }
            guard case .weekday = day else { return nil }
            return hours.first.map { instant(date.adding(days: 7), $0, time.minute) }
        }
        let dates = [today, today.adding(days: 1)]
        return dates.flatMap { date in hours.map { instant(date, $0, time.minute) } }.first { $0 > now }
    }

    private func hours(of time: ClockTime, prefersMorning: Bool, isOtherDay: Bool) -> [Int] {
        guard time.isAmbiguous else { return [time.hour] }
        let morning = time.hour % 12
        if prefersMorning { return [morning] }
        if isOtherDay { return [time.hour >= 7 && time.hour < 12 ? morning : morning + 12] }
        return [morning, morning + 12]
    }

    private func instant(_ date: CivilDate, _ hour: Int, _ minute: Int) -> Timestamp {
        clock.instant(
            of: LocalTime(
                year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: 0,
                weekday: date.weekday))
    }
}
