// SPDX-License-Identifier: GPL-3.0-or-later
// While the microphone is lent, the conversation neither listens nor starts to.

import JarvisConversation
import JarvisCore
import Testing

struct LentMicrophoneTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func opens(_ effects: [AssistantEffect]) -> Bool {
        effects.contains { if case .listen = $0 { true } else { false } }
    }

    @Test(arguments: Situation.allCases) func nothingOpensALentMicrophone(situation: Situation) {
        var state = situation.state(.auto)
        _ = run(&state, .microphoneLent(true))
        #expect(state.phase == .idle && !state.microphone.isOpen)
        let effects = run(
            &state, .started, .microphoneTapped, .holdBegan, .holdEnded, .microphoneRecovered,
            .policyChanged(ConversationPolicy(detectionMode: .pushToTalk)),
            .policyChanged(ConversationPolicy(detectionMode: .auto)))
        #expect(!opens(effects) && state.phase == .idle)
        #expect(state.banner?.severity == .notice, "a press is answered by saying why nothing is recorded")
    }

    @Test func remindersWaitAndPreviewsAreDropped() {
        var state = Situation.listening.state(.auto)
        _ = run(&state, .microphoneLent(true))
        let effects = run(
            &state, .announcement("Tea is ready.", kind: .reminder), .announcement("Like this.", kind: nil),
            .retryRequested)
        #expect(state.phase == .idle && !opens(effects))
        #expect(!effects.contains { if case .speak = $0 { true } else { false } }, "it would be in the recording")
        let after = run(&state, .microphoneLent(false))
        let said = after.compactMap { if case .speak(let text, _, _) = $0 { text } else { nil } }
        #expect(said == ["Tea is ready."])
    }

    @Test func listeningDoesNotResumeAfterQuitting() {
        var state = Situation.listening.state(.auto)
        let effects = run(&state, .microphoneLent(true), .stopped, .microphoneLent(false))
        #expect(state.phase == .idle && !opens(effects), "nothing begins while the window closes")
    }

    @Test func afterTheLoanItListensAsBefore() {
        var state = Situation.speaking.state(.auto)
        _ = run(&state, .microphoneLent(true))
        let effects = run(&state, .microphoneLent(false))
        #expect(state.phase.isListening && opens(effects))
        var rested = Situation.listening.state(.auto)
        _ = run(&rested, .cancelRequested, .microphoneLent(true))
        #expect(!opens(run(&rested, .microphoneLent(false))) && rested.phase == .idle, "it was told to rest")
        _ = run(
            &rested, .microphoneLent(true), .policyChanged(ConversationPolicy(detectionMode: .pushToTalk)),
            .policyChanged(ConversationPolicy(detectionMode: .auto)))
        #expect(opens(run(&rested, .microphoneLent(false))), "it was told to listen meanwhile")
        var quiet = Situation.idle.state(.pushToTalk)
        _ = run(&quiet, .microphoneLent(true))
        #expect(!opens(run(&quiet, .microphoneLent(false))) && quiet.phase == .idle)
        #expect(opens(run(&quiet, .microphoneTapped)))
    }

    @Test func aConversationStartedDuringTheLoanListensAfterwards() {
        var state = Situation.idle.state(.auto)
        #expect(!opens(run(&state, .microphoneLent(true), .started)) && state.phase == .idle)
        #expect(opens(run(&state, .microphoneLent(false))) && state.phase.isListening)
        var quiet = Situation.idle.state(.pushToTalk)
        #expect(!opens(run(&quiet, .microphoneLent(true), .started, .microphoneLent(false))) && quiet.phase == .idle)
    }

    @Test(arguments: Situation.allCases) func theUserCanEndALentUtterance(situation: Situation) {
        let endings: [(AssistantEvent, LentUtterance?)] = [
            (.microphoneTapped, .finished), (.holdBegan, .finished), (.awayChanged(true), .finished),
            (.cancelRequested, nil), (.setMuted(true), nil), (.stopped, nil),
        ]
        for (event, utterance) in endings {
            var state = situation.state(.auto)
            _ = run(&state, .utteranceLent(true))
            #expect(state.asShown.phase == .recording && state.phase == .idle && !state.microphone.isOpen)
            _ = run(&state, event)
            #expect(state.microphone.loan?.utterance == utterance, "after \(event)")
            if utterance != nil { #expect(state.asShown.phase == .transcribing) }
            _ = run(&state, .utteranceLent(false))
            #expect(state.microphone.loan == nil && state.asShown == state)
        }
    }

    @Test func aLentOrMutedMicrophoneLendsNoUtterance() {
        var state = Situation.idle.state(.pushToTalk)
        _ = run(&state, .microphoneLent(true), .utteranceLent(true), .utteranceLent(false))
        #expect(state.microphone.loan != nil && state.microphone.loan?.utterance == nil && state.asShown == state)
        var muted = Situation.idle.state(.pushToTalk)
        _ = run(&muted, .setMuted(true), .utteranceLent(true))
        #expect(muted.microphone.loan == nil)
    }
}
