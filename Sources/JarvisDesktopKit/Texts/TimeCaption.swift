// SPDX-License-Identifier: GPL-3.0-or-later
// Describes days and times relative to the present.

package import JarvisCore
import JarvisPlatform

/// Formats instants relative to one moment, which counts as now.
package struct TimeCaption {
    private let clock: any WallClock
    private let now: Timestamp
    private let region: Region

    package init(clock: any WallClock, region: Region = Environment.region()) {
        self.clock = clock
        self.region = region
        now = clock.now()
    }

    /// "2:05 PM", or "14:05" in regions with a 24-hour clock.
    package func time(_ instant: Timestamp) -> String { ClockText.time(clock.local(instant), in: region) }

    /// True if both instants are on the same calendar day.
    package func isSameDay(_ first: Timestamp, _ second: Timestamp) -> Bool {
        let (one, other) = (clock.local(first), clock.local(second))
        return (one.year, one.month, one.day) == (other.year, other.month, other.day)
    }

    /// True while "today" means the same day as in `other`.
    package func isUpToDate(with other: TimeCaption) -> Bool { isSameDay(now, other.now) }

    /// "Today", "Yesterday", "Monday", "3 March 2026"
    package func day(_ instant: Timestamp) -> String {
        if isSameDay(instant, now) { return localized("Today") }
        // Half a day before midnight is always in the previous day, even if a change of clocks makes that day 23 or 25
        // hours.
        let midnight = startOfDay(now)
        if isSameDay(instant, midnight.advanced(by: .seconds(-43_200))) { return localized("Yesterday") }
        let local = clock.local(instant)
        let isThisWeek = instant < now && midnight.since(instant) < .seconds(6 * 86_400)
        if isThisWeek { return Self.weekday(local.weekday) }
        return date(local)
    }

    /// "Today", "Tomorrow", "Monday", "3 March 2026", for a future day.
    package func comingDay(_ instant: Timestamp) -> String {
        if isSameDay(instant, now) { return localized("Today") }
        let midnight = startOfDay(now)
        if isSameDay(instant, midnight.advanced(by: .seconds(129_600))) { return localized("Tomorrow") }
        let local = clock.local(instant)
        let isThisWeek = instant > now && instant.since(midnight) < .seconds(6 * 86_400 + 43_200)
        return isThisWeek ? Self.weekday(local.weekday) : date(local)
    }

    /// - Parameter weekday: 1 (Monday) … 7 (Sunday).
    package static func weekday(_ weekday: Int) -> String { weekdays.element(weekday - 1).map(localized) ?? "" }

    private func date(_ local: LocalTime) -> String {
        let month = Self.months.element(local.month - 1).map(localized) ?? ""
        return TextTemplate.fill(
            localized("%1 %2 %3", context: "day, month and year"), [String(local.day), month, String(local.year)])
    }

    /// "Today, 14:05"
    package func moment(_ instant: Timestamp) -> String { localized("%1, %2", day(instant), time(instant)) }

    private func startOfDay(_ instant: Timestamp) -> Timestamp {
        var local = clock.local(instant)
        (local.hour, local.minute, local.second) = (0, 0, 0)
        return clock.instant(of: local)
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension Array {
    fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
