// SPDX-License-Identifier: GPL-3.0-or-later
// Realistic timers, alarms and reminders, and a store of them that the window follows.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisTesting

enum SampleReminders {
    /// A running timer, a paused one, two alarms and two reminders.
    static func all() -> [Reminder] {
        let clock = SystemWallClock()
        let now = clock.now()
        func make(
            _ id: String, _ kind: Reminder.Kind, _ label: String, in seconds: Int64, _ recurrence: Recurrence? = nil
        ) -> Reminder {
            Reminder(
                id: id, kind: kind, label: label, createdAt: now.advanced(by: .seconds(-60)),
                dueAt: now.advanced(by: .seconds(seconds)), recurrence: recurrence)
        }
        let workdays = Recurrence.weekdays([1, 2, 3, 4, 5], atMinute: 390)
        var morning = make("work", .alarm, "work", in: 0, workdays)
        morning.dueAt = workdays.next(after: now, from: now, clock: clock)
        return [
            make("timer-\(now.millisecondsSinceEpoch)", .timer, "pizza", in: 760),
            make("timer-1000", .timer, "", in: 240).paused(at: now),
            morning, make("nap", .alarm, "", in: 7200),
            make("mum", .reminder, "call mum about the weekend in the mountains", in: 90_000),
            make("water", .reminder, "drink water", in: 5400, .every(seconds: 7200)),
        ]
    }

    /// A store whose changes reach the conversation, as the program's own do.
    @MainActor
    static func follow(_ store: FakeReminderStore, for services: DesktopServices) -> Task<Void, Never> {
        let changes = store.changes()
        let assistant = services.assistant
        return Task {
            for await _ in changes { assistant.send(.remindersChanged(store.all)) }
        }
    }
}
