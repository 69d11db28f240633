// SPDX-License-Identifier: GPL-3.0-or-later
// An utterance whose recognition failed is kept, retried and finally forgotten.

import JarvisConversation
import JarvisCore
import Testing

struct UtteranceRetryTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func timeOut(_ state: inout AssistantState) -> [AssistantEffect] {
        run(&state, .timerEnded(.watchdog(state.turn.id, .transcribing)))
    }

    @Test func anOverdueRecognitionIsAbandonedAndItsUtteranceKept() {
        var state = Situation.transcribing.state(.auto)
        let turn = state.turn.id
        let effects = timeOut(&state)
        #expect(effects.contains(.keepUtterance(turn)) && !effects.contains(.discardUtterance(turn)))
        #expect(state.banner?.action == .retry && state.banner?.severity == .error)
        #expect(state.banner?.message == .recognitionOverdue)
        #expect(state.phase.isListening, "no one has to wait for it")
        #expect(effects.contains { if case .listen(.untilSpeechEnds, _, _) = $0 { true } else { false } })
        let late = run(&state, .transcribed(turn, transcript("what time is it")))
        #expect(late.isEmpty && state.phase.isListening)
    }

    @Test(arguments: [DetectionMode.auto, .pushToTalk])
    func retryRecognizesTheUtteranceAgain(mode: DetectionMode) {
        var state = Situation.transcribing.state(mode)
        _ = timeOut(&state)
        let effects = run(&state, .retryRequested)
        let turn = state.turn.id
        #expect(effects.contains(.recognizeAgain(turn, task: .command)))
        #expect(state.phase == .transcribing && state.banner == nil)
        let watchdog = AssistantReducer.Watchdog.transcribing
        #expect(effects.contains(.startTimer(.watchdog(turn, .transcribing), watchdog)))
        let asked = run(&state, .transcribed(turn, transcript("what time is it")))
        #expect(state.phase == .thinking && state.turn.question?.text == "what time is it")
        #expect(asked.contains { if case .save(let draft) = $0 { draft.source == .voice } else { false } })
        _ = run(&state, .retryRequested)
        #expect(state.turn.id == turn, "there is nothing left to try again")
    }

    @Test func aSecondFailureKeepsTheUtteranceAgain() {
        var state = Situation.transcribing.state(.auto)
        _ = timeOut(&state)
        _ = run(&state, .retryRequested)
        let turn = state.turn.id
        let effects = timeOut(&state)
        #expect(effects.contains(.keepUtterance(turn)) && state.banner?.action == .retry)
        #expect(run(&state, .retryRequested).contains(.recognizeAgain(state.turn.id, task: .command)))
    }

    @Test func aRetryThatUnderstandsNothingShowsANotice() {
        var state = Situation.recordingByVoice.state(.auto)
        _ = run(&state, .speechEnded(state.turn.id, .pause))
        _ = timeOut(&state)
        _ = run(&state, .retryRequested, .transcribed(state.turn.id.next, nil))
        #expect(state.banner?.severity == .notice && state.phase.isListening)
    }

    @Test func aRetriedDictationStaysADictation() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        _ = run(
            &state, .replyFinished(turn, ReplySummary(skill: "notes", followUp: .dictation)), .playbackFinished(turn),
            .speechStarted(turn.next), .speechEnded(turn.next, .pause))
        _ = timeOut(&state)
        let again = run(&state, .retryRequested)
        #expect(again.contains(.recognizeAgain(state.turn.id, task: .dictation)))
        #expect(
            again.contains(.startTimer(.question, FollowUp.answerLifetime)), "an answer is not waited for without end")
        let effects = run(&state, .transcribed(state.turn.id, transcript("buy milk")))
        let draft = AgentRequestDraft(text: "buy milk", source: .voice, confidence: 0.9, isFollowUp: true)
        #expect(effects.contains(.ask(draft, state.turn.id)))
    }

    @Test func transientFailuresOfferARetryAndAMissingModelDoesNot() {
        for failure in [
            RecognitionFailure.engineFailed(reason: "full"),
            .serverFailed(ServerFailure(server: "box:1", kind: .closedEarly)),
        ] {
            var state = Situation.transcribing.state(.auto)
            let turn = state.turn.id
            #expect(run(&state, .recognitionFailed(turn, failure)).contains(.keepUtterance(turn)))
            #expect(state.banner?.action == .retry && state.phase == .idle)
        }
        var state = Situation.transcribing.state(.auto)
        let turn = state.turn.id
        let effects = run(&state, .recognitionFailed(turn, .modelMissing(path: "/m")))
        #expect(effects.contains(.discardUtterance(turn)) && state.banner?.action == nil)
    }

    @Test(arguments: [Situation.recordingByVoice, .held])
    func aFailureDuringSpeechKeepsTheWholeUtteranceForRetry(situation: Situation) {
        var state = situation.state(.auto)
        let (turn, phase) = (state.turn.id, state.phase)
        _ = run(&state, .speechStarted(turn))
        let effects = run(&state, .recognitionFailed(turn, .engineFailed(reason: "full")))
        #expect(effects.isEmpty && state.phase == phase && state.banner == nil, "what is said is still taken in")
        let ends: [AssistantEvent] =
            phase == .held ? [.holdEnded] : [.speechEnded(turn, .pause), .utteranceSettled(turn)]
        let end = ends.flatMap { run(&state, $0) }
        #expect(end.contains(.keepUtterance(turn)) && !end.contains(.discardUtterance(turn)))
        #expect(state.banner?.action == .retry && state.phase == .idle)
        #expect(run(&state, .retryRequested).contains(.recognizeAgain(state.turn.id, task: .command)))
        #expect(state.turn.utterance.failure == nil, "another turn, another try")
    }

    @Test func speechContinuedAfterAFailureClearsTheFailure() {
        var state = Situation.recordingByVoice.state(.auto)
        let turn = state.turn.id
        _ = run(
            &state, .recognitionFailed(turn, .engineFailed(reason: "full")), .speechEnded(turn, .pause),
            .utteranceContinued(turn))
        #expect(state.isRecording(by: .voice) && state.turn.utterance.failure == nil && state.banner == nil)
        _ = run(&state, .speechEnded(turn, .pause), .transcribed(turn, transcript("what time is it")))
        #expect(state.phase == .thinking)
    }

    @Test func aMicrophoneFailureKeepsTheFailedUtteranceForRetry() {
        var state = Situation.recordingByVoice.state(.auto)
        let turn = state.turn.id
        let effects = run(
            &state, .recognitionFailed(turn, .engineFailed(reason: "full")),
            .microphoneFailed(.streamFailed(reason: "gone")))
        #expect(effects.contains(.keepUtterance(turn)) && state.banner?.action == .retry)
        #expect(state.phase == .idle && state.microphone.resumesListening)
    }

    @Test func theHoldWatchdogReportsSilenceOrOffersARetry() {
        var state = Situation.held.state(.auto)
        _ = run(&state, .timerEnded(.watchdog(state.turn.id, .held)))
        #expect(state.banner?.message == .silentHold)
        var failing = Situation.held.state(.auto)
        let turn = failing.turn.id
        _ = run(&failing, .speechStarted(turn), .recognitionFailed(turn, .engineFailed(reason: "full")))
        _ = run(&failing, .timerEnded(.watchdog(turn, .held)))
        #expect(failing.banner?.action == .retry)
    }

    @Test func aFullHoldOfSilenceIsReported() {
        var state = Situation.held.state(.auto)
        let turn = state.turn.id
        state.turn.utterance.hasHeardSpeech = false
        let effects = run(&state, .speechEnded(turn, .limit))
        #expect(effects.contains(.discardUtterance(turn)))
        #expect(state.banner?.message == .silentHold)
        #expect(state.phase.isListening)
    }

    @Test func aNewRequestOrADismissalForgetsTheUtterance() throws {
        for number in 0..<5 {
            var state = Situation.transcribing.state(.auto)
            _ = timeOut(&state)
            let banner = try #require(state.banner?.id)
            let effects =
                switch number {
                case 0: run(&state, .textSubmitted("what time is it", .typed))
                case 1:
                    run(
                        &state, .speechStarted(state.turn.id), .transcribed(state.turn.id, transcript("what day is it"))
                    )
                case 2: run(&state, .cancelRequested)
                case 3: run(&state, .bannerDismissed(banner))
                default: run(&state, .stopped)
                }
            #expect(effects.contains(.forgetUtterance), "\(number)")
            #expect(!run(&state, .retryRequested).contains { if case .recognizeAgain = $0 { true } else { false } })
        }
    }

    @Test func mutingAndAnExpiredBannerKeepTheUtterance() throws {
        var state = Situation.transcribing.state(.auto)
        _ = timeOut(&state)
        let banner = try #require(state.banner?.id)
        #expect(!run(&state, .setMuted(true), .timerEnded(.banner(banner))).contains(.forgetUtterance))
        #expect(state.retry == .utterance(.command))
    }
}
