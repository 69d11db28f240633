// SPDX-License-Identifier: GPL-3.0-or-later
// While something else listens, the conversation neither hears nor begins to.

import JarvisCore
import Testing

struct LentMicrophoneTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func opens(_ effects: [AssistantEffect]) -> Bool {
        effects.contains { if case .listen = $0 { true } else { false } }
    }

    @Test(arguments: Situation.allCases) func everythingRestsAndNothingOpensTheMicrophone(situation: Situation) {
        var state = situation.state(.auto)
        _ = run(&state, .microphoneLent(true))
        #expect(state.phase == .idle && !state.isMicrophoneOpen)
        let effects = run(
            &state, .started, .microphoneTapped, .holdBegan, .holdEnded, .microphoneRecovered,
            .policyChanged(ConversationPolicy(detectionMode: .pushToTalk)),
            .policyChanged(ConversationPolicy(detectionMode: .auto)))
        #expect(!opens(effects) && state.phase == .idle)
        #expect(state.banner?.severity == .notice, "a press is answered by saying why nothing is recorded")
    }

    @Test func whatIsDueIsSaidAndTheConversationRestsOn() {
        var state = Situation.listening.state(.auto)
        var effects = run(&state, .microphoneLent(true), .announcement("Tea is ready.", kind: .reminder))
        #expect(state.phase == .speaking)
        effects += run(&state, .playbackStarted(state.turn), .holdBegan)
        #expect(state.phase == .idle, "a press ends it as ever")
        effects += run(&state, .announcement("Tea is ready.", kind: .reminder))
        effects += run(&state, .playbackFinished(state.turn))
        #expect(state.phase == .idle && !opens(effects))
    }

    @Test func afterwardsItListensAsBefore() {
        var state = Situation.speaking.state(.auto)
        _ = run(&state, .microphoneLent(true))
        let effects = run(&state, .microphoneLent(false))
        #expect(state.phase == .listening && opens(effects))
        var quiet = Situation.idle.state(.pushToTalk)
        _ = run(&quiet, .microphoneLent(true))
        #expect(!opens(run(&quiet, .microphoneLent(false))) && quiet.phase == .idle)
        #expect(opens(run(&quiet, .microphoneTapped)))
    }
}
