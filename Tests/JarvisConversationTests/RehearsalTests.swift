// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearsed answers, prepared before the request is certain.

import JarvisConversation
import JarvisCore
import Testing

struct RehearsalTests {
    private static let question = "what time is it"

    private func rehearsal(_ text: String, aloud: Bool, _ turn: TurnID) -> AssistantEffect {
        .rehearse(
            AgentRequestDraft(text: text, source: .voice, isFollowUp: false, isOpen: true), aloud: aloud, turn)
    }

    /// The effects related to rehearsals.
    private func run(_ state: inout AssistantState, _ events: [AssistantEvent]) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }.filter {
            switch $0 {
            case .rehearse, .cancelRehearsal, .ask: true
            default: false
            }
        }
    }

    private func recording(_ change: (inout AssistantState) -> Void = { _ in }) -> AssistantState {
        var state = AssistantState(
            turn: TurnID(rawValue: 1), policy: ConversationPolicy(detectionMode: .auto, speaksReplies: true))
        _ = AssistantReducer.reduce(&state, .started)
        change(&state)
        _ = AssistantReducer.reduce(&state, .speechStarted(state.turn.id))
        return state
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var events: @Sendable (TurnID) -> [AssistantEvent]
        /// "+": rehearsed, "-": dropped, "?": asked, for each effect in order.
        var expected: String
    }

    static let rows = [
        Row(testDescription: "a pause", events: { [.utterancePrepared($0, question)] }, expected: "+"),
        Row(
            testDescription: "the same words again",
            events: { [.utterancePrepared($0, question), .utterancePrepared($0, question)] }, expected: "+"),
        Row(
            testDescription: "the same words shown",
            events: { [.utterancePrepared($0, question), .partialTranscript($0, question)] }, expected: "+"),
        Row(
            testDescription: "more words shown",
            events: { [.utterancePrepared($0, question), .partialTranscript($0, question + " in")] }, expected: "+-"),
        Row(
            testDescription: "other words prepared",
            events: { [.utterancePrepared($0, question), .utterancePrepared($0, question + " in rome")] },
            expected: "+-+"),
        Row(
            testDescription: "just this is asked",
            events: {
                [
                    .utterancePrepared($0, question), .speechEnded($0, .pause),
                    .transcribed($0, transcript(question)),
                ]
            }, expected: "+?"),
        Row(
            testDescription: "something else is asked",
            events: {
                [
                    .utterancePrepared($0, question), .speechEnded($0, .pause),
                    .transcribed($0, transcript("what day is it")),
                ]
            }, expected: "+-?"),
        Row(
            testDescription: "nothing is understood",
            events: {
                [
                    .utterancePrepared($0, question), .speechEnded($0, .pause), .utteranceSettled($0),
                    .transcribed($0, nil),
                ]
            }, expected: "+-"),
        Row(
            testDescription: "the speaker goes on after the end",
            events: {
                [.utterancePrepared($0, question), .speechEnded($0, .pause), .utteranceContinued($0)]
            }, expected: "+-"),
        Row(
            testDescription: "cancelled", events: { [.utterancePrepared($0, question), .cancelRequested] },
            expected: "+-"),
        Row(testDescription: "stop", events: { [.utterancePrepared($0, "stop")] }, expected: ""),
        Row(testDescription: "blank", events: { [.utterancePrepared($0, " ")] }, expected: ""),
        Row(
            testDescription: "another turn", events: { [.utterancePrepared($0.next, question)] }, expected: ""),
        Row(
            testDescription: "after the end",
            events: { [.speechEnded($0, .pause), .utterancePrepared($0, question)] }, expected: ""),
    ]

    @Test(arguments: rows) func rehearsalsStartAndStopAsTheTableSays(row: Row) {
        var state = recording()
        let marks = run(&state, row.events(state.turn.id)).map {
            switch $0 {
            case .rehearse: "+"
            case .cancelRehearsal: "-"
            default: "?"
            }
        }
        #expect(marks.joined() == row.expected)
        if row.expected.hasSuffix("?") { #expect(state.turn.utterance.rehearsed == nil) }
    }

    @Test(arguments: [true, false]) func rehearsalsAreAloudOnlyIfRepliesAreSpoken(speaksReplies: Bool) {
        var state = recording { $0.policy.speaksReplies = speaksReplies }
        let turn = state.turn.id
        #expect(
            run(&state, [.utterancePrepared(turn, Self.question)])
                == [rehearsal(Self.question, aloud: speaksReplies, turn)])
    }

    /// Any answer to a skill's question may change something.
    @Test func dictationIsNotRehearsed() {
        var state = recording { $0.expectedFollowUp = .dictation }
        let turn = state.turn.id
        #expect(state.phase.isRecording)
        #expect(run(&state, [.utterancePrepared(turn, Self.question)]).isEmpty)
    }
}
