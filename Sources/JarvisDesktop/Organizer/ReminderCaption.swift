// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a timer, alarm or reminder, and when it rings, as of one moment.

import JarvisCore
import JarvisDesktopKit

/// The texts of a row.
struct ReminderCaption: Equatable {
    /// The label, or else the kind.
    var title: String
    /// "4:32" for a timer, "7:30 AM" for everything else.
    var value: String
    /// "Ends at 7:05 PM", "Paused", "Tomorrow", "Every weekday"
    var detail: String
    /// The name within a sentence: "timer pizza", "alarm 7:30 AM".
    var subject: String

    init(_ reminder: Reminder, clock: any WallClock, region: Region) {
        let now = clock.now()
        let time = ClockText.time(clock.local(reminder.dueAt), in: region)
        let label = reminder.label
        switch reminder.kind {
        case .timer:
            title = label.isEmpty ? localized("Timer") : label.capitalizedFirst
            value = CountDown(reminder, at: now).text
            detail = localized("Ends at %1", time)
            subject = label.isEmpty ? localized("timer") : localized("timer %1", label)
        case .alarm:
            title = label.isEmpty ? localized("Alarm") : label.capitalizedFirst
            value = time
            detail = Self.day(reminder, clock, region)
            subject = label.isEmpty ? localized("alarm %1", time) : localized("alarm %1, %2", time, label)
        case .reminder:
            title = label.isEmpty ? localized("Reminder") : label.capitalizedFirst
            value = time
            detail = Self.day(reminder, clock, region)
            subject = label.isEmpty ? localized("reminder %1", time) : localized("reminder %1", label)
        }
        if reminder.isRinging { detail = localized("Ringing") }
        if reminder.isPaused {
            value = CountDown(reminder, at: now).text
            detail = localized("Paused")
        }
    }

    private static func day(_ reminder: Reminder, _ clock: any WallClock, _ region: Region) -> String {
        if let before = reminder.snoozedFrom {
            return localized("Snoozed from %1", ClockText.time(clock.local(before), in: region))
        }
        let day = TimeCaption(clock: clock).comingDay(reminder.dueAt)
        guard let recurrence = reminder.recurrence else { return day }
        return localized("%1 · %2", day, RecurrenceCaption.text(recurrence))
    }
}
