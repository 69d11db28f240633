// SPDX-License-Identifier: GPL-3.0-or-later
// The wake word in the reducer: what it starts, when it is needed again, and when it is ignored.

import JarvisConversation
import JarvisCore
import Testing

struct WakeWordTests {
    private static let policy = ConversationPolicy(detectionMode: .auto, speaksReplies: true, wakePhrase: "jarvis")

    private func waiting() -> AssistantState {
        var state = AssistantState(turn: TurnID(rawValue: 1), policy: Self.policy)
        _ = AssistantReducer.reduce(&state, .started)
        return state
    }

    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func speaking(_ reply: String, heard characters: Int) -> AssistantState {
        var state = waiting()
        _ = run(&state, .textSubmitted("who are you", .typed))
        let turn = state.turn.id
        _ = run(
            &state, .replyClause(turn, reply), .playbackStarted(turn),
            .heard(turn, HeardPosition(clause: 0, characters: characters)))
        return state
    }

    @Test func listeningWaitsOnlyForTheWakeWord() {
        var state = AssistantState(turn: TurnID(rawValue: 1), policy: Self.policy)
        let effects = run(&state, .started)
        #expect(effects == [.listen(.wakeWord, state.turn.id, task: .command)])
        #expect(state.phase == .listening(for: .wakeWord))
        #expect(run(&state, .speechStarted(state.turn.id)).isEmpty)
        #expect(state.phase.isListening)
    }

    @Test func theWakeWordOpensAWakeWindowInTheSameTurn() {
        var state = waiting()
        let turn = state.turn.id
        let effects = run(&state, .wakeWordHeard(turn))
        #expect(
            effects == [
                .feedback(.wakeWordHeard), .listen(.untilSpeechEnds, turn, task: .command),
                .startTimer(.wakeWindow(turn), AssistantReducer.WakeWindow.called),
            ])
        #expect(state.phase == .listening(for: .speech))
        _ = run(&state, .speechStarted(turn))
        #expect(state.isRecording(by: .voice))
        #expect(run(&state, .timerEnded(.wakeWindow(turn))).isEmpty, "who speaks is not cut off")
    }

    @Test func afterSilenceTheWakeWordIsNeededAgain() {
        var state = waiting()
        let turn = state.turn.id
        _ = run(&state, .wakeWordHeard(turn))
        #expect(run(&state, .timerEnded(.wakeWindow(turn))) == [.listen(.wakeWord, turn, task: .command)])
        #expect(state.phase == .listening(for: .wakeWord))
        #expect(run(&state, .timerEnded(.wakeWindow(turn))).isEmpty)
    }

    @Test func aFollowUpNeedsNoWakeWord() {
        var state = speaking("It is noon.", heard: 11)
        let effects = run(
            &state, .replyFinished(state.turn.id, ReplySummary(skill: "time")), .playbackFinished(state.turn.id))
        #expect(effects.contains(.listen(.untilSpeechEnds, state.turn.id, task: .command)))
        #expect(effects.contains(.startTimer(.wakeWindow(state.turn.id), AssistantReducer.WakeWindow.followUp)))
        #expect(state.phase == .listening(for: .speech))
    }

    @Test func afterAnUnintelligibleUtteranceTheWakeWordIsNeeded() {
        var state = waiting()
        _ = run(
            &state, .wakeWordHeard(state.turn.id), .speechStarted(state.turn.id), .speechEnded(state.turn.id, .pause))
        _ = run(&state, .transcribed(state.turn.id, nil), .utteranceSettled(state.turn.id))
        #expect(state.phase == .listening(for: .wakeWord))
    }

    @Test func theWakeWordInterruptsAReply() {
        var state = speaking("It is noon and the sun is shining.", heard: 5)
        let turn = state.turn.id
        let effects = run(&state, .wakeWordHeard(turn))
        #expect(effects.first == .stopSpeaking(turn))
        #expect(effects.contains(.listen(.untilSpeechEnds, turn.next, task: .command)))
        #expect(state.phase == .listening(for: .speech))
    }

    @Test func itsOwnNameInAReplyIsIgnored() {
        var state = speaking("My name is Jarvis. I work on this computer.", heard: 18)
        let before = state
        let effects = run(&state, .wakeWordHeard(state.turn.id))
        #expect(effects == [.listen(.stopPhrases, state.turn.id, task: .stopPhrase)], "the search goes on")
        #expect(state == before)
    }

    @Test func theWakeWordIsIgnoredWhileMuted() {
        var state = waiting()
        _ = run(&state, .setMuted(true))
        let effects = run(&state, .wakeWordHeard(state.turn.id))
        #expect(effects == [.listen(.wakeWord, state.turn.id, task: .command)])
        #expect(state.phase == .listening(for: .wakeWord))
    }

    @Test func changingTheWakeWordSettingTakesEffectAtOnce() {
        var state = waiting()
        #expect(
            run(&state, .policyChanged(ConversationPolicy())) == [
                .listen(.untilSpeechEnds, state.turn.id, task: .command)
            ])
        #expect(state.phase != .listening(for: .wakeWord))
        #expect(run(&state, .policyChanged(Self.policy)) == [.listen(.wakeWord, state.turn.id, task: .command)])
        #expect(state.phase == .listening(for: .wakeWord))
    }

    @Test func aTapNeedsNoWakeWord() {
        var state = waiting()
        _ = run(&state, .microphoneTapped)
        #expect(state.isRecording(by: .tap))
    }

    @Test(arguments: Situation.allCases) func theWakeWordIsIgnoredWhenTurnedOff(situation: Situation) {
        var state = situation.state(.auto)
        let before = state
        #expect(run(&state, .wakeWordHeard(state.turn.id)).isEmpty)
        _ = run(&state, .timerEnded(.wakeWindow(state.turn.id)))
        #expect(state.phase == before.phase && state.phase != .listening(for: .wakeWord))
    }

    @Test(arguments: [
        ("My name is Jarvis.", 17, true), ("My name is Jarvis.", 4, true), ("It is noon.", 11, false),
        ("Jarvis here. " + String(repeating: "And much more to say about this. ", count: 4), 120, false),
        ("You said \"hey, Jarvis\" to me.", 22, true), ("Hey there, Travis.", 18, false),
    ])
    func theWakeWordInAReplyIsRecognizedAsOwnSpeech(text: String, characters: Int, isOwn: Bool) {
        let position = HeardPosition(clause: 0, characters: characters)
        #expect(OwnWords.mention("jarvis", in: [text], near: position) == isOwn)
    }
}
