// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import Testing

struct FillerTests {
    private func thinking(_ policy: ConversationPolicy = ConversationPolicy(saysFillers: true)) -> AssistantState {
        var state = AssistantState(turn: TurnID(rawValue: 1), policy: policy)
        _ = AssistantReducer.reduce(&state, .textSubmitted("what is new", .typed))
        return state
    }

    private func fillers(_ effects: [AssistantEffect]) -> [Filler] {
        effects.compactMap { if case .sayFiller(let filler, _) = $0 { filler } else { nil } }
    }

    @Test func aQuestionStartsTheFillerTimerOnlyIfFillersAreOn() {
        for (policy, isWanted) in [
            (ConversationPolicy(saysFillers: true), true), (ConversationPolicy(saysFillers: false), false),
            (ConversationPolicy(speaksReplies: false, saysFillers: true), false),
        ] {
            var state = AssistantState(turn: TurnID(rawValue: 1), policy: policy)
            let effects = AssistantReducer.reduce(&state, .textSubmitted("what is new", .typed))
            #expect(effects.contains(.startTimer(.filler(state.turn.id), Filler.firstDelay)) == isWanted)
        }
    }

    @Test func aSlowAnswerGetsFillersThatNeverRepeat() {
        var state = thinking()
        var said: [String] = []
        for round in 0..<4 {
            let effects = AssistantReducer.reduce(&state, .timerEnded(.filler(state.turn.id)))
            let filler = fillers(effects).first
            #expect(filler?.isFirst == (round == 0))
            #expect(effects.contains(.startTimer(.filler(state.turn.id), Filler.nextDelay)))
            said.append(filler?.text(language: "en-us") ?? "")
        }
        #expect(zip(said, said.dropFirst()).allSatisfy { $0 != $1 })
        #expect(state.phase == .thinking && state.turn.reply.clauses.isEmpty)
    }

    @Test func fillersOfSuccessiveTurnsDiffer() {
        var state = thinking()
        let first = fillers(AssistantReducer.reduce(&state, .timerEnded(.filler(state.turn.id))))
        _ = AssistantReducer.reduce(&state, .textSubmitted("and now", .typed))
        let second = fillers(AssistantReducer.reduce(&state, .timerEnded(.filler(state.turn.id))))
        for language in ["en", "de-at", "fr", "es", "sw"] {
            #expect(first.first?.text(language: language) != second.first?.text(language: language))
        }
    }

    @Test func noFillerIsSpokenOnceTheReplyHasBegun() {
        var state = thinking()
        _ = AssistantReducer.reduce(&state, .replyClause(state.turn.id, "It is noon."))
        #expect(AssistantReducer.reduce(&state, .timerEnded(.filler(state.turn.id))).isEmpty)
    }

    @Test func aReplyIsStoredWithoutItsFiller() {
        var state = thinking()
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .timerEnded(.filler(turn)))
        let effects = AssistantReducer.reduce(&state, .replyClause(turn, "It is noon."))
        #expect(effects.contains(.speak("It is noon.", clause: 0, turn)))
        _ = AssistantReducer.reduce(&state, .playbackStarted(turn))
        _ = AssistantReducer.reduce(&state, .replyFinished(turn, ReplySummary(skill: "time")))
        let end = AssistantReducer.reduce(&state, .playbackFinished(turn))
        let kept = end.compactMap { if case .save(let draft) = $0 { draft.text } else { nil } }
        #expect(kept == ["It is noon."])
    }

    @Test(arguments: [AssistantEvent.cancelRequested, .textSubmitted("something else", .typed), .stopped])
    func everyEndOfATurnSilencesTheFiller(event: AssistantEvent) {
        var state = thinking()
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .timerEnded(.filler(turn)))
        #expect(AssistantReducer.reduce(&state, event).contains(.stopSpeaking(turn)))
    }

    @Test func aFailureSilencesTheFiller() {
        var state = thinking()
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .timerEnded(.filler(turn)))
        #expect(AssistantReducer.reduce(&state, .replyFailed(turn, .timedOut)).contains(.stopSpeaking(turn)))
    }
}
