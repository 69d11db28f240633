// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that span several events.

import JarvisConversation
import JarvisCore
import Testing

struct ReducerRuleTests {
    private func run(_ state: inout AssistantState, _ events: AssistantEvent...) -> [AssistantEffect] {
        events.flatMap { AssistantReducer.reduce(&state, $0) }
    }

    @Test func twentyRapidTapsNeverRecordTwice() {
        var state = Situation.idle.state(.pushToTalk)
        var open = 0
        for _ in 0..<20 {
            for effect in AssistantReducer.reduce(&state, .microphoneTapped) {
                if case .listen = effect { open += 1 }
                if case .finishUtterance = effect { open -= 1 }
                #expect((0...1).contains(open))
            }
        }
        #expect(state.phase == .transcribing)
    }

    @Test func fiftyHoldsWithoutSpeechEndListeningWithoutAnError() {
        var state = Situation.listening.state(.auto)
        for _ in 0..<50 {
            _ = run(&state, .holdBegan, .holdBegan, .holdEnded, .holdEnded)
            #expect(state.phase.isListening)
        }
        #expect(state.banner == nil)
    }

    @Test func heldSpeechIsTranscribedOnRelease() {
        var state = Situation.held.state(.auto)
        let effects = run(&state, .speechStarted(state.turn.id), .speechEnded(state.turn.id, .pause), .holdEnded)
        #expect(state.phase == .transcribing)
        #expect(effects.contains(.finishUtterance(state.turn.id)))
    }

    @Test func interruptionKeepsOnlyWhatWasHeard() {
        var state = Situation.thinking.state(.auto)
        let turn = state.turn.id
        _ = run(
            &state, .replyClause(turn, "It is noon."), .replyClause(turn, "Time for lunch."), .playbackStarted(turn),
            .heard(turn, HeardPosition(clause: 1, characters: 4)))
        let effects = run(&state, .microphoneTapped)
        #expect(effects.first == .stopSpeaking(turn))
        let draft = MessageDraft(
            turn: turn, kind: .assistant, text: "It is noon. Time", source: .system, isCut: true)
        #expect(effects.contains(.save(draft)))
        #expect(effects.contains(.cancelAsk(turn)), "the agent is still writing")
        #expect(state.phase.isListening && state.turn.id == turn.next)
    }

