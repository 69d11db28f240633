// SPDX-License-Identifier: GPL-3.0-or-later
// Ringing reminders can be stopped and snoozed through the agent, as commands and other programs do.

@testable import JarvisAgent
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RingingRequestTests {
    private let rig = AgentRig()

    private func ring(_ kind: Reminder.Kind, _ label: String = "", recurrence: Recurrence? = nil) async throws {
        let now = rig.clock.now()
        let reminder = Reminder(
            id: "\(kind) \(label)", kind: kind, label: label, createdAt: now, dueAt: now, recurrence: recurrence)
        try await rig.reminders.add(reminder.ringing(since: now))
    }

    @Test(arguments: ["stop", "Stop!", "be quiet", "enough", "dismiss", "cancel", "turn it off", "cancel that"])
    func aRingingTimerIsStopped(request: String) async throws {
        try await ring(.timer, "tea")
        #expect(try await rig.ask(request).text == "I've stopped the tea timer.")
        #expect(rig.reminders.all.isEmpty)
    }

    @Test func stopStopsEverythingThatRings() async throws {
        try await ring(.alarm, recurrence: .every(seconds: 86_400))
        try await ring(.reminder, "call mum")
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("stop").text == "I've stopped all 2.")
        #expect(rig.reminders.all.allSatisfy { !$0.isRinging })
        #expect(Set(rig.reminders.all.map(\.kind)) == [.alarm, .timer])
    }

    @Test func aRingingReminderIsSnoozed() async throws {
        try await ring(.reminder, "call mum")
        #expect(try await rig.ask("snooze for 20 minutes").text == "OK, again in 20 minutes.")
        let later = try #require(rig.reminders.all.first)
        #expect(!later.isRinging && later.dueAt.since(rig.clock.now()) == .seconds(1200))
    }

    @Test func withNothingRingingStopPhrasesKeepTheirMeaning() async throws {
        try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("stop").text.isEmpty)
        #expect(try await rig.ask("cancel that").text == "Your timer for 10 minutes is cancelled.")
    }
}
