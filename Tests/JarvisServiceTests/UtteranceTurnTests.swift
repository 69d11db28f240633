// SPDX-License-Identifier: GPL-3.0-or-later
// A spoken turn as reported to its caller.

import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisService

struct UtteranceTurnTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) {
        for event in events { _ = AssistantReducer.reduce(&state, event) }
    }

    @Test func updatesAreReportedOnceAndInOrder() {
        var state = AssistantState(turn: TurnID(rawValue: 1), policy: ConversationPolicy(detectionMode: .pushToTalk))
        run(&state, .microphoneTapped)
        let turn = state.turn.id
        var follower = UtteranceTurn(turn)
        #expect(follower.take(state).isEmpty)
        run(&state, .partialTranscript(turn, "what time"))
        #expect(follower.take(state) == [.transcript("what time", isFinal: false)])
        #expect(follower.take(state).isEmpty)
        let transcript = Transcript(text: "what time is it", confidence: 1, engine: "fake", search: .dictation)
        run(&state, .microphoneTapped, .transcribed(turn, transcript))
        #expect(follower.take(state) == [.transcript("what time is it", isFinal: true)])
        let summary = ReplySummary(skill: "time")
        run(&state, .replyClause(turn, "Noon."), .replyFinished(turn, summary))
        #expect(follower.take(state) == [.clause("Noon.")])
        run(&state, .playbackStarted(turn), .playbackFinished(turn))
        #expect(follower.take(state) == [.ended(outcome: "answered", summary: summary)])
    }

    @Test func aCancelledTurnEndsWithNothingHeard() {
        var state = AssistantState(turn: TurnID(rawValue: 1), policy: ConversationPolicy(detectionMode: .pushToTalk))
        run(&state, .microphoneTapped)
        var follower = UtteranceTurn(state.turn.id)
        run(&state, .cancelRequested)
        #expect(follower.take(state) == [.ended(outcome: "nothing-heard", summary: nil)])
    }
}
