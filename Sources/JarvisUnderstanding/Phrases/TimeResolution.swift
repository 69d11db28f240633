// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a spoken time of day into an instant.

package import JarvisCore

/// Finds the next instant of a spoken time of day.
package struct TimeResolution {
    package var clock: any WallClock

    package init(clock: any WallClock) {
        self.clock = clock
    }

    /// The next instant at `time`: today or tomorrow, or on `day` if given.
    ///
    /// If the half of the day is open, `prefersMorning` ("wake me at seven") picks the morning, and `isDaytime` picks
    /// the time between 8:00 and 20:00, when people call each other. Otherwise, on another day, six to eleven is the
    /// morning; today, the next occurrence counts.
    /// - Returns: nil if that time is over on `day`. A weekday then means a week later instead.
    package func instant(
        of time: ClockTime, on day: DayReference?, prefersMorning: Bool = false, isDaytime: Bool = false
    ) -> Timestamp? {
        let now = clock.now()
        let today = CivilDate(clock.local(now))
        let isOtherDay = day.map { $0 != .offset(0) } ?? false
        let hours = hours(of: time, prefersMorning: prefersMorning, isDaytime: isDaytime, isOtherDay: isOtherDay)
        if let day {
            let date = day.date(from: today)
            if let found = hours.map({ instant(date, $0, time.minute) }).first(where: { $0 > now }) { return found }
            guard case .weekday = day else { return nil }
            return hours.first.map { instant(date.adding(days: 7), $0, time.minute) }
        }
        let dates = [today, today.adding(days: 1)]
        return dates.flatMap { date in hours.map { instant(date, $0, time.minute) } }.first { $0 > now }
    }

    private func hours(of time: ClockTime, prefersMorning: Bool, isDaytime: Bool, isOtherDay: Bool) -> [Int] {
        guard time.isAmbiguous else { return [time.hour] }
        let morning = time.hour % 12
        if prefersMorning { return [morning] }
        if isDaytime { return [(8..<12).contains(morning) ? morning : morning + 12] }
        if isOtherDay { return [(6..<12).contains(time.hour) ? morning : morning + 12] }
        return [morning, morning + 12]
    }

    private func instant(_ date: CivilDate, _ hour: Int, _ minute: Int) -> Timestamp {
        clock.instant(
            of: LocalTime(
                year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: 0,
                weekday: date.weekday))
    }
}
