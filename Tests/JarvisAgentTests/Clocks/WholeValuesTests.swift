// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import JarvisUnderstanding
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

/// Times, days and durations are parsed completely, and none of their words is left in a label.
@Suite(.timeLimit(.minutes(10)))
struct WholeValuesTests {
    private let rig = AgentRig()

    private func due(_ reminder: Reminder) -> String {
        let local = rig.clock.local(reminder.dueAt)
        return CivilDate(local).canonical + " " + ClockTime.canonical(local.hour, local.minute)
    }

    /// The clock stands at Monday, 5 January 2026, 09:30.
    @Test(arguments: [
        ("set a timer for an hour and ten", "2026-01-05 10:40", ""),
        ("set a timer for two and three quarter hours", "2026-01-05 12:15", ""),
        ("start a 2h15 timer", "2026-01-05 11:45", ""),
        ("wake me at half past six tomorrow", "2026-01-06 06:30", ""),
        ("set an alarm for half an hour before noon", "2026-01-05 11:30", ""),
        ("set an alarm for quarter to midnight", "2026-01-05 23:45", ""),
        ("remind me to pay the rent in an hour and ten", "2026-01-05 10:40", "pay the rent"),
        ("remind me at half past six tomorrow to water the plants", "2026-01-06 06:30", "water the plants"),
        ("remind me to send the invoice on the last friday of november", "2026-11-27 09:00", "send the invoice"),
        ("remind me a week from tuesday to call the bank", "2026-01-13 09:00", "call the bank"),
        ("remind me on the second tuesday in march at 4 pm to vote", "2026-03-10 16:00", "vote"),
        ("remind me in two months to renew the passport", "2026-03-05 09:00", "renew the passport"),
        ("remind me the day after christmas to take down the tree", "2026-12-26 09:00", "take down the tree"),
    ])
    func momentsAreParsedCompletely(request: String, moment: String, label: String) async throws {
        let answer = try await rig.ask(request)
        #expect(rig.reminders.all.map(due) == [moment], "\(answer.text)")
        #expect(rig.reminders.all.map(\.label) == [label], "\(answer.text)")
    }

    @Test func remindersToCallSomeonePreferDaytime() async throws {
        rig.clock.advance(by: .seconds(14 * 3600 + 1800))
        try await rig.ask("remind me to call mum at five")
        try await rig.ask("remind me to take the pills at five")
        #expect(rig.reminders.all.map(due) == ["2026-01-06 17:00", "2026-01-06 05:00"])
    }

    @Test func exceptionsAreLeftOutOfASchedule() async throws {
        try await rig.ask("wake me every weekday except friday at seven")
        #expect(rig.reminders.all.map(\.recurrence) == [.weekdays([1, 2, 3, 4], atMinute: 420)])
    }
}
