// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import Testing

struct InterruptionRuleTests {
    private func reduce(_ state: inout AssistantState, _ event: (TurnID) -> AssistantEvent) -> [AssistantEffect] {
        AssistantReducer.reduce(&state, event(state.turn.id))
    }

    @Test func aSuspectedInterruptionDucksTheReplyUntilDismissed() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        #expect(reduce(&state) { .interruptionSuspected($0) } == [.setSpeechGain(turn, AssistantReducer.duckedGain)])
        #expect(reduce(&state) { .interruptionSuspected($0) }.isEmpty)
        #expect(reduce(&state) { .interruptionDismissed($0) } == [.setSpeechGain(turn, 1)])
        #expect(reduce(&state) { .interruptionDismissed($0) }.isEmpty)
        #expect(state.phase == .speaking)
    }

    @Test func aConfirmedInterruptionStopsTheReplyAndRecordsTheSpeaker() {
        var state = Situation.speaking.state(.auto)
        let spoken = state.turn.id
        _ = AssistantReducer.reduce(&state, .heard(spoken, HeardPosition(clause: 0, characters: 5)))
        _ = reduce(&state) { .interruptionSuspected($0) }
        let effects = reduce(&state) { .interruptionConfirmed($0) }
        #expect(state.isRecording(by: .voice) && state.turn.id > spoken && state.turn.speech.output == .normal)
        #expect(effects.contains(.stopSpeaking(spoken)))
        #expect(effects.contains(.listen(.interruption, state.turn.id, task: .command)))
        let asked = reduce(&state) { .transcribed($0, transcript("what day is it")) }
        let kept = (effects + asked).compactMap { if case .save(let draft) = $0 { draft } else { nil } }
        #expect(kept.map(\.text) == ["It is", "what day is it"] && kept.map(\.isCut) == [true, false])
    }

    @Test func speechWhileThinkingIsTheNextQuestion() {
        var state = Situation.thinking.state(.auto)
        let asked = state.turn.id
        #expect(reduce(&state) { .interruptionSuspected($0) }.isEmpty, "there is nothing to make softer")
        #expect(!reduce(&state) { .interruptionConfirmed($0) }.contains(.cancelAsk(asked)), "it may be a door")
        #expect(state.isRecording(by: .voice))
        #expect(reduce(&state) { .partialTranscript($0, "wait") }.contains(.cancelAsk(asked)))
    }

    @Test func withInterruptionsOffOnlyStopPhrasesWork() {
        var state = Situation.speaking.state(.auto)
        _ = AssistantReducer.reduce(
            &state, .policyChanged(ConversationPolicy(detectionMode: .auto, allowsInterruption: false)))
        #expect(reduce(&state) { .interruptionSuspected($0) }.isEmpty)
        #expect(reduce(&state) { .interruptionConfirmed($0) }.isEmpty)
        #expect(state.phase == .speaking)
        _ = AssistantReducer.reduce(&state, .transcribed(state.turn.id, transcript("stop")))
        #expect(state.phase.isListening, "stop phrases work all the same")
    }

    @Test func aReplyReturnsToFullVolumeWhenListeningStops() {
        for event in [
            AssistantEvent.microphoneFailed(.noDevice(.input)),
            .policyChanged(ConversationPolicy(detectionMode: .auto, allowsInterruption: false)),
        ] {
            var state = Situation.speaking.state(.auto)
            _ = reduce(&state) { .interruptionSuspected($0) }
            #expect(AssistantReducer.reduce(&state, event).contains(.setSpeechGain(state.turn.id, 1)))
            #expect(state.turn.speech.output == .normal)
        }
    }
}
