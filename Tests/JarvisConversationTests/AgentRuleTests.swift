// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import Testing

struct AgentRuleTests {
    private let consent = ConsentRequest(id: "1", question: "Send it?")

    private func thinking() -> AssistantState { Situation.thinking.state(.auto) }

    /// A reply heard up to its current end while its agent is still working.
    private func waitingForMore() -> AssistantState {
        var state = Situation.speaking.state(.auto)
        _ = AssistantReducer.reduce(&state, .heard(state.turn.id, HeardPosition(clause: 1, characters: 0)))
        return state
    }

    @Test func progressRestartsTheWatchdog() {
        var state = thinking()
        let turn = state.turn.id
        let watchdog = AssistantEffect.startTimer(.watchdog(turn, .thinking), AssistantReducer.Watchdog.thinking)
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

    @Test func theWatchdogStopsWhileConsentIsPending() {
        var state = thinking()
        let turn = state.turn.id
        let asked = AssistantReducer.reduce(&state, .consentRequested(turn, consent))
        #expect(asked.first == .cancelTimer(.watchdog) && asked.last == .askConsent("Send it?", "1", turn))
        #expect(AssistantReducer.reduce(&state, .replyProgressed(turn)).isEmpty)
        // A report that was already on its way.
        _ = AssistantReducer.reduce(&state, .timerEnded(.watchdog(turn, .thinking)))
        #expect(state.phase == .thinking && state.turn.reply.consents == [consent])
        let effects = AssistantReducer.reduce(&state, .consentAnswered(turn, "1", .denied))
        #expect(effects.first == .answerConsent(turn, "1", .denied))
        #expect(effects.contains(.stopSpeaking(turn)), "the question is not said to its end")
        #expect(
            AssistantReducer.reduce(&state, .consentAnswered(turn, "1", .granted)).isEmpty, "the first answer counts")
    }

    @Test func anAgentThatFallsSilentMidReplyIsReportedAsTimedOut() {
        var state = waitingForMore()
        let effects = AssistantReducer.reduce(&state, .timerEnded(.watchdog(state.turn.id, .speaking)))
        #expect(effects.contains { if case .cancelAsk = $0 { true } else { false } })
        #expect(state.banner?.message == .agent(.timedOut) && state.banner?.action == .retry)
    }

    @Test func aClauseAfterAPauseRestartsTheSpeakingWatchdog() {
        var state = waitingForMore()
        let turn = state.turn.id
        let effects = AssistantReducer.reduce(&state, .replyClause(turn, "And then some more."))
        #expect(effects.contains(.startTimer(.watchdog(turn, .speaking), AssistantReducer.Watchdog.speaking)))
    }

    @Test(arguments: [false, true]) func aReminderRingsWhileConsentIsPending(isSpeaking: Bool) {
        var state = isSpeaking ? waitingForMore() : thinking()
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .announcement("Your tea is ready.", kind: .reminder))
        #expect(state.pendingAnnouncements.count == 1, "a short answer comes first")
        let effects = AssistantReducer.reduce(&state, .consentRequested(turn, consent))
        #expect(effects.contains(.ringDuringWork(["Your tea is ready."], turn)))
        #expect(state.pendingAnnouncements.isEmpty && state.turn.id == turn && state.turn.reply.consents == [consent])
        #expect(!state.turn.reply.text.contains("tea"), "it is no part of the reply")
        let later = AssistantReducer.reduce(&state, .announcement("Your eggs, too.", kind: .reminder))
        #expect(later.contains(.ringDuringWork(["Your eggs, too."], turn)))
        let answer = AssistantReducer.reduce(&state, .consentAnswered(turn, "1", .granted))
        #expect(answer.first == .answerConsent(turn, "1", .granted))
    }

    @Test func aConsentAnswerForAnotherTurnIsIgnored() {
        var state = thinking()
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .consentRequested(turn, consent))
        #expect(AssistantReducer.reduce(&state, .consentAnswered(turn.next, "1", .granted)).isEmpty)
        #expect(state.turn.reply.consents == [consent])
    }

    @Test func aFinishedReplyClosesItsConsentQuestion() {
        var state = waitingForMore()
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .consentRequested(turn, consent))
        let effects = AssistantReducer.reduce(&state, .replyFinished(turn, ReplySummary(skill: nil)))
        #expect(state.turn.reply.consents.isEmpty)
        #expect(effects.contains { if case .startTimer(.watchdog(turn, .speaking), _) = $0 { true } else { false } })
        #expect(AssistantReducer.reduce(&state, .consentAnswered(turn, "1", .granted)).isEmpty)
    }

    @Test func noFillerIsSpokenWhileConsentIsPending() {
        var state = thinking()
        state.policy.saysFillers = true
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .consentRequested(turn, consent))
        #expect(
            AssistantReducer.reduce(&state, .timerEnded(.filler(turn))) == [
                .startTimer(.filler(turn), Filler.nextDelay)
            ])
    }

    /// Players report no further than the end of the last word.
    @Test func trailingPunctuationNeedNotBeHeard() {
        var state = Situation.speaking.state(.auto)
        let clause = state.turn.reply.clauses[0]
        let words = clause.prefix { !".!?".contains($0) }.count
        #expect(words < clause.count, "the clause ends with a mark")
        state.turn.reply.heard = HeardPosition(clause: 0, characters: words - 1)
        #expect(!state.turn.reply.awaitsAgent)
        state.turn.reply.heard = HeardPosition(clause: 0, characters: words)
        #expect(state.turn.reply.awaitsAgent)
        // A clause that is shown but never spoken.
        state.turn.reply.clauses.append("A clause that is not spoken.")
        #expect(state.turn.reply.awaitsAgent)
    }

    @Test func aReminderDueDuringATurnRingsWhenTheTurnIsCancelled() {
        for situation in [Situation.thinking, .transcribing] {
            var state = situation.state(.auto)
            _ = AssistantReducer.reduce(&state, .announcement("Your tea is ready.", kind: .reminder))
            let effects = AssistantReducer.reduce(&state, .cancelRequested)
            #expect(effects.contains(.ring(state.turn.id)) && state.phase == .speaking)
            #expect(state.pendingAnnouncements.isEmpty)
        }
    }

    @Test func progressDuringAPauseOfTheReplyRestartsTheWatchdog() {
        var state = waitingForMore()
        let turn = state.turn.id
        let watchdog = AssistantEffect.startTimer(.watchdog(turn, .speaking), AssistantReducer.Watchdog.thinking)
        #expect(AssistantReducer.reduce(&state, .replyProgressed(turn)) == [watchdog])
    }

    @Test func theContextBudgetKeepsTheNewestWholeTurns() {
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
