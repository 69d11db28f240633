// SPDX-License-Identifier: GPL-3.0-or-later
// When JARVIS may listen: without a window, on a locked screen, and while the computer sleeps.

import JarvisConversation
import JarvisCore
import Testing

struct PresenceTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func state(
        wakePhrase: String? = "jarvis", inBackground: Bool = true, whileLocked: Bool = false
    ) -> AssistantState {
        AssistantState(
            turn: TurnID(rawValue: 1),
            policy: ConversationPolicy(
                detectionMode: .auto, wakePhrase: wakePhrase, listensInBackground: inBackground,
                listensWhileLocked: whileLocked))
    }

    @Test func backgroundListeningWaitsForTheWakeWordWithoutAWindow() {
        var state = state()
        let effects = run(&state, .attended(false), .started)
        #expect(state.phase == .listening(for: .wakeWord))
        #expect(effects.contains(.listen(.wakeWord, state.turn.id, task: .command)))
        for (phrase, isWished) in [("jarvis", false), (nil, true)] {
            var other = self.state(wakePhrase: phrase, inBackground: isWished)
            _ = run(&other, .attended(false), .started)
            #expect(other.phase == .idle && !other.microphone.isOpen)
        }
    }

    @Test func changingBackgroundListeningTakesEffectAtOnce() {
        var state = state(inBackground: false)
        _ = run(&state, .attended(false), .started)
        #expect(state.phase == .idle)
        var policy = state.policy
        policy.listensInBackground = true
        let wished = run(&state, .policyChanged(policy))
        #expect(state.phase == .listening(for: .wakeWord))
        #expect(wished.contains(.listen(.wakeWord, state.turn.id, task: .command)))
        policy.listensInBackground = false
        let unwished = run(&state, .policyChanged(policy))
        #expect(state.phase == .idle && unwished.contains(.closeMicrophone))
    }

    @Test func changingListeningWhileLockedTakesEffectAtOnce() {
        var state = state()
        _ = run(&state, .started, .awayChanged(true))
        var policy = state.policy
        policy.listensWhileLocked = true
        _ = run(&state, .policyChanged(policy))
        #expect(state.phase == .listening(for: .wakeWord))
        policy.listensWhileLocked = false
        let closed = run(&state, .policyChanged(policy))
        #expect(state.phase == .idle && closed.contains(.closeMicrophone))
    }

    @Test func aClosedWindowLeavesOnlyTheWakeWord() {
        var state = state()
        _ = run(&state, .started)
        _ = run(&state, .wakeWordHeard(state.turn.id))
        #expect(state.phase == .listening(for: .speech))
        _ = run(&state, .attended(false))
        #expect(state.phase == .listening(for: .wakeWord))
    }

    @Test func theMicrophoneIsClosedWhileTheUserIsAway() {
        var state = state()
        _ = run(&state, .started)
        let away = run(&state, .awayChanged(true))
        #expect(away.contains(.closeMicrophone) && state.phase == .idle && !state.mayListen && !state.mayHear)
        _ = run(&state, .attended(false), .attended(true))
        #expect(state.phase == .idle, "a window on a locked screen is not looked at")
        _ = run(&state, .awayChanged(false))
        #expect(state.phase == .listening(for: .wakeWord))
    }

    @Test func listeningContinuesOnALockedScreenIfEnabled() {
        var state = state(whileLocked: true)
        _ = run(&state, .started, .awayChanged(true))
        #expect(state.phase == .listening(for: .wakeWord) && state.mayHear)
    }

    @Test func aSleepingComputerListensForNothing() {
        var state = state(whileLocked: true)
        let asleep = run(&state, .started, .sleepChanged(true))
        #expect(asleep.contains(.closeMicrophone) && state.phase == .idle && !state.mayHear)
        // It wakes to a locked screen, and is unlocked.
        _ = run(&state, .awayChanged(true), .sleepChanged(false))
        #expect(state.phase == .listening(for: .wakeWord) && state.mayHear)
    }

    @Test func speechInProgressWhenTheScreenLocksIsAnswered() {
        var state = state()
        _ = run(&state, .started, .microphoneTapped)
        let turn = state.turn.id
        let effects = run(&state, .awayChanged(true))
        #expect(effects.contains(.finishUtterance(turn)) && state.phase == .transcribing)
        let transcript = Transcript(text: "what time is it", confidence: 1, engine: "fake", search: .dictation)
        _ = run(&state, .transcribed(turn, transcript))
        #expect(state.phase == .thinking)
        let end = run(
            &state, .replyClause(turn, "Noon."), .replyFinished(turn, ReplySummary(skill: "time")),
            .playbackStarted(turn), .playbackFinished(turn))
        #expect(state.phase == .idle && end.contains(.closeMicrophone))
    }
}
