// SPDX-License-Identifier: GPL-3.0-or-later
// With a screen reader, nothing that it says may start a recording, and no question has a time limit.

import JarvisConversation
import JarvisCore
import Testing

struct ScreenReaderTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func state(wakePhrase: String? = nil, listensBeside: Bool = false) -> AssistantState {
        AssistantState(
            turn: TurnID(rawValue: 1),
            policy: ConversationPolicy(
                detectionMode: .auto, wakePhrase: wakePhrase, listensBesideScreenReader: listensBeside))
    }

    @Test func speechAloneStartsNoRecordingBesideAScreenReader() {
        var state = state()
        _ = run(&state, .started)
        #expect(state.phase == .listening(for: .speech))
        let effects = run(&state, .screenReaderChanged(true))
        #expect(state.phase == .idle && effects.contains(.closeMicrophone))
        let begun = run(&state, .microphoneTapped)
        #expect(state.phase == .recording && begun.contains(.listen(.nowUntilFinished, state.turn.id, task: .command)))
        _ = run(&state, .cancelRequested, .screenReaderChanged(false))
        #expect(state.phase == .listening(for: .speech), "it listens again once the reader has gone")
    }

    @Test func theWakeWordWorksBesideAScreenReader() {
        var state = state(wakePhrase: "jarvis")
        _ = run(&state, .screenReaderChanged(true), .started)
        #expect(state.phase == .listening(for: .wakeWord))
    }

    @Test func automaticListeningBesideAScreenReaderIsAChoice() {
        var state = state(listensBeside: true)
        _ = run(&state, .screenReaderChanged(true), .started)
        #expect(state.phase == .listening(for: .speech))
        var settings = Settings()
        settings.listensBesideScreenReader = true
        #expect(ConversationPolicy(settings).listensBesideScreenReader)
        #expect(!ConversationPolicy(Settings()).listensBesideScreenReader)
    }

    @Test func aCallListensBesideAScreenReader() {
        var state = state()
        _ = run(&state, .screenReaderChanged(true), .started, .callChanged(.active))
        #expect(state.phase == .listening(for: .speech))
    }

    @Test func consentHasNoTimeLimitBesideAScreenReader() {
        var state = Situation.thinking.state(.auto)
        _ = run(&state, .screenReaderChanged(true))
        let turn = state.turn.id
        let request = ConsentRequest(id: "1", question: "May I?", always: .notOffered)
        let effects = run(&state, .consentRequested(turn, request), .consentQuestionHeard(turn, "1"))
        #expect(!effects.contains { if case .startTimer(.consent, _) = $0 { true } else { false } })
        _ = run(&state, .timerEnded(.consent(turn, "1", round: state.turn.reply.consentDialogue?.round ?? 1)))
        #expect(state.turn.reply.consents == [request], "a timer from before the reader came changes nothing")
    }
}
