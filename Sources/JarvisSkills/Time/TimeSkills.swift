// SPDX-License-Identifier: GPL-3.0-or-later
// The list of skills for time. A new one adds its file and one line here.

package import JarvisAgent

/// The skills for time, dates, timers, alarms and reminders.
package enum TimeSkills {
    /// Every one of these skills, in the order of the list of commands.
    package static let all: [any Skill] = [
        TimeSkill(),
        WorldTimeSkill(),
        DateSkill(),
        TimeUntilSkill(),
        TimerSkill(),
        StopwatchSkill(),
        AlarmSkill(),
        ReminderSkill(),
        PendingSkill(),
    ]
}
