// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import Testing

struct AgentRuleTests {
    private let consent = ConsentRequest(id: "1", question: "Send it?")

    private func thinking() -> AssistantState { Situation.thinking.state(.auto) }

    /// A reply of which everything so far has been heard, and whose agent still works.
    private func waitingForMore() -> AssistantState {
        var state = Situation.speaking.state(.auto)
        _ = AssistantReducer.reduce(&state, .heard(state.turn.id, HeardPosition(clause: 1, characters: 0)))
        return state
    }

    @Test func workRestartsTheWatchdog() {
        var state = thinking()
        let turn = state.turn.id
        let watchdog = AssistantEffect.startWatchdog(turn, .thinking, AssistantReducer.Watchdog.thinking)
        #expect(AssistantReducer.reduce(&state, .replyProgressed(turn)) == [watchdog])
        #expect(AssistantReducer.reduce(&state, .toolChanged(turn, ToolCall(id: "1", title: "Search"))) == [watchdog])
        #expect(AssistantReducer.reduce(&state, .replyClause(turn, "Well,")).contains(watchdog))
    }

    @Test func aToolCallReplacesItsEarlierReport() {
        var state = thinking()
        let turn = state.turn.id
        for (id, status) in [("1", ToolCall.Status.running), ("2", .running), ("1", .failed(reason: "no network"))] {
            let call = ToolCall(id: ToolCallID(rawValue: id), title: "Search", status: status)
            _ = AssistantReducer.reduce(&state, .toolChanged(turn, call))
        }
        #expect(state.turn.reply.tools.map(\.status) == [.failed(reason: "no network"), .running])
    }

    @Test func consentStopsTheClockUntilItIsAnswered() {
        var state = thinking()
        let turn = state.turn.id
        #expect(AssistantReducer.reduce(&state, .consentRequested(turn, consent)) == [.cancelWatchdog])
        #expect(AssistantReducer.reduce(&state, .replyProgressed(turn)).isEmpty)
        // One that was on its way already.
        _ = AssistantReducer.reduce(&state, .watchdogExpired(turn, .thinking))
        #expect(state.phase == .thinking && state.turn.reply.consents == [consent])
        let effects = AssistantReducer.reduce(&state, .consentAnswered("1", .denied))
        #expect(effects.first == .answerConsent(turn, "1", .denied) && effects.count == 2)
        #expect(AssistantReducer.reduce(&state, .consentAnswered("1", .granted)).isEmpty, "the first answer counts")
    }

    @Test func aSilentAgentIsNotBlamedOnTheSpeakers() {
        var state = waitingForMore()
        let effects = AssistantReducer.reduce(&state, .watchdogExpired(state.turn.id, .speaking))
        #expect(effects.contains { if case .cancelAsk = $0 { true } else { false } })
        #expect(state.banner?.message == .agent(.timedOut) && state.banner?.action == .retry)
    }

    @Test func workDuringAPauseOfTheReplyIsWaitedFor() {
        var state = waitingForMore()
        let turn = state.turn.id
        let watchdog = AssistantEffect.startWatchdog(turn, .speaking, AssistantReducer.Watchdog.thinking)
        #expect(AssistantReducer.reduce(&state, .replyProgressed(turn)) == [watchdog])
    }

    @Test func theBudgetKeepsWholeTurnsFromTheNewestOn() {
        func message(_ turn: UInt64, _ text: String) -> Message {
            Message(
                id: MessageID(rawValue: "\(turn)\(text)"), createdAt: Timestamp(secondsSinceEpoch: 1),
                draft: MessageDraft(turn: TurnID(rawValue: turn), kind: .user, text: text, source: .typed))
        }
        let messages = [message(1, "aaaa"), message(2, "bbb"), message(2, "ccc"), message(3, "dd")]
        func texts(_ turns: Int, _ characters: Int) -> [String] {
            ContextBudget(turns: turns, characters: characters).fitting(messages).map(\.text)
        }
        #expect(texts(3, .max) == ["aaaa", "bbb", "ccc", "dd"])
        #expect(texts(2, .max) == ["bbb", "ccc", "dd"])
        #expect(texts(9, 8) == ["bbb", "ccc", "dd"])
        #expect(texts(9, 7) == ["dd"], "half a turn is none")
        #expect(texts(9, 1).isEmpty && texts(0, 9).isEmpty)
    }
}
