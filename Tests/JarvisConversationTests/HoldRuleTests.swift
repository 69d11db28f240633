// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a hold, and what does not.

import JarvisConversation
import JarvisCore
import Testing

struct HoldRuleTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    @Test(arguments: [DetectionMode.auto, .pushToTalk])
    func theLengthLimitEndsTheHoldWithANotice(mode: DetectionMode) {
        var state = Situation.held.state(mode)
        let effects = run(&state, .speechStarted(state.turn.id), .speechEnded(state.turn.id, .limit))
        #expect(state.phase == .transcribing, "not seconds later: what is said until then would be lost")
        #expect(state.banner?.severity == .notice && state.banner?.message == .utteranceLimit)
        #expect(effects.contains(.feedback(.recordingStopped)))
        let asked = run(&state, .holdEnded, .transcribed(state.turn.id, transcript("take a note")))
        #expect(asked.contains { if case .ask = $0 { true } else { false } }, "the release changes nothing any more")
        #expect(state.banner != nil)
    }

    @Test func theLengthLimitIsReportedWithoutAHold() {
        for situation in [Situation.recordingByVoice, .recordingByTap] {
            var state = situation.state(.auto)
            _ = run(&state, .speechEnded(state.turn.id, .limit))
            #expect(state.phase == .transcribing && state.banner?.severity == .notice)
        }
    }

    @Test func theLengthLimitIsReportedAfterAReleaseJustBefore() {
        var state = Situation.held.state(.auto)
        _ = run(&state, .speechStarted(state.turn.id), .holdEnded, .speechEnded(state.turn.id, .limit))
        #expect(state.phase == .transcribing && state.banner?.severity == .notice)
    }

    @Test(arguments: [SpeechEnding.pause, .nothingSaid])
    func anEarlierEndOfSpeechDoesNotCutOffAHold(ending: SpeechEnding) {
        var state = Situation.recordingByVoice.state(.auto)
        let turn = state.turn.id
        _ = run(&state, .holdBegan)
        let late = run(
            &state, .speechEnded(turn, ending), .transcribed(turn, transcript("what time is it")),
            .transcribed(turn, nil), .utteranceSettled(turn))
        #expect(state.phase == .held && late.isEmpty && state.banner == nil)
        let effects = run(&state, .holdEnded)
        #expect(effects.contains(.finishUtterance(turn)))
        _ = run(&state, .transcribed(turn, transcript("what time is it in Rome")))
        #expect(state.turn.question?.text == "what time is it in Rome")
    }
}
