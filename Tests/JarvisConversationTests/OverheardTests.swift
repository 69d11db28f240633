// SPDX-License-Identifier: GPL-3.0-or-later
// Overheard speech leaves no trace and ends nothing; speech meant for JARVIS works as usual.

import JarvisConversation
import JarvisCore
import Testing

struct OverheardTests {
    private func run(_ state: inout AssistantState, _ events: [(TurnID) -> AssistantEvent]) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0(state.turn.id)) }
    }

    private func listening(wakePhrase: String? = nil) -> AssistantState {
        var state = AssistantState(
            turn: TurnID(rawValue: 1),
            policy: ConversationPolicy(detectionMode: .auto, wakePhrase: wakePhrase, talkFilter: .balanced))
        _ = run(&state, [{ _ in .started }])
        return state
    }

    /// Says this in the room and pauses.
    private func say(_ text: String, _ state: inout AssistantState) -> [AssistantEffect] {
        run(
            &state,
            [{ .speechStarted($0) }, { .speechEnded($0, .pause) }, { .transcribed($0, transcript(text)) }])
    }

    private func asked(_ effects: [AssistantEffect]) -> [TalkFilter] {
        effects.compactMap { if case .ask(let request, _) = $0 { request.talkFilter } else { nil } }
    }

    private func saved(_ effects: [AssistantEffect]) -> [String] {
        effects.compactMap { if case .save(let draft) = $0 { draft.text + (draft.isCut ? "…" : "") } else { nil } }
    }

    /// In both orders: the agent may decide before or after the utterance is settled.
    @Test(arguments: [false, true]) func overheardSpeechIsNeitherStoredNorAnswered(isSettledFirst: Bool) {
        var state = listening()
        var effects = say("and then he said no", &state)
        #expect(asked(effects) == [.balanced])
        let turn = state.turn.id
        let settled: (TurnID) -> AssistantEvent = { .utteranceSettled($0) }
        let dropped: (TurnID) -> AssistantEvent = { .notAddressed($0) }
        effects += run(&state, isSettledFirst ? [settled, dropped] : [dropped, settled])
        #expect(saved(effects).isEmpty)
        #expect(!effects.contains { if case .speak = $0 { true } else { false } })
        #expect(state.phase == .listening(for: .speech) && state.banner == nil)
        #expect(state.overheard == OverheardTalk(turn: turn, text: "and then he said no"))
        _ = run(&state, [{ _ in .timerEnded(.overheard(OverheardTalk(turn: turn, text: "and then he said no"))) }])
        #expect(state.overheard == nil)
    }

    @Test func theNextWordHidesTheOverheardText() {
        var state = listening()
        _ = say("and then he said no", &state)
        _ = run(&state, [{ .utteranceSettled($0) }, { .notAddressed($0) }])
        #expect(state.overheard != nil)
        _ = run(&state, [{ .speechStarted($0) }])
        #expect(state.overheard == nil)
    }

    @Test(arguments: [false, true]) func aRequestIsStoredBeforeItsAnswer(isSettledFirst: Bool) {
        var state = listening()
        var effects = say("what time is it", &state)
        let settled: (TurnID) -> AssistantEvent = { .utteranceSettled($0) }
        let answer: [(TurnID) -> AssistantEvent] = [
            { .replyClause($0, "It is noon.") }, { .replyFinished($0, ReplySummary(skill: "time")) },
        ]
        effects += run(&state, isSettledFirst ? [settled] + answer : answer + [settled])
        effects += run(&state, [{ .playbackStarted($0) }, { .playbackFinished($0) }])
        #expect(saved(effects) == ["what time is it", "It is noon."])
        #expect(state.overheard == nil)
    }

    @Test func aRequestReplacedBeforeItsAnswerIsStored() {
        var state = listening()
        var effects = say("what time is it", &state)
        effects += run(&state, [{ .utteranceSettled($0) }])
        #expect(saved(effects).isEmpty)
        effects += run(&state, [{ _ in .textSubmitted("what day is it", .typed) }])
        #expect(saved(effects) == ["what time is it", "what day is it"])
        #expect(asked(effects) == [.balanced, .off], "what is typed is meant for JARVIS")
    }

    @Test func tapsWakeWordsAndAnswersBypassTheTalkFilter() {
        var tapped = listening()
        let tap = run(
            &tapped,
            [{ _ in .microphoneTapped }, { .speechStarted($0) }, { .transcribed($0, transcript("well then")) }])
        #expect(asked(tap) == [.off])

        var called = listening(wakePhrase: "jarvis")
        _ = run(&called, [{ .wakeWordHeard($0) }])
        #expect(asked(say("well then", &called)) == [.off])

        var answering = listening()
        _ = say("take a note", &answering)
        _ = run(
            &answering,
            [
                { .utteranceSettled($0) }, { .replyClause($0, "What should I note?") },
                { .replyFinished($0, ReplySummary(skill: "note", followUp: .dictation)) }, { .playbackStarted($0) },
                { .playbackFinished($0) },
            ])
        #expect(asked(say("well then", &answering)) == [.off])
    }

    /// A meeting in the room must not keep the microphone open.
    @Test func overheardSpeechDoesNotExtendTheTimeWithoutTheWakeWord() {
        var state = listening(wakePhrase: "jarvis")
        _ = run(&state, [{ .wakeWordHeard($0) }])
        _ = say("what time is it", &state)
        _ = run(
            &state,
            [
                { .utteranceSettled($0) }, { .replyClause($0, "It is noon.") },
                { .replyFinished($0, ReplySummary(skill: "time")) }, { .playbackStarted($0) },
                { .playbackFinished($0) },
            ])
        #expect(state.phase == .listening(for: .speech), "one may go on without the word")
        #expect(asked(say("so I told them to wait", &state)) == [.balanced])
        let effects = run(&state, [{ .utteranceSettled($0) }, { .notAddressed($0) }])
        #expect(state.phase == .listening(for: .wakeWord))
        #expect(!effects.contains { if case .startTimer(.wakeWindow, _) = $0 { true } else { false } })
    }

    @Test func aReplyContinuesAfterOverheardSpeechInterruptsIt() {
        var state = listening()
        _ = say("what time is it", &state)
        var effects = run(
            &state,
            [
                { .utteranceSettled($0) }, { .replyClause($0, "It is noon.") }, { .replyClause($0, "Lunch is ready.") },
                { .replyFinished($0, ReplySummary(skill: "time")) }, { .playbackStarted($0) },
                { .heard($0, HeardPosition(clause: 0, characters: 4)) },
                { .interruptionSuspected($0) }, { .interruptionConfirmed($0) }, { .speechEnded($0, .pause) },
                { .transcribed($0, transcript("so he went home")) },
            ])
        #expect(saved(effects) == ["what time is it"], "the reply is neither over nor cut")
        effects = run(&state, [{ .utteranceSettled($0) }, { .notAddressed($0) }])
        #expect(state.phase == .speaking && saved(effects).isEmpty)
        effects = run(&state, [{ .playbackFinished($0) }])
        #expect(saved(effects) == ["It is noon. Lunch is ready."])
    }

    /// The agent is still working on a question; its turn must not wait for a cancelled reply.
    @Test func overheardSpeechDuringAPendingReplyLeavesNoHangingTurn() {
        var state = listening()
        _ = say("what is the weather", &state)
        _ = run(
            &state,
            [
                { .utteranceSettled($0) }, { .replyProgressed($0) }, { .interruptionSuspected($0) },
                { .interruptionConfirmed($0) }, { .speechEnded($0, .pause) },
                { .transcribed($0, transcript("so he went home")) }, { .utteranceSettled($0) }, { .notAddressed($0) },
            ])
        #expect(state.phase == .listening(for: .speech))
    }

    /// Noise interrupts before the agent has decided whether the speech was meant for JARVIS.
    @Test func overheardSpeechIsDroppedDespiteAnInterruption() {
        var state = listening()
        var effects = say("and then he said no", &state)
        let talk = state.turn.id
        effects += run(
            &state,
            [{ .utteranceSettled($0) }, { .interruptionSuspected($0) }, { .interruptionConfirmed($0) }])
        effects += run(&state, [{ _ in .notAddressed(talk) }])
        effects += run(&state, [{ .speechEnded($0, .pause) }, { .transcribed($0, nil) }, { .utteranceSettled($0) }])
        #expect(saved(effects).isEmpty && state.phase == .listening(for: .speech))
    }

    /// The same with a request: it is stored once, before its answer.
    @Test func aRequestIsStoredOnceDespiteAnInterruption() {
        var state = listening()
        var effects = say("what time is it", &state)
        let asked = state.turn.id
        effects += run(
            &state,
            [{ .utteranceSettled($0) }, { .interruptionSuspected($0) }, { .interruptionConfirmed($0) }])
        effects += run(
            &state,
            [
                { _ in .replyClause(asked, "It is noon.") },
                { _ in .replyFinished(asked, ReplySummary(skill: "time")) },
                { .speechEnded($0, .pause) }, { .transcribed($0, nil) }, { .utteranceSettled($0) },
                { .playbackStarted($0) }, { .playbackFinished($0) },
            ])
        #expect(saved(effects) == ["what time is it", "It is noon."])
    }

    @Test func overheardSpeechKeepsTheRetryOffer() {
        var state = listening()
        _ = say("what time is it", &state)
        _ = run(&state, [{ .utteranceSettled($0) }, { .replyFailed($0, .timedOut) }])
        #expect(state.banner?.action == .retry)
        _ = say("so he went home", &state)
        _ = run(&state, [{ .utteranceSettled($0) }, { .notAddressed($0) }])
        #expect(state.banner?.action == .retry && state.retry != nil)
        _ = say("what day is it", &state)
        _ = run(&state, [{ .utteranceSettled($0) }, { .replyClause($0, "Monday.") }])
        #expect(state.banner == nil && state.retry == nil)
    }

    @Test func aRequestThatInterruptsAReplyEndsIt() {
        var state = listening()
        _ = say("what time is it", &state)
        let effects = run(
            &state,
            [
                { .utteranceSettled($0) }, { .replyClause($0, "It is noon.") },
                { .replyFinished($0, ReplySummary(skill: "time")) }, { .playbackStarted($0) },
                { .heard($0, HeardPosition(clause: 0, characters: 5)) },
                { .interruptionSuspected($0) }, { .interruptionConfirmed($0) }, { .speechEnded($0, .pause) },
                { .transcribed($0, transcript("what day is it")) }, { .utteranceSettled($0) },
                { .replyClause($0, "It is Monday.") },
            ])
        #expect(saved(effects) == ["what time is it", "It is…", "what day is it"])
    }
}
