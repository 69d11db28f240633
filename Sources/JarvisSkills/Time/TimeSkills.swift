// SPDX-License-Identifier: GPL-3.0-or-later
// The list of skills of time; a new one adds its file and one line here.

package import JarvisAgent

/// What time it is, and what is to come.
package enum TimeSkills {
    /// Every one of them, in the order of the Commands list.
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
