// SPDX-License-Identifier: GPL-3.0-or-later
// Muting by the user and by the system, and retrying a microphone that failed.

import JarvisConversation
import JarvisCore
import Testing

struct MicrophoneRuleTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    @Test func aSystemMuteIsReportedOnceUntilItEnds() {
        var state = Situation.listening.state(.auto)
        let effects = run(&state, .microphoneMutedBySystem(true), .microphoneMutedBySystem(true))
        #expect(state.microphone.muting == .bySystem && state.phase.isListening)
        #expect(state.banner?.severity == .notice && state.bannerCount == 1)
        #expect(!effects.contains { if case .setMicrophoneMuted = $0 { true } else { false } }, "it is not fought")
        _ = run(&state, .microphoneMutedBySystem(false))
        #expect(state.microphone.muting == .none && state.banner == nil)
    }

    @Test func userMuteAndSystemMuteAreIndependent() {
        var state = Situation.listening.state(.auto)
        _ = run(&state, .setMuted(true), .microphoneMutedBySystem(true))
        #expect(state.microphone.muting == .bySystem)
        _ = run(&state, .microphoneMutedBySystem(false))
        #expect(state.microphone.muting == .byUser)
        _ = run(&state, .setMuted(false))
        #expect(state.microphone.muting == .none)
    }

    @Test func aClosedMicrophoneIsNotReportedAsMuted() {
        var state = Situation.listening.state(.auto)
        _ = run(&state, .microphoneMutedBySystem(true), .cancelRequested)
        #expect(!state.microphone.isOpen && state.microphone.muting == .none)
        _ = run(&state, .microphoneMutedBySystem(true))
        #expect(state.microphone.muting == .none, "a late report of the microphone that was closed")
    }

    @Test func unmutingKeepsAnUnrelatedBanner() {
        var state = Situation.listening.state(.auto)
        _ = run(
            &state, .microphoneMutedBySystem(true), .noticed(.notice(.historyDamaged(lineCount: 2, quarantine: nil))))
        _ = run(&state, .microphoneMutedBySystem(false))
        #expect(state.banner?.message == .notice(.historyDamaged(lineCount: 2, quarantine: nil)))
    }

    @Test func aFailedMicrophoneIsRetriedWithTheNextTurn() {
        var state = Situation.listening.state(.auto)
        _ = run(&state, .microphoneFailed(.serverUnavailable(reason: "gone")), .cancelRequested)
        #expect(state.phase == .idle && !state.microphone.isOpen)
        _ = run(&state, .textSubmitted("what time is it", .typed))
        let effects = run(&state, .replyFinished(state.turn.id, ReplySummary(skill: "time")))
        #expect(state.phase.isListening && state.microphone.isOpen)
        #expect(effects.contains { if case .listen(.untilSpeechEnds, _, _) = $0 { true } else { false } })
    }

    @Test(arguments: [AssistantEvent.microphoneTapped, .holdBegan], [Situation.idle, .listening])
    func pressingWhileMutedRecordsNothingAndOffersToUnmute(event: AssistantEvent, situation: Situation) {
        var state = situation.state(.auto)
        _ = AssistantReducer.reduce(&state, .setMuted(true))
        let effects = AssistantReducer.reduce(&state, event)
        #expect(state.phase == (situation == .idle ? .idle : .listening(for: .speech)), "nothing is recorded")
        #expect(!effects.contains { if case .listen = $0 { true } else { false } })
        #expect(state.banner?.action == .unmute && state.banner?.message == .muted)
        _ = AssistantReducer.reduce(&state, .setMuted(false))
        #expect(state.banner == nil)
        _ = AssistantReducer.reduce(&state, event)
        #expect(state.phase.isRecording)
    }

    @Test(arguments: [Situation.recordingByTap, .held], [DetectionMode.pushToTalk, .auto])
    func aSystemMuteEndsASilentRecording(situation: Situation, mode: DetectionMode) {
        var state = situation.state(mode)
        let effects = AssistantReducer.reduce(&state, .microphoneMutedBySystem(true))
        #expect(state.phase == (mode == .auto ? .listening(for: .speech) : .idle), "what the mode rests in")
        #expect(effects.contains { if case .discardUtterance = $0 { true } else { false } })
        #expect(state.banner?.message == .mutedBySystem)
    }

    @Test func speechBeforeASystemMuteIsKept() {
        var state = Situation.held.state(.pushToTalk)
        _ = run(&state, .speechStarted(state.turn.id), .microphoneMutedBySystem(true))
        #expect(state.phase == .held && state.banner?.message == .mutedBySystem)
        _ = run(&state, .holdEnded)
        #expect(state.phase == .transcribing)
    }

    @Test func interruptingWhileMutedStillSilencesTheReply() {
        var state = Situation.speaking.state(.auto)
        _ = AssistantReducer.reduce(&state, .setMuted(true))
        let effects = AssistantReducer.reduce(&state, .holdBegan)
        #expect(effects.contains { if case .stopSpeaking = $0 { true } else { false } })
        #expect(state.phase.isListening && state.banner?.action == .unmute)
    }
}
