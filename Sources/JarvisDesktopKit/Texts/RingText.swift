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
            let time = ClockText.time(clock.local(reminder.snoozedFrom ?? reminder.dueAt), in: region)
            return reminder.label.isEmpty
                ? localized("Alarm %1", time) : localized("Alarm %1: %2", time, reminder.label)
        case .timer:
            return reminder.label.isEmpty ? localized("Timer") : localized("Timer: %1", reminder.label)
        case .reminder:
            return reminder.label.isEmpty ? localized("Reminder") : localized("Reminder: %1", reminder.label)
        }
    }

    /// Describes all ringing reminders; nil if none rings.
    package static func title(_ ringing: Ringing) -> String? {
        guard let first = ringing.reminders.first else { return nil }
        let count = ringing.reminders.count
        return count == 1 ? title(first.reminder) : localized("%1 are ringing", String(count))
    }
}
