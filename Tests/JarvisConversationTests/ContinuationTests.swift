// SPDX-License-Identifier: GPL-3.0-or-later
// Speakers who continue right after their utterance was considered finished.

import JarvisConversation
import JarvisCore
import Testing

struct ContinuationTests {
    private static let question = "set a timer for five minutes"

    /// How far the turn is when the speaker may continue.
    enum Progress: CaseIterable, CustomTestStringConvertible {
        case transcribing, thinking, replying, answered, speaking

        func events(_ turn: TurnID) -> [AssistantEvent] {
            let ended: [AssistantEvent] = [.speechStarted(turn), .speechEnded(turn, .pause)]
            let asked = ended + [.transcribed(turn, transcript(ContinuationTests.question))]
            let replying = asked + [.replyClause(turn, "Done.")]
            switch self {
            case .transcribing: return ended
            case .thinking: return asked
            case .replying: return replying
            case .answered: return replying + [.replyFinished(turn, ReplySummary(skill: "timer"))]
            case .speaking:
                return replying + [.playbackStarted(turn), .heard(turn, HeardPosition(clause: 0, characters: 2))]
            }
        }

        var testDescription: String { "\(self)" }
    }

    private func listening(speaksReplies: Bool = true) -> AssistantState {
        var state = AssistantState(
            turn: TurnID(rawValue: 1),
            policy: ConversationPolicy(detectionMode: .auto, speaksReplies: speaksReplies))
        _ = AssistantReducer.reduce(&state, .started)
        return state
    }

    private func run(_ state: inout AssistantState, _ events: [AssistantEvent]) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func saved(_ effects: [AssistantEffect]) -> [String] {
        effects.compactMap { if case .save(let draft) = $0 { draft.text } else { nil } }
    }

    /// "cancel | the timer", and a beginning that was not understood.
    @Test(arguments: ["cancel", ""])
    func aStopPhraseOrNoiseCanBeContinued(first: String) {
        var state = listening()
        let turn = state.turn.id
        let ended: [AssistantEvent] = [.speechStarted(turn), .speechEnded(turn, .pause)]
        _ = run(&state, ended + [.transcribed(turn, first.isEmpty ? nil : transcript(first))])
        #expect(state.phase == .transcribing && state.turn.id == turn, "its speaker may go on")
        var other = state
        _ = run(&other, [.utteranceSettled(turn)])
        #expect(other.phase.isListening && other.turn.id != turn && other.turn.utterance.openEnd == nil)
        _ = run(&state, [.utteranceContinued(turn)])
        #expect(state.isRecording(by: .voice) && state.turn.utterance.openEnd == nil)
        _ = run(&state, [.speechEnded(turn, .pause), .transcribed(turn, transcript("cancel the timer"))])
        #expect(state.phase == .thinking && state.turn.question?.text == "cancel the timer")
    }

    @Test(arguments: Progress.allCases)
    func continuingDiscardsTheEarlyReply(progress: Progress) {
        var state = listening()
        let turn = state.turn.id
        let before = run(&state, progress.events(turn))
        #expect(saved(before).isEmpty, "nothing is kept while the speaker may go on")
        let effects = run(&state, [.utteranceContinued(turn)])
        #expect(state.isRecording(by: .voice) && state.turn.id == turn)
        #expect(state.turn.question == nil && state.turn.reply.clauses.isEmpty)
        #expect(saved(effects).isEmpty)
        #expect(effects.contains(.cancelAsk(turn)) == (progress != .transcribing))
        #expect(effects.contains(.stopSpeaking(turn)) == [.replying, .answered, .speaking].contains(progress))
        if progress != .transcribing { #expect(state.turn.utterance.partialTranscript == Self.question) }
        let whole = run(
            &state,
            [
                .speechEnded(turn, .pause), .transcribed(turn, transcript("set a timer for five minutes and a half")),
                .utteranceSettled(turn), .replyClause(turn, "Done."),
                .replyFinished(turn, ReplySummary(skill: "timer")),
                .playbackStarted(turn), .playbackFinished(turn),
            ])
        #expect(saved(whole) == ["set a timer for five minutes and a half", "Done."], "each once")
        #expect(state.phase.isListening)
    }

    @Test(arguments: Progress.allCases)
    func aSettledUtteranceIsSavedOnceAndCannotContinue(progress: Progress) {
        var state = listening()
        let turn = state.turn.id
        _ = run(&state, progress.events(turn))
        let phase = state.phase
        let effects = run(&state, [.utteranceSettled(turn), .utteranceSettled(turn), .utteranceContinued(turn)])
        #expect(state.phase == phase, "afterwards nothing is taken back")
        #expect(saved(effects) == (progress == .transcribing ? [] : [Self.question]))
        #expect(effects.contains(.settleAsk(turn)) == (progress != .transcribing))
    }

    @Test func aShownReplyWaitsUntilTheUtteranceIsSettled() {
        var state = listening(speaksReplies: false)
        let turn = state.turn.id
        let early = run(&state, Progress.answered.events(turn))
        #expect(state.phase == .thinking && saved(early).isEmpty)
        let effects = run(&state, [.utteranceSettled(turn)])
        #expect(saved(effects) == [Self.question, "Done."])
        #expect(state.phase.isListening && state.turn.id != turn)
    }

    @Test func anInterruptedReplyIsSavedAfterItsQuestion() {
        var state = listening()
        let effects = run(&state, Progress.speaking.events(state.turn.id) + [.microphoneTapped])
        #expect(saved(effects) == [Self.question, "Do"])
    }

    @Test func aContinuedAnswerIsStillAFollowUp() {
        var state = listening()
        state.expectedFollowUp = .dictation
        let turn = state.turn.id
        _ = run(&state, Progress.thinking.events(turn) + [.utteranceContinued(turn)])
        let effects = run(&state, [.speechEnded(turn, .pause), .transcribed(turn, transcript("buy milk"))])
        let draft = AgentRequestDraft(text: "buy milk", source: .voice, confidence: 0.9, isFollowUp: true, isOpen: true)
        #expect(effects.contains(.ask(draft, turn)))
    }

    @Test func anUtteranceEndedByATapIsFinal() {
        var state = listening()
        let turn = state.turn.id
        let effects = run(
            &state,
            [.microphoneTapped, .speechStarted(turn), .microphoneTapped, .transcribed(turn, transcript("hello"))])
        #expect(saved(effects) == ["hello"])
        let draft = AgentRequestDraft(text: "hello", source: .voice, confidence: 0.9, isFollowUp: false)
        #expect(effects.contains(.ask(draft, turn)))
        _ = run(&state, [.utteranceContinued(turn)])
        #expect(state.phase == .thinking)
    }
}
