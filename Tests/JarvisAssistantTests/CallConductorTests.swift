// SPDX-License-Identifier: GPL-3.0-or-later
// Calls through the assistant's ports: the microphone, what the user hears, and what is stored.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CallConductorTests {
    private let fixture: AssistantFixture
    private let session: AssistantSession
    private var calls: CallConductor { session.calls }

    init() {
        fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        session = AssistantSession(fixture.assistant)
        session.start()
    }

    private func ring(_ kind: Reminder.Kind) async throws {
        let now = fixture.wallClock.now()
        try await fixture.reminders.add(Reminder(id: "tea", kind: kind, label: "tea", createdAt: now, dueAt: now))
    }

    @Test func aCallOpensTheMicrophoneAndAnswersWithoutAPress() async {
        #expect(await calls.perform(.start) == .done)
        #expect(fixture.microphone.isOpen && calls.state.call?.status == .active)
        #expect(await calls.perform(.start) == .already)
        fixture.agent.answer(["It is noon."])
        fixture.say("what time is it")
        await fixture.until { $0.recent.contains { $0.text == "It is noon." } }
        #expect(await calls.perform(.end) == .done)
        await fixture.until { !fixture.microphone.isOpen }
        await fixture.until { $0.recent.last?.kind == .call }
        #expect(await calls.perform(.end) == .already)
        await session.stop()
    }

    @Test func holdCompletesOnceTheMicrophoneIsClosed() async {
        _ = await calls.perform(.start)
        #expect(await calls.perform(.hold) == .done)
        #expect(!fixture.microphone.isOpen && calls.state.call?.status == .held)
        #expect(!fixture.assistant.state.microphone.isCapturing)
        #expect(await calls.perform(.resume) == .done)
        #expect(fixture.microphone.isOpen)
        await session.stop()
        #expect(calls.state.call?.ending == .quit)
    }

    @Test func lockingTheScreenHoldsTheCallUntilUnlocked() async {
        _ = await calls.perform(.start)
        fixture.assistant.send(.awayChanged(true))
        await fixture.until { calls.state.call?.status == .held }
        #expect(!fixture.microphone.isOpen)
        #expect(await calls.perform(.resume) == .refused(.interrupted(.away)))
        fixture.assistant.send(.awayChanged(false))
        await fixture.until { calls.state.call?.status == .active }
        await session.stop()
    }

    @Test func anotherCallHoldsThisOneUntilItEnds() async {
        let (phones, tell) = AsyncStream.makeStream(of: Bool.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        tell.onTermination = { _ in end.finish() }
        calls.phones = { phones }
        _ = await calls.perform(.start)
        tell.yield(true)
        await fixture.until { calls.state.call?.status == .held }
        #expect(!fixture.microphone.isOpen)
        tell.yield(false)
        await fixture.until { calls.state.call?.status == .active }
        _ = await calls.perform(.end)
        // The stream is released with the call.
        for await _ in ended {}
        await session.stop()
    }

    @Test func aCallFailsWhileTheMicrophoneIsLent() async {
        fixture.assistant.send(.microphoneLent(true))
        guard case .refused(.failed) = await calls.perform(.start) else {
            Issue.record("it was taken")
            return
        }
        #expect(calls.state.call?.ending == .failed && fixture.assistant.state.microphone.loan != nil)
        await session.stop()
    }

    @Test func goodbyeHangsUp() async {
        _ = await calls.perform(.start)
        fixture.agent.answer(["Goodbye."], summary: ReplySummary(skill: "goodbye", followUp: .endConversation))
        fixture.say("goodbye")
        await fixture.until { calls.state.call?.ending == .farewell }
        await fixture.until { !fixture.microphone.isOpen }
        await session.stop()
    }

    @Test func anAcceptedAlarmCallAnnouncesTheAlarm() async throws {
        try await ring(.alarm)
        await fixture.until { calls.state.call?.status == .ringing }
        #expect(await calls.perform(.accept) == .done)
        #expect(fixture.assistant.state.ringing.isEmpty)
        await fixture.until { fixture.synthesizer.clauses.contains("It is time: tea.") }
        #expect(calls.state.call?.status == .active && fixture.microphone.isOpen)
        await session.stop()
    }

    @Test func snoozingACallEndsTheRinging() async throws {
        try await ring(.reminder)
        await fixture.until { calls.state.call?.status == .ringing }
        #expect(await calls.perform(.snooze(.seconds(300))) == .done)
        #expect(fixture.assistant.state.ringing.isEmpty && calls.state.call?.ending == .snoozed)
        await fixture.until { $0.reminders.first?.snoozedFrom != nil }
        await session.stop()
    }

    @Test func stoppingTheAlarmElsewhereRejectsTheCall() async throws {
        try await ring(.alarm)
        await fixture.until { calls.state.call?.status == .ringing }
        fixture.assistant.send(.ringStopRequested(nil))
        await fixture.until { calls.state.call?.ending == .rejected }
        #expect(!fixture.assistant.state.recent.contains { $0.kind == .call })
        await session.stop()
    }

    @Test func anUnansweredCallIsStoredAsMissed() async throws {
        try await ring(.alarm)
        await fixture.until { calls.state.call?.status == .ringing }
        await fixture.until { $0.ringing.reminders.first?.hasSounded == true }
        fixture.wallClock.advance(by: .seconds(3 * 3600))
        fixture.assistant.send(.awayChanged(true))
        fixture.assistant.send(.awayChanged(false))
        await fixture.until { calls.state.call?.ending == .missed }
        await fixture.until { $0.recent.contains { $0.kind == .call } }
        await session.stop()
    }

    @Test func dueRemindersAreAnnouncedWhenRingingAsACallIsOff() async throws {
        try fixture.settings.update { $0.ringsAsCall = false }
        await fixture.until { !$0.policy.ringsAsCall }
        try await ring(.alarm)
        await fixture.until { fixture.synthesizer.clauses.contains("It is time: tea.") }
        #expect(calls.state.call == nil && !fixture.assistant.state.ringing.isEmpty)
        // Turned on again while the alarm rings, it becomes a call at once; turned off, the call ends but the alarm
        // rings on.
        try fixture.settings.update { $0.ringsAsCall = true }
        await fixture.until { calls.state.call?.status == .ringing }
        try fixture.settings.update { $0.ringsAsCall = false }
        await fixture.until { calls.state.call?.isOpen == false }
        #expect(!fixture.assistant.state.ringing.isEmpty)
        await session.stop()
    }

    @Test func theCallIsHeldDuringSleepAndResumedAfterwards() async {
        try? fixture.settings.update { $0.listensWhileLocked = true }
        await fixture.until { $0.policy.listensWhileLocked }
        _ = await calls.perform(.start)
        await fixture.assistant.prepareForSleep(within: .seconds(4))
        await fixture.until { calls.state.call?.status == .held }
        #expect(!fixture.microphone.isOpen && !fixture.assistant.state.microphone.isCapturing)
        fixture.assistant.send(.sleepChanged(false))
        await fixture.until { calls.state.call?.status == .active }
        await session.stop()
    }

    @Test func speechInProgressIsStoredBeforeSleep() async {
        _ = await calls.perform(.start)
        fixture.recognizer.hear("remember the milk")
        fixture.microphone.send(seconds: 1, isSpeech: true)
        await fixture.until { $0.phase == .recording }
        let preparation = Task { await fixture.assistant.prepareForSleep(within: .seconds(4)) }
        await fixture.until { $0.phase == .transcribing && $0.call == .held }
        // Sound that was on its way when the call was held.
        fixture.microphone.send(seconds: 0.2, isSpeech: true)
        await preparation.value
        #expect(!fixture.assistant.state.microphone.isCapturing && calls.state.call?.status == .held)
        #expect(fixture.history.messages.contains { $0.text == "remember the milk" })
        await session.stop()
    }

    @Test func timersDoNotRingAsCalls() async throws {
        try await ring(.timer)
        await fixture.until { !$0.ringing.isEmpty }
        #expect(calls.state.call == nil)
        await session.stop()
    }
}
