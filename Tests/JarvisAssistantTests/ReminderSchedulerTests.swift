// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ReminderSchedulerTests {
    private func reminder(_ kind: Reminder.Kind, label: String, due: Duration, now: Timestamp) -> Reminder {
        Reminder(id: label, kind: kind, label: label, createdAt: now, dueAt: now.advanced(by: due))
    }

    /// Waits until these ring.
    private func ring(_ fixture: AssistantFixture, _ ids: [String]) async {
        await fixture.until { $0.ringing.reminders.map(\.id) == ids }
    }

    @Test func aDueTimerRingsAndSpeaksUntilStopped() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        try await fixture.reminders.add(
            reminder(.timer, label: "tea", due: .seconds(30), now: fixture.wallClock.now()))
        // Beside the timer, the voice waits to be loaded.
        await fixture.until { fixture.clock.sleeperCount == 2 }
        #expect(fixture.player.beginCount == 0)
        fixture.wallClock.advance(by: .seconds(30))
        fixture.clock.advance(by: .seconds(30))
        await fixture.until { fixture.synthesizer.clauses == ["It is time: tea."] }
        await fixture.until { $0.recent.count == 1 }
        #expect(fixture.history.messages.first?.kind == .reminder)
        #expect(fixture.reminders.all.map(\.isRinging) == [true], "it is kept that it rings")
        fixture.assistant.send(.microphoneTapped)
        await fixture.until { fixture.reminders.all.isEmpty }
        #expect(fixture.assistant.state.phase == .idle)
    }

    @Test func ringingEndsByItself() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        try await fixture.reminders.add(reminder(.timer, label: "tea", due: .zero, now: fixture.wallClock.now()))
        await ring(fixture, ["tea"])
        await fixture.until { fixture.clock.sleeperCount >= 2 }
        fixture.wallClock.advance(by: .seconds(60))
        fixture.clock.advance(by: .seconds(60))
        await ring(fixture, [])
        await fixture.until { fixture.reminders.all.isEmpty }
        #expect(fixture.assistant.state.phase == .idle)
    }

    @Test func aSnoozedAlarmRingsAgain() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        let start = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.alarm, label: "up", due: .zero, now: start))
        await ring(fixture, ["up"])
        fixture.assistant.send(.ringSnoozeRequested(nil, nil))
        await fixture.until { fixture.reminders.all.first?.dueAt == start.advanced(by: .seconds(540)) }
        #expect(fixture.reminders.all.first?.snoozedFrom == start)
        await fixture.until { $0.reminders.first?.isRinging == false }
        fixture.wallClock.advance(by: .seconds(540))
        fixture.clock.advance(by: .seconds(540))
        await ring(fixture, ["up"])
    }

    @Test func aRepeatingAlarmMovesToItsNextTime() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        let start = fixture.wallClock.now()
        var daily = reminder(.alarm, label: "up", due: .zero, now: start)
        daily.recurrence = .days(1, atMinute: 9 * 60 + 30)
        try await fixture.reminders.add(daily)
        await ring(fixture, ["up"])
        fixture.assistant.send(.cancelRequested)
        await fixture.until { fixture.reminders.all.first?.dueAt == start.advanced(by: .seconds(86_400)) }
        #expect(fixture.reminders.all.first?.isRinging == false)
    }

    @Test func aPausedTimerDoesNotRing() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.timer, label: "tea", due: .seconds(10), now: now).paused(at: now))
        await fixture.until { $0.reminders.count == 1 }
        fixture.wallClock.advance(by: .seconds(100))
        try await fixture.reminders.add(reminder(.timer, label: "eggs", due: .seconds(100), now: now))
        await ring(fixture, ["eggs"])
    }

    @Test func remindersAnsweredElsewhereStopRinging() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        let now = fixture.wallClock.now()
        for label in ["a", "b", "c"] {
            try await fixture.reminders.add(reminder(.alarm, label: label, due: .zero, now: now))
        }
        await fixture.until { $0.ringing.reminders.count == 3 }
        await fixture.until { fixture.reminders.all.allSatisfy(\.isRinging) }
        try await fixture.reminders.remove(["b"])
        try await fixture.reminders.update(["c"]) { $0.snoozed(for: .seconds(60), at: now) }
        await ring(fixture, ["a"])
        #expect(fixture.assistant.state.phase == .speaking)
        try await fixture.reminders.remove(["a"])
        await fixture.until { $0.phase == .idle }
    }

    @Test func ringingResumesAfterARestartWithinItsTime() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        let now = fixture.wallClock.now()
        let alarm = reminder(.alarm, label: "up", due: .seconds(-300), now: now)
        try await fixture.reminders.add(alarm.ringing(since: alarm.dueAt))
        let timer = reminder(.timer, label: "tea", due: .seconds(-61), now: now)
        try await fixture.reminders.add(timer.ringing(since: timer.dueAt))
        fixture.assistant.start()
        await fixture.until { !$0.ringing.isEmpty && $0.turn.speech.content == .ringing }
        #expect(fixture.assistant.state.ringing.reminders.map(\.id) == ["up"])
        await fixture.until { fixture.reminders.all.map(\.id) == ["up"] }
        #expect(fixture.history.messages.map(\.text) == ["While I was away: It is time: tea."])
    }

    @Test func missedRemindersAreAnnouncedAtStart() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.reminder, label: "call mum", due: .seconds(-3600), now: now))
        var daily = reminder(.alarm, label: "up", due: .seconds(-7200), now: now)
        daily.recurrence = .every(seconds: 3 * 3600)
        try await fixture.reminders.add(daily)
        fixture.assistant.start()
        await fixture.until {
            fixture.synthesizer.clauses == [
                "While I was away: It is time: up.", "While I was away: It is time: call mum.",
            ]
        }
        #expect(fixture.reminders.all.map(\.dueAt) == [now.advanced(by: .seconds(3600))])
    }

    /// Setting the clock while a timer rings doesn't affect the length of the ringing.
    @Test(arguments: [-3600, 3600, -365 * 86_400])
    func ringingEndsByItselfWhenTheClockIsSet(seconds: Int) async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        try await fixture.reminders.add(reminder(.timer, label: "tea", due: .zero, now: fixture.wallClock.now()))
        await ring(fixture, ["tea"])
        await fixture.until { fixture.clock.sleeperCount >= 2 }
        fixture.wallClock.set(by: .seconds(seconds))
        fixture.assistant.clockChanged()
        fixture.wallClock.advance(by: .seconds(50))
        fixture.clock.advance(by: .seconds(50))
        for _ in 0..<100 { await Task.yield() }
        #expect(fixture.assistant.state.ringing.reminders.map(\.id) == ["tea"])
        fixture.wallClock.advance(by: .seconds(10))
        fixture.clock.advance(by: .seconds(10))
        await ring(fixture, [])
        await fixture.until { fixture.reminders.all.isEmpty }
    }

    @Test func aTimeZoneChangeAppliesAtOnce() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        // Due at 10:30; in UTC that is in an hour, in Berlin it has passed.
        let alarm = reminder(.alarm, label: "up", due: .seconds(3600), now: fixture.wallClock.now())
        try await fixture.reminders.add(alarm)
        await fixture.until { $0.reminders.count == 1 }
        fixture.wallClock.travel(to: .berlin)
        fixture.assistant.clockChanged()
        await ring(fixture, ["up"])
    }

    @Test func anUnreadableStoreIsReported() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk)
        let failure = StoreFailure.damaged(path: "/r", reason: "no", keptAs: "/r.damaged-1")
        fixture.reminders.refuseReading(failure)
        fixture.assistant.start()
        await fixture.until { $0.banner?.message == .store(failure) }
    }

    @Test func anUnremovableReminderRingsOnce() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.timer, label: "tea", due: .seconds(-1), now: now))
        fixture.reminders.refuseRemovals(.readOnly(path: "/reminders.json"))
        fixture.assistant.start()
        await ring(fixture, ["tea"])
        fixture.assistant.send(.microphoneTapped)
        await ring(fixture, [])
        try await fixture.reminders.add(reminder(.timer, label: "eggs", due: .seconds(3600), now: now))
        await fixture.until { $0.reminders.count == 2 }
        #expect(fixture.assistant.state.phase == .idle && fixture.assistant.state.ringing.isEmpty)
        #expect(fixture.synthesizer.clauses == ["It is time: tea."])
    }

    @Test func anUnremovableMissedReminderIsAnnouncedOnce() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.reminder, label: "call mum", due: .seconds(-3600), now: now))
        let failure = StoreFailure.readOnly(path: "/reminders.json")
        fixture.reminders.refuseRemovals(failure)
        fixture.assistant.start()
        await fixture.until { $0.banner?.message == .store(failure) }
        await fixture.until { fixture.synthesizer.clauses == ["While I was away: It is time: call mum."] }
        #expect(fixture.reminders.all.count == 1)
        fixture.reminders.refuseRemovals(nil)
        fixture.assistant.clockChanged()
        await fixture.until { fixture.reminders.all.isEmpty }
        #expect(fixture.synthesizer.clauses.count == 1)
    }

    @Test func anUnsavedSnoozeIsSavedLater() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        let start = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.alarm, label: "up", due: .zero, now: start))
        await ring(fixture, ["up"])
        fixture.reminders.refuseRemovals(.readOnly(path: "/reminders.json"))
        fixture.assistant.send(.ringSnoozeRequested(nil, nil))
        await fixture.until { $0.banner != nil }
        fixture.reminders.refuseRemovals(nil)
        fixture.assistant.clockChanged()
        await fixture.until { fixture.reminders.all.first?.dueAt == start.advanced(by: .seconds(540)) }
    }

    /// The store refuses cancelled tasks, as file systems and databases may.
    @Test func theStoreIsNotReadInACancelledTask() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.reminders.refuseCancelledTasks()
        fixture.assistant.start()
        try await fixture.reminders.add(reminder(.timer, label: "tea", due: .seconds(30), now: fixture.wallClock.now()))
        // Beside the timer, the voice waits to be loaded.
        await fixture.until { fixture.clock.sleeperCount == 2 }
        fixture.wallClock.advance(by: .seconds(30))
        fixture.clock.advance(by: .seconds(30))
        await fixture.until { fixture.synthesizer.clauses == ["It is time: tea."] }
    }

    @Test func changesDuringAReadLeaveOneTimer() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.assistant.start()
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(reminder(.timer, label: "first", due: .seconds(3600), now: now))
        // Beside the timer, the voice waits to be loaded.
        await fixture.until { fixture.clock.sleeperCount == 2 }
        // A change arrives while the store answers the timer slowly.
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

    private func peak(_ sound: RingSignal.Sound, _ step: Int, volume: Double = 1) -> Int {
        Chime.piece(sound, step: step, volume: volume).samples.map { Int($0.magnitude) }.max() ?? 0
    }

    @Test func ringingGetsLouderAndIsAudibleAtAnyVolume() {
        for sound in [RingSignal.Sound.alarm, .timer] {
            #expect(peak(sound, 1) > peak(sound, 0) && peak(sound, 50) > peak(sound, 5) && peak(sound, 50) < 32_000)
            #expect(peak(sound, 50) == peak(sound, 51))
            #expect(peak(sound, 50, volume: 0) > 3_000, "a voice that was turned down does not keep it from ringing")
        }
        #expect(Chime.piece(.alarm, step: 0, volume: 1).samples.last?.magnitude ?? 0 < 600)
    }
}
