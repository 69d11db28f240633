// SPDX-License-Identifier: GPL-3.0-or-later
// Short descriptions of ringing reminders, for a banner, the status line and a notification.

package import JarvisConversation
package import JarvisCore
import JarvisPlatform

package enum RingText {
    /// "Alarm 7:00 AM", "Timer: tea", "Reminder: call mum"
    package static func title(
        _ reminder: Reminder, clock: any WallClock = SystemWallClock(), region: Region = Environment.region()
    ) -> String {
        switch reminder.kind {
        case .alarm:
            let time = time(reminder, clock, region)
            return reminder.label.isEmpty
                ? localized("Alarm %1", time) : localized("Alarm %1: %2", time, reminder.label)
        case .timer:
            return reminder.label.isEmpty ? localized("Timer") : localized("Timer: %1", reminder.label)
        case .reminder:
            return reminder.label.isEmpty ? localized("Reminder") : localized("Reminder: %1", reminder.label)
        }
    }

    /// What to call it on the card: the label with a capital, or else the kind or the time.
    package static func name(
        _ reminder: Reminder, clock: any WallClock = SystemWallClock(), region: Region = Environment.region()
    ) -> String {
        guard reminder.label.isEmpty else { return reminder.label.capitalizedFirst }
        switch reminder.kind {
        case .alarm: return time(reminder, clock, region)
        case .timer: return localized("Timer")
        case .reminder: return localized("Reminder")
        }
    }

    /// What the name leaves out: the kind, and the time for which it was set; empty if there is nothing to add.
    package static func detail(
        _ reminder: Reminder, clock: any WallClock = SystemWallClock(), region: Region = Environment.region()
    ) -> String {
        let time = time(reminder, clock, region)
        switch reminder.kind {
        case .alarm: return reminder.label.isEmpty ? localized("Alarm") : localized("Alarm · %1", time)
        case .timer: return reminder.label.isEmpty ? localized("Time's up") : localized("Timer · time's up")
        case .reminder: return reminder.label.isEmpty ? time : localized("Reminder · %1", time)
        }
    }

    private static func time(_ reminder: Reminder, _ clock: any WallClock, _ region: Region) -> String {
        ClockText.time(clock.local(reminder.snoozedFrom ?? reminder.dueAt), in: region)
    }

    /// Describes all ringing reminders; nil if none rings.
    package static func title(_ ringing: Ringing) -> String? {
        guard let first = ringing.reminders.first else { return nil }
        let count = ringing.reminders.count
        return count == 1 ? title(first.reminder) : localized("%1 alarms", String(count))
    }
}
