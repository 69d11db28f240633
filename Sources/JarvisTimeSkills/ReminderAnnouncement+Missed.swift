// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of timers, alarms and reminders that came due while JARVIS was not running: with their true time.

import JarvisAgent
public import JarvisCore
import JarvisUnderstanding

extension ReminderAnnouncement {
    /// "Your alarm for 2:46 PM yesterday came while I was not running."
    public static func missed(
        _ reminder: Reminder, clock: any WallClock, region: Region = .unitedStates
    ) -> String {
        let when = time(of: reminder.snoozedFrom ?? reminder.dueAt, clock: clock, region)
        switch reminder.kind {
        case .timer:
            let name = reminder.label.isEmpty ? "timer" : "\(reminder.label) timer"
            return "Your \(name) ended at \(when), while I was not running."
        case .alarm:
            let purpose = reminder.label.isEmpty ? "" : " (\(reminder.label))"
            return "Your alarm\(purpose) for \(when) came while I was not running."
        case .reminder:
            let what = reminder.label.isEmpty ? "." : ": \(reminder.label)."
            return "Your reminder for \(when) came while I was not running\(what)"
        }
    }

    /// "2:46 PM", "2:46 PM yesterday", "2:46 PM on Friday", "2:46 PM on January 9th"
    private static func time(of instant: Timestamp, clock: any WallClock, _ region: Region) -> String {
        let local = clock.local(instant)
        let today = CivilDate(clock.local(clock.now()))
        let time = SpokenFormat.time(hour: local.hour, minute: local.minute, in: region)
        let date = CivilDate(local)
        switch today.dayNumber - date.dayNumber {
        case 0: return time
        case 1: return "\(time) yesterday"
        case 2...6: return "\(time) on \(CalendarNames.weekdays[date.weekday - 1])"
        default: return "\(time) on \(SpokenFormat.date(date, withYear: date.year != today.year))"
        }
    }
}
