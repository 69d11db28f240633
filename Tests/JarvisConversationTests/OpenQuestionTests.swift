// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS's own questions are answered, called off or expire, and the agent learns which.

import JarvisConversation
import JarvisCore
import Testing

struct OpenQuestionTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    /// The agent must know that its question is no longer open: a yes that comes later would answer it.
    @Test func aStopPhraseAnswersAnOpenQuestion() {
        for isTyped in [true, false] {
            var state = Situation.thinking.state(.auto)
            let turn = state.turn.id
            _ = run(
                &state, .replyClause(turn, "Shall I delete them?"),
                .replyFinished(turn, ReplySummary(skill: "note", followUp: .dictation)), .playbackStarted(turn),
                .playbackFinished(turn))
            #expect(state.expectedFollowUp == .dictation)
            var effects: [AssistantEffect] = []
            if isTyped {
                effects = run(&state, .textSubmitted("never mind", .typed))
            } else {
                effects = run(&state, .speechStarted(state.turn.id), .speechEnded(state.turn.id, .pause))
                effects += run(&state, .transcribed(state.turn.id, transcript("never mind")))
            }
            let asked = effects.compactMap { if case .ask(let request, _) = $0 { request } else { nil } }
            #expect(asked.map(\.text) == ["never mind"] && asked.allSatisfy(\.isFollowUp), "typed: \(isTyped)")
        }
    }

    /// "Never mind" during the question first counts as an interruption.
    @Test func interruptingAQuestionWithAStopDropsIt() {
        for isByKey in [true, false] {
            var state = Situation.speaking.state(.auto)
            _ = run(&state, .replyFinished(state.turn.id, ReplySummary(skill: "note", followUp: .dictation)))
            _ = run(&state, .interruptionSuspected(state.turn.id))
            _ = run(&state, .interruptionConfirmed(state.turn.id))
            var effects: [AssistantEffect] = []
            if isByKey {
                effects = run(&state, .cancelRequested)
            } else {
                effects += run(&state, .speechEnded(state.turn.id, .pause))
                effects += run(&state, .transcribed(state.turn.id, transcript("never mind")))
                effects += run(&state, .utteranceSettled(state.turn.id))
            }
            #expect(effects.contains(.dropQuestion), "by key: \(isByKey)")
        }
    }

    @Test func anUnansweredQuestionLapses() {
        var state = Situation.speaking.state(.auto)
        _ = run(&state, .replyFinished(state.turn.id, ReplySummary(skill: "note", followUp: .dictation)))
        let asked = run(&state, .playbackFinished(state.turn.id))
        #expect(asked.contains(.startTimer(.question, FollowUp.answerLifetime)))
        #expect(state.expectedFollowUp == .dictation)
        let lapsed = run(&state, .timerEnded(.question))
        #expect(state.expectedFollowUp == .none && lapsed.contains(.dropQuestion))
        #expect(lapsed.contains(.listen(.untilSpeechEnds, state.turn.id, task: .command)))
        #expect(run(&state, .timerEnded(.question)).isEmpty)
    }

    @Test func stoppingAQuestionDropsIt() {
        let ends: [(TurnID) -> AssistantEvent] = [
            { .transcribed($0, transcript("stop")) }, { _ in .cancelRequested },
            { _ in .textSubmitted("stop", .typed) }, { _ in .microphoneTapped },
        ]
        for end in ends {
            for followUp in [FollowUp.dictation, .none] {
                var state = Situation.speaking.state(.auto)
                let turn = state.turn.id
                _ = run(&state, .replyFinished(turn, ReplySummary(skill: "note", followUp: followUp)))
                let effects = run(&state, end(turn))
                #expect(effects.contains(.dropQuestion) == (followUp == .dictation), "\(end(turn))")
            }
        }
    }

    private func asked() -> AssistantState {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        _ = run(
            &state, .replyFinished(turn, ReplySummary(skill: "note", followUp: .dictation)), .playbackFinished(turn))
        return state
    }

    /// Neither overheard speech nor JARVIS's announcements give a question more time.
    @Test func onlyTheQuestionItselfStartsItsTimer() {
        var state = asked()
        var effects = run(&state, .announcement("Your tea is ready.", kind: .reminder))
        effects += run(&state, .playbackStarted(state.turn.id), .interruptionSuspected(state.turn.id))
        effects += run(&state, .interruptionConfirmed(state.turn.id))
        effects += run(&state, .speechEnded(state.turn.id, .pause), .transcribed(state.turn.id, nil))
        effects += run(&state, .utteranceSettled(state.turn.id))
        #expect(!effects.contains(.startTimer(.question, FollowUp.answerLifetime)))
    }

    @Test func aQuestionLapsesDuringAnAnnouncement() {
        var state = asked()
        _ = run(&state, .announcement("Your tea is ready.", kind: .reminder))
        _ = run(&state, .playbackStarted(state.turn.id))
        let effects = run(&state, .timerEnded(.question))
        #expect(state.expectedFollowUp == .none && effects.contains(.dropQuestion))
        #expect(state.phase == .speaking)
    }

    @Test func speechInProgressWhenTheTimeEndsCanStillAnswer() {
        for text in ["yes", nil] {
            var state = asked()
            _ = run(&state, .speechStarted(state.turn.id))
            #expect(!run(&state, .timerEnded(.question)).contains(.dropQuestion))
            var effects = run(&state, .speechEnded(state.turn.id, .pause))
            effects += run(&state, .transcribed(state.turn.id, text.map { transcript($0) }))
            effects += run(&state, .utteranceSettled(state.turn.id))
            let answers = effects.compactMap { if case .ask(let request, _) = $0 { request.isFollowUp } else { nil } }
            #expect(answers == (text == nil ? [] : [true]))
            #expect(effects.contains(.dropQuestion) == (text == nil), "without words, the time is over")
            #expect(state.expectedFollowUp == .none)
        }
    }
}
