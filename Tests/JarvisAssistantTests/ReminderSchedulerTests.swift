// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ReminderSchedulerTests {
    private func reminder(_ kind: Reminder.Kind, label: String, due: Duration, now: Timestamp) -> Reminder {
        Reminder(id: label, kind: kind, label: label, createdAt: now, dueAt: now.advanced(by: due))
    }

    @Test func aTimerRingsAndSpeaksWhenItIsDue() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        try await fixture.reminders.add(
            reminder(.timer, label: "tea", due: .seconds(30), now: fixture.wallClock.now()))
        await fixture.until { fixture.clock.sleeperCount == 1 }
        #expect(fixture.player.beginCount == 0)
        fixture.wallClock.advance(by: .seconds(30))
        fixture.clock.advance(by: .seconds(30))
        await fixture.until { fixture.synthesizer.clauses == ["It is time: tea."] }
        await fixture.until { $0.phase == .idle && $0.recent.count == 1 }
        #expect(fixture.history.messages.first?.kind == .reminder)
        #expect(fixture.reminders.all.isEmpty)
    }

    @Test func whatCameDueWhileAwayIsToldAtStart() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        try await fixture.reminders.add(
            reminder(.reminder, label: "call mum", due: .seconds(-3600), now: fixture.wallClock.now()))
        fixture.assistant.start()
        await fixture.until {
            fixture.synthesizer.clauses == ["While I was away: It is time: call mum."]
        }
    }

    @Test func aReminderThatCannotBeRemovedRingsOnce() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.timer, label: "tea", due: .seconds(-1), now: now))
        fixture.reminders.refuseRemovals(.readOnly(path: "/reminders.json"))
        fixture.assistant.start()
        await fixture.until { $0.phase == .idle && $0.recent.count == 1 }
        try await fixture.reminders.add(reminder(.timer, label: "eggs", due: .seconds(3600), now: now))
        await fixture.until { fixture.clock.sleeperCount == 1 }
        #expect(fixture.assistant.state.phase == .idle)
        #expect(fixture.synthesizer.clauses == ["It is time: tea."])
    }

    /// A store that works for others than cancelled tasks only, as file systems and databases may.
    @Test func lookingIsNotCancelledByTheTimerThatBeganIt() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.reminders.refuseCancelledTasks()
        fixture.assistant.start()
        try await fixture.reminders.add(reminder(.timer, label: "tea", due: .seconds(30), now: fixture.wallClock.now()))
        await fixture.until { fixture.clock.sleeperCount == 1 }
        fixture.wallClock.advance(by: .seconds(30))
        fixture.clock.advance(by: .seconds(30))
        await fixture.until { fixture.synthesizer.clauses == ["It is time: tea."] }
    }

    @Test func changesWhileTheStoreIsReadLeaveOneTimer() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.assistant.start()
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.timer, label: "first", due: .seconds(3600), now: now))
        await fixture.until { fixture.clock.sleeperCount == 1 }
        // A change comes while the store answers slowly to the timer.
        fixture.reminders.isReadingHeld = true
        fixture.clock.advance(by: .seconds(60))
        await fixture.until { fixture.reminders.heldReaderCount >= 1 }
        try await fixture.reminders.add(reminder(.timer, label: "second", due: .seconds(1800), now: now))
        for _ in 0..<100 { await Task.yield() }
        fixture.reminders.isReadingHeld = false
        await fixture.until { fixture.clock.sleeperCount >= 1 }
        for _ in 0..<100 { await Task.yield() }
        #expect(fixture.clock.sleeperCount == 1)
    }

    @Test func theChimeIsAudibleAndDoesNotClip() {
        let chime = Chime.audio(volume: 1)
        let peak = chime.samples.map { Int($0.magnitude) }.max() ?? 0
        #expect((8_000...32_000).contains(peak))
        #expect(chime.samples.last?.magnitude ?? 0 < 600, "it dies away")
    }
}
