// SPDX-License-Identifier: GPL-3.0-or-later
// A reply interrupted by noise, such as a cough or a car horn, resumes where it was.

import JarvisConversation
import JarvisCore
import Testing

struct ResumptionTests {
    private static let clauses = ["It is noon.", "The sun shines.", "It is warm."]
    private static let whole = clauses.joined(separator: " ")

    private func run(_ state: inout AssistantState, _ events: [(TurnID) -> AssistantEvent]) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0(state.turn.id)) }
    }

    /// In the middle of the second clause.
    private func speaking(isAnswered: Bool = true, policy: ConversationPolicy? = nil) -> AssistantState {
        var state = Situation.thinking.state(.auto)
        _ = run(&state, Self.clauses.map { clause in { .replyClause($0, clause) } })
        if isAnswered { _ = run(&state, [{ .replyFinished($0, ReplySummary(skill: "time", followUp: .dictation)) }]) }
        _ = run(
            &state, [{ .playbackStarted($0) }, { .heard($0, HeardPosition(clause: 1, characters: 7)) }])
        return state
    }

    private func saved(_ effects: [AssistantEffect]) -> [String] {
        effects.compactMap {
            if case .save(let draft) = $0 { draft.text + (draft.isCut ? "…" : "") } else { nil }
        }
    }

    private func spoken(_ effects: [AssistantEffect]) -> [Int] {
        effects.compactMap { if case .speak(_, let clause, _) = $0 { clause } else { nil } }
    }

    /// An interruption without recognizable words.
    private func cough(_ state: inout AssistantState) -> [AssistantEffect] {
        run(
            &state,
            [
                { .interruptionSuspected($0) }, { .interruptionConfirmed($0) }, { .speechEnded($0, .pause) },
                { .transcribed($0, nil) }, { .utteranceSettled($0) },
            ])
    }

    @Test func aReplyResumesWithTheInterruptedClause() {
        var state = speaking()
        let asked = state.turn.id
        let effects = cough(&state)
        let turn = state.turn.id
        #expect(state.phase == .speaking && turn > asked && state.turn.askedIn == asked)
        #expect(spoken(effects) == [1, 2] && effects.contains(.finishSpeaking(turn)))
        #expect(effects.contains(.listen(.stopPhrases, turn, task: .stopPhrase)))
        #expect(saved(effects).isEmpty, "it is neither over nor cut")
        let end = run(&state, [{ .playbackFinished($0) }])
        #expect(saved(end) == [Self.whole])
        let drafts = end.compactMap { if case .save(let draft) = $0 { draft } else { nil } }
        #expect(drafts.map(\.turn) == [asked] && drafts.map(\.skill) == ["time"])
        #expect(state.phase.isListening && state.expectedFollowUp == .dictation)
    }

    @Test(arguments: ["", " ", "…"]) func aTranscriptWithoutWordsCountsAsNoise(text: String) {
        var state = speaking()
        let effects = run(
            &state,
            [
                { .interruptionConfirmed($0) }, { .speechEnded($0, .pause) }, { .transcribed($0, transcript(text)) },
                { .utteranceSettled($0) },
            ])
        #expect(state.phase == .speaking && spoken(effects) == [1, 2])
    }

    @Test func wordsEndTheReplyAndAreSavedAfterIt() {
        var state = speaking()
        let effects = run(
            &state,
            [
                { .interruptionConfirmed($0) }, { .speechEnded($0, .pause) },
                { .transcribed($0, transcript("what day is it")) }, { .utteranceSettled($0) },
            ])
        #expect(state.phase == .thinking && state.turn.interrupted == nil)
        #expect(saved(effects) == ["It is noon. The sun…", "what day is it"])
    }

    /// Every way in which an interruption can end without bringing the reply back.
    static let ends: [ReducerInput] = [
        .event(.cancelRequested), .event(.stopped), .event(.textSubmitted("what day is it", .typed)),
        .event(.textSubmitted("stop", .typed)), .event(.microphoneLent(true)), .event(.holdBegan),
        .onTurn { .transcribed($0, transcript("stop")) }, .onTurn { .recognitionFailed($0, .modelMissing(path: "/m")) },
        .event(.regenerationRequested("what time is it", .typed, of: MessageID(rawValue: "A"))),
    ]

    @Test(arguments: ends.indices) func aReplyThatCannotResumeIsSavedOnceAsCut(end: Int) {
        var state = speaking()
        let effects = run(&state, [{ .interruptionConfirmed($0) }, Self.ends[end].at])
        #expect(saved(effects).filter { $0.hasPrefix("It is") } == ["It is noon. The sun…"])
        #expect(state.turn.interrupted == nil && spoken(effects).isEmpty)
    }

    @Test func aReplyCutOffAgainKeepsEverythingHeard() {
        var state = speaking()
        _ = cough(&state)
        #expect(state.turn.reply.heard == HeardPosition(clause: 1, characters: 0), "the clause is heard again")
        _ = run(&state, [{ .playbackStarted($0) }, { .heard($0, HeardPosition(clause: 1, characters: 3)) }])
        #expect(saved(run(&state, [{ _ in .microphoneTapped }])) == ["It is noon. The sun…"])
    }

    @Test func aFullyHeardClauseIsNotRepeated() {
        var state = speaking()
        _ = run(&state, [{ .heard($0, HeardPosition(clause: 1, characters: 14)) }])
        #expect(spoken(cough(&state)) == [2])
        _ = run(&state, [{ .playbackStarted($0) }, { .heard($0, HeardPosition(clause: 2, characters: 10)) }])
        let effects = cough(&state)
        #expect(spoken(effects).isEmpty && saved(effects) == [Self.whole], "nothing is left to be said")
        #expect(state.phase.isListening)
    }

    @Test func clausesThatArriveDuringTheNoiseAreSpokenAfterIt() {
        var state = speaking(isAnswered: false)
        let asked = state.turn.id
        var effects = run(
            &state,
            [
                { .interruptionConfirmed($0) }, { _ in .replyClause(asked, "Enjoy it.") },
                { .speechEnded($0, .pause) }, { .transcribed($0, nil) },
            ])
        #expect(!effects.contains(.cancelAsk(asked)) && spoken(effects).isEmpty)
        effects = run(&state, [{ .utteranceSettled($0) }])
        #expect(spoken(effects) == [1, 2, 3] && !effects.contains(.finishSpeaking(state.turn.id)))
        // The agent refers to the turn of the question.
        effects = run(
            &state,
            [
                { _ in .replyClause(asked, "Bye.") }, { _ in .replyFinished(asked, ReplySummary(skill: nil)) },
                { .playbackStarted($0) }, { .playbackFinished($0) },
            ])
        #expect(spoken(effects) == [4] && saved(effects) == [Self.whole + " Enjoy it. Bye."])
    }

    @Test func theFirstWordCancelsAnAgentStillAtWork() {
        var state = speaking(isAnswered: false)
        let asked = state.turn.id
        let effects = run(&state, [{ .interruptionConfirmed($0) }, { .partialTranscript($0, "no") }])
        #expect(effects.contains(.cancelAsk(asked)) && saved(effects) == ["It is noon. The sun…"])
    }

    @Test func aPendingQuestionIsAnsweredAfterACough() {
        var state = Situation.thinking.state(.auto)
        let asked = state.turn.id
        let effects = cough(&state)
        #expect(state.phase == .thinking && !effects.contains(.cancelAsk(asked)))
        #expect(effects.contains(.startTimer(.watchdog(state.turn.id, .thinking), AssistantReducer.Watchdog.thinking)))
        #expect(spoken(run(&state, [{ _ in .replyClause(asked, "It is noon.") }])) == [0])
    }

    @Test func anAgentFailureDuringTheNoiseIsReportedAfterIt() {
        var state = speaking(isAnswered: false)
        let asked = state.turn.id
        let effects = run(
            &state,
            [
                { .interruptionConfirmed($0) }, { _ in .replyFailed(asked, .timedOut) }, { .speechEnded($0, .pause) },
                { .transcribed($0, nil) }, { .utteranceSettled($0) },
            ])
        #expect(state.banner?.message == .agent(.timedOut) && saved(effects) == ["It is noon. The sun…"])
    }

    @Test func aConsentRequestDuringTheNoiseIsAskedAfterIt() {
        var state = Situation.thinking.state(.auto)
        let asked = state.turn.id
        let consent = ConsentRequest(id: "1", question: "Send it?")
        _ = run(&state, [{ .interruptionConfirmed($0) }, { _ in .consentRequested(asked, consent) }])
        let effects = run(
            &state, [{ .speechEnded($0, .pause) }, { .transcribed($0, nil) }, { .utteranceSettled($0) }])
        #expect(state.turn.reply.consents == [consent] && state.turn.id != asked)
        #expect(effects.contains(.askConsent("Send it?", "1", state.turn.id)))
        #expect(run(&state, [{ .consentAnswered($0, "1", .granted) }]).contains(.answerConsent(asked, "1", .granted)))
    }

    @Test func aReminderResumesAfterACoughWithoutRingingAgain() {
        var state = Situation.listening.state(.auto)
        _ = run(&state, [{ _ in .announcement("Tea is ready.", kind: .reminder) }, { .playbackStarted($0) }])
        let effects = cough(&state)
        #expect(spoken(effects) == [0] && state.turn.speech.content == .announcement(rings: true))
        #expect(!effects.contains { if case .ring = $0 { true } else { false } })
        #expect(saved(run(&state, [{ .playbackFinished($0) }])).isEmpty)
    }

    @Test func aReplyWhosePlaybackFailedIsShownInFull() {
        var state = speaking(isAnswered: false)
        let asked = state.turn.id
        _ = run(&state, [{ .playbackFailed($0, .noDevice(.output)) }])
        #expect(spoken(cough(&state)).isEmpty && state.phase == .thinking)
        #expect(saved(run(&state, [{ _ in .replyFinished(asked, ReplySummary(skill: nil)) }])) == [Self.whole])
    }

    @Test func repeatedNoiseStopsInterruptingTheReply() {
        var state = speaking()
        for _ in 1...AssistantReducer.fruitlessInterruptions {
            _ = cough(&state)
            _ = run(&state, [{ .playbackStarted($0) }])
        }
        let turn = state.turn.id
        #expect(cough(&state).isEmpty && state.turn.id == turn && state.phase == .speaking)
        _ = run(&state, [{ .transcribed($0, transcript("stop")) }])
        #expect(state.phase.isListening, "it can still be stopped")
    }
}