    @Test func aReplyHeardToTheEndIsSavedWhole() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        let effects = run(&state, .replyFinished(turn, ReplySummary(skill: "time")), .playbackFinished(turn))
        let draft = MessageDraft(turn: turn, kind: .assistant, text: "It is noon.", source: .system, skill: "time")
        #expect(effects.contains(.finishSpeaking(turn)))
        #expect(effects.contains(.save(draft)))
    }

    @Test func aSilentReplyIsSavedAtOnce() {
        var state = Situation.thinking.state(.auto)
        state.policy.speaksReplies = false
        let turn = state.turn.id
        let effects = run(&state, .replyClause(turn, "It is noon."), .replyFinished(turn, ReplySummary(skill: "time")))
        #expect(!effects.contains(.speak("It is noon.", clause: 0, turn)))
        #expect(state.phase.isListening)
        let draft = MessageDraft(turn: turn, kind: .assistant, text: "It is noon.", source: .system, skill: "time")
        #expect(effects.contains(.save(draft)))
    }

    @Test func turningSpeechOffLetsTheCurrentClauseFinish() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        let silent = ConversationPolicy(detectionMode: .auto, speaksReplies: false)
        let effects = run(
            &state, .policyChanged(silent), .replyClause(turn, "Enjoy."),
            .replyFinished(turn, ReplySummary(skill: "time")))
        #expect(effects.contains(.finishSpeaking(turn)))
        #expect(!effects.contains(.speak("Enjoy.", clause: 1, turn)))
        #expect(state.phase == .speaking)
    }

    @Test func goodbyeEndsTheConversation() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        let effects = run(
            &state, .replyFinished(turn, ReplySummary(skill: "goodbye", followUp: .endConversation)),
            .playbackFinished(turn))
        #expect(state.phase == .idle)
        #expect(effects.contains(.closeMicrophone))
    }

    @Test func aDictationFollowUpListensForDictation() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        let effects = run(
            &state, .replyFinished(turn, ReplySummary(skill: "notes", followUp: .dictation)), .playbackFinished(turn))
        #expect(effects.contains(.listen(.untilSpeechEnds, turn.next, task: .dictation)))
        let answer = run(
            &state, .speechStarted(turn.next), .speechEnded(turn.next, .pause),
            .transcribed(turn.next, transcript("buy milk")))
        let draft = AgentRequestDraft(
            text: "buy milk", source: .voice, confidence: 0.9, isFollowUp: true, isOpen: true)
        #expect(answer.contains(.ask(draft, turn.next)))
    }

    @Test func retryingAFailedAnswerDoesNotSaveTheQuestionAgain() {
        var state = Situation.thinking.state(.auto)
        _ = run(&state, .replyFailed(state.turn.id, .timedOut))
        #expect(state.banner?.action == .retry)
        let effects = run(&state, .retryRequested)
        #expect(state.phase == .thinking)
        #expect(state.turn.question?.text == "what time is it" && state.turn.question?.source == .typed)
        #expect(!effects.contains { if case .save = $0 { true } else { false } })
    }

    @Test func aRegeneratedAnswerIsSavedBesideTheFirst() {
        let first = MessageID(rawValue: "01A")
        var state = Situation.listening.state(.auto)
        let asked = run(&state, .regenerationRequested("what time is it", .typed, of: first))
        #expect(state.phase == .thinking && state.turn.question?.text == "what time is it")
        #expect(!asked.contains { if case .save = $0 { true } else { false } })
        let turn = state.turn.id
        let effects = run(
            &state, .replyClause(turn, "It is noon."), .playbackStarted(turn),
            .replyFinished(turn, ReplySummary(skill: "time")), .playbackFinished(turn))
        let draft = MessageDraft(
            turn: turn, kind: .assistant, text: "It is noon.", source: .system, skill: "time", regenerates: first)
        #expect(effects.contains(.save(draft)))
        #expect(state.turn.question?.regenerates == nil, "the next answer stands for itself")
    }

    @Test func aFailedRegenerationCanBeRetried() {
        let first = MessageID(rawValue: "01A")
        var state = Situation.listening.state(.auto)
        _ = run(&state, .regenerationRequested("what time is it", .typed, of: first))
        _ = run(&state, .replyFailed(state.turn.id, .timedOut))
        #expect(state.turn.question?.regenerates == nil)
        _ = run(&state, .retryRequested)
        #expect(state.phase == .thinking && state.turn.question?.regenerates == first)
    }

    @Test func listeningResumesWhenTheMicrophoneRecovers() {
        var state = Situation.listening.state(.auto)
        let lost = run(&state, .microphoneFailed(.serverUnavailable(reason: "gone")))
        #expect(state.phase == .idle && state.banner != nil)
        #expect(!lost.contains(.closeMicrophone), "an open microphone reconnects by itself")
        _ = run(&state, .microphoneRecovered)
        #expect(state.phase.isListening && state.banner == nil)
    }

    @Test func pressingWithoutAMicrophoneShowsABannerEachTime() {
        for intent in [AssistantEvent.microphoneTapped, .holdBegan] {
            var state = Situation.listening.state(.auto)
            _ = run(&state, .microphoneFailed(.serverUnavailable(reason: "gone")))
            if let banner = state.banner { _ = run(&state, .bannerDismissed(banner.id)) }
            let effects = run(&state, intent)
            #expect(state.phase == .idle && state.banner?.action == .openSettings)
            #expect(!effects.contains { if case .listen = $0 { true } else { false } })
            _ = run(&state, .microphoneRecovered)
            #expect(state.phase.isListening)
        }
    }

    @Test func speechHeardBeforeTheMicrophoneFailedIsTranscribed() {
        var state = Situation.recordingByVoice.state(.auto)
        let effects = run(&state, .microphoneFailed(.streamFailed(reason: "unplugged")))
        #expect(effects.contains(.finishUtterance(state.turn.id)))
        #expect(state.phase == .transcribing)
    }

    @Test func theMicrophoneIsClosedWheneverNoStateNeedsIt() {
        for situation in Situation.allCases {
            var state = situation.state(.auto)
            _ = run(&state, .stopped)
            #expect(!state.microphone.isOpen)
            state = situation == .listening || situation == .recordingByVoice ? state : situation.state(.pushToTalk)
            if situation == .transcribing || situation == .thinking || situation == .speaking {
                #expect(!state.microphone.isOpen, "\(situation) in push-to-talk")
            }
        }
    }

    @Test func mutingIsIdempotent() {
        var state = Situation.listening.state(.auto)
        #expect(run(&state, .setMuted(true), .setMuted(true)) == [.setMicrophoneMuted(true)])
    }

    @Test func announcementsWaitForAGap() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        _ = run(&state, .announcement("Tea is ready.", kind: .reminder))
        #expect(state.phase == .speaking && state.turn.id == turn)
        let effects = run(&state, .replyFinished(turn, ReplySummary(skill: "time")), .playbackFinished(turn))
        #expect(effects.contains(.ring(turn.next)))
        #expect(effects.contains(.speak("Tea is ready.", clause: 0, turn.next)))
    }

    @Test func onlyTheLastWaitingVoicePreviewIsKept() {
        var state = Situation.speaking.state(.auto)
        _ = run(
            &state, .announcement("Tea is ready.", kind: .reminder), .announcement("Slow.", kind: nil),
            .announcement("Slower.", kind: nil))
        #expect(state.pendingAnnouncements.map(\.text) == ["Tea is ready.", "Slower."])
    }

    @Test func aVoicePreviewDoesNotSilenceWhatIsDue() {
        var state = Situation.listening.state(.auto)
        _ = run(&state, .announcement("Tea is ready.", kind: .reminder))
        let turn = state.turn.id
        let effects = run(&state, .announcement("Slow.", kind: nil))
        #expect(effects.isEmpty && state.turn.id == turn)
        #expect(state.pendingAnnouncements.map(\.text) == ["Slow."])
    }

    @Test func aReplyIsShownAndSavedDespiteABrokenSpeaker() {
        var state = Situation.thinking.state(.auto)
        let turn = state.turn.id
        let effects = run(
            &state, .replyClause(turn, "It is noon."), .playbackFailed(turn, .noDevice(.output)),
            .replyClause(turn, "Enjoy."), .replyFinished(turn, ReplySummary(skill: "time")))
        let draft = MessageDraft(
            turn: turn, kind: .assistant, text: "It is noon. Enjoy.", source: .system, skill: "time")
        #expect(effects.contains(.save(draft)))
        #expect(!effects.contains(.speak("Enjoy.", clause: 1, turn)))
        #expect(state.phase.isListening && state.banner != nil)
    }

    @Test func recentMessagesCoverThreeTurns() {
        var state = Situation.idle.state(.auto)
        for number in 1...5 as ClosedRange<UInt64> {
            for kind in [MessageKind.user, .assistant] {
                let draft = MessageDraft(turn: TurnID(rawValue: number), kind: kind, text: "\(number)", source: .voice)
                let id = MessageID(rawValue: "\(number)\(kind)")
                _ = run(
                    &state, .messageSaved(Message(id: id, createdAt: Timestamp(secondsSinceEpoch: 0), draft: draft)))
            }
        }
        #expect(state.recent.map(\.turn.rawValue) == [3, 3, 4, 4, 5, 5])
    }

    @Test func aLongBannerStaysLongEnoughToRead() throws {
        let text =
            "The disk is full, so /data/history couldn't be written. Free some space. Nothing is saved until then."
        // At 200 words a minute, and with a second to find it.
        let words = text.split(separator: " ").count
        #expect(Banner.lifetime(of: text) >= .seconds(1) + .milliseconds(words * 300))
        #expect(Banner.lifetime(of: "Saved.") == .seconds(4))
    }

    @Test func aHeldBannerDoesNotExpire() throws {
        var state = Situation.idle.state(.auto)
        _ = run(&state, .noticed(.notice(.historyDamaged(lineCount: 2, quarantine: nil))))
        let banner = try #require(state.banner)
        let id = banner.id
        #expect(run(&state, .bannerHeld(id, true), .bannerHeld(id, true)).isEmpty)
        #expect(run(&state, .timerEnded(.banner(id))) == [.startBannerTimer(id, banner.message)])
        #expect(state.banner != nil)
        #expect(run(&state, .bannerHeld(id, false)) == [.startBannerTimer(id, banner.message)])
        _ = run(&state, .timerEnded(.banner(id)))
        #expect(state.banner == nil)
        #expect(run(&state, .bannerHeld(id, true)).isEmpty, "it is gone")
    }
}
