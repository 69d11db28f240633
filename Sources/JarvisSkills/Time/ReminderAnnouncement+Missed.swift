// SPDX-License-Identifier: GPL-3.0-or-later
// Announces timers, alarms and reminders that ring late or were missed, with the time they were due.

import JarvisAgent
public import JarvisCore
import JarvisUnderstanding

extension ReminderAnnouncement {
    /// A delay from which the announcement mentions the due time.
    private static let lateness = Duration.seconds(60)

    /// The announcement for a reminder that rings. If it rings late, such as after a sleep, it adds the due time.
    public static func due(_ reminder: Reminder, clock: any WallClock, region: Region = .unitedStates) -> String {
        let text = text(for: reminder, clock: clock, region: region)
        guard clock.now().since(reminder.dueAt) >= lateness else { return text }
        let when = time(of: reminder.dueAt, clock: clock, region)
        switch reminder.kind {
        case .timer: return "\(text) It ended at \(when)."
        case .alarm:
            let now = clock.local(clock.now())
            let purpose = reminder.label.isEmpty ? "" : " Time for \(reminder.label)."
            let time = SpokenFormat.time(hour: now.hour, minute: now.minute, in: region)
            return "It's \(time).\(purpose) Your alarm was for \(when)."
        case .reminder: return "\(text) It was for \(when)."
        }
    }

    /// The announcement for a missed reminder: "Your alarm for 2:46 PM yesterday came while I was not running."
    public static func missed(
        _ reminder: Reminder, _ reason: MissedReason, clock: any WallClock, region: Region = .unitedStates
    ) -> String {
        let when = time(of: reminder.snoozedFrom ?? reminder.dueAt, clock: clock, region)
        let why = words(reason)
        switch reminder.kind {
        case .timer:
            let name = reminder.label.isEmpty ? "timer" : "\(reminder.label) timer"
            return "Your \(name) ended at \(when), \(why.subordinate)."
        case .alarm:
            let purpose = reminder.label.isEmpty ? "" : " (\(reminder.label))"
            return "Your alarm\(purpose) for \(when) \(why.verb) \(why.subordinate)."
        case .reminder:
            let what = reminder.label.isEmpty ? "." : ": \(reminder.label)."
            return "Your reminder for \(when) \(why.verb) \(why.subordinate)\(what)"
        }
    }

    private static func words(_ reason: MissedReason) -> (verb: String, subordinate: String) {
        switch reason {
        case .notRunning: ("came", "while I wasn't running")
        case .asleep: ("came", "while the computer was asleep")
        case .clockSet: ("was skipped", "when the clock was set forward")
        case .zoneChanged: ("was skipped", "when the time zone changed")
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
