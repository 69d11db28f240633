// SPDX-License-Identifier: GPL-3.0-or-later
// When the prompt of the day is due: once a day, at the user's hour or later that day if it could not be shown earlier.
// Pure except for the calendar, which is a port.

public import JarvisCore
import JarvisUnderstanding

/// A day in the user's local calendar.
public struct PromptDay: Hashable, Comparable, Sendable {
    private let date: CivilDate

    public init(_ time: LocalTime) { date = CivilDate(time) }

    /// Parses "2026-11-26"; nil for any other format.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        date = CivilDate(year: year, month: month, day: day)
    }

    /// "2026-11-26"
    public var text: String { date.canonical }

    /// Days since 1 January 1970.
    public var number: Int { date.dayNumber }

    public static func < (lhs: PromptDay, rhs: PromptDay) -> Bool { lhs.number < rhs.number }
}

/// What to do about the prompt at a given moment.
public enum PromptSchedule: Hashable, Sendable {
    /// Show it now.
    case due
    /// Nothing to do before this time.
    case wait(until: Timestamp)

    /// - Parameters:
    ///   - hour: The hour set by the user, 0…23.
    ///   - last: The last day whose prompt was shown; nil if none was.
    public init(at now: Timestamp, hour: Int, last: PromptDay?, clock: any WallClock) {
        let time = clock.local(now)
        let today = PromptDay(time)
        let start = Self.instant(of: hour, on: time, clock)
        // Setting the clock back or flying west must not show a day's prompt again.
        let isDone = last.map { ($0.number - today.number) == 0 || ($0.number - today.number) == 1 } ?? false
        if !isDone, now >= start {
            self = .due
        } else if !isDone {
            self = .wait(until: start)
        } else {
            // From noon to noon is 24 hours, give or take an hour of daylight saving, so the date is right either way.
            var noon = time
            (noon.hour, noon.minute, noon.second) = (12, 0, 0)
            let next = clock.local(clock.instant(of: noon).advanced(by: .seconds(86_400)))
            self = .wait(until: Self.instant(of: hour, on: next, clock))
        }
    }

    private static func instant(of hour: Int, on day: LocalTime, _ clock: any WallClock) -> Timestamp {
        var time = day
        (time.hour, time.minute, time.second) = (min(max(0, hour), 23), 0, 0)
        return clock.instant(of: time)
    }
}
