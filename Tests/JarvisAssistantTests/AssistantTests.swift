// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct AssistantTests {
    @Test func aSpokenQuestionIsAnsweredAloudAndStored() async {
        let fixture = AssistantFixture(automaticPlayback: true)
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
        fixture.say("what time is it")
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.map(\.text) == ["what time is it", "It is noon."])
        #expect(fixture.history.messages.map(\.kind) == [.user, .assistant])
        #expect(fixture.synthesizer.clauses == ["It is noon."])
        #expect(fixture.log.fields(of: "timing").count == 1)
        let timing = fixture.assistant.recentTurns.first
        #expect(fixture.assistant.recentTurns.count == 1 && timing?.transcript != nil)
        #expect(
            (timing?.transcript ?? .infinity) <= (timing?.firstSound ?? 0), "it was understood before it was answered")
        #expect(fixture.microphone.openCount == 1, "the microphone stays open between turns")
    }

    @Test func aSettingThatChangesBeforeTheStartIsApplied() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk)
        try fixture.settings.update { $0.detectionMode = .auto }
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
    }

    @Test func theUtteranceIncludesThePreRollAndAllSpeech() async {
        let fixture = AssistantFixture()
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
        fixture.say("what time is it")
        await fixture.until { $0.phase == .thinking }
        let samples = fixture.recognizer.sessions.first?.samples ?? []
        #expect(samples.count { $0 == 1000 } == 16_000, "all speech is in it")
        let onset = samples.firstIndex(of: 1000) ?? 0
        #expect(onset >= 16_000 * 3 / 10, "at least 300 ms of pre-roll")
    }

    @Test func anImmediateRecognizerFailureIsReported() async {
        let fixture = AssistantFixture()
        fixture.recognizer.failAtOnce(.modelMissing(path: "/model"))
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
        fixture.microphone.send(seconds: 1, isSpeech: true)
        await fixture.until { $0.phase == .idle && $0.banner != nil }
        #expect(fixture.assistant.state.banner?.message == .recognition(.modelMissing(path: "/model")))
    }

    @Test func pushToTalkClosesTheMicrophoneAfterTheUtterance() async {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.assistant.start()
        #expect(!fixture.microphone.isOpen)
        fixture.assistant.send(.microphoneTapped)
        #expect(fixture.microphone.isOpen)
        fixture.recognizer.hear("what day is it")
        fixture.microphone.send(seconds: 1, isSpeech: true)
        fixture.assistant.send(.microphoneTapped)
        #expect(fixture.assistant.state.phase == .transcribing)
        fixture.microphone.send(seconds: 0.1, isSpeech: false)
        #expect(!fixture.microphone.isOpen)
        await fixture.until { $0.phase == .idle && $0.recent.count == 2 }
        #expect(fixture.history.messages.first?.text == "what day is it")
    }

    @Test func aTapStopsTheReplyAndTheHistoryKeepsTheSpokenPart() async {
        let fixture = AssistantFixture()
        fixture.agent.answer(["It is noon.", "Time for lunch."])
        fixture.assistant.start()
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.player.queued.count == 2 }
        fixture.player.send(.started)
        fixture.player.send(.heard(HeardPosition(clause: 0, characters: 5)))
        await fixture.until { $0.turn.reply.heard.characters == 5 }
        fixture.assistant.send(.microphoneTapped)
        #expect(fixture.player.stopCount == 1)
        await fixture.until { $0.recent.count == 2 }
        #expect(fixture.history.messages.last?.text == "It is")
        #expect(fixture.history.messages.last?.isCut == true)
    }

    @Test func stopInterruptsAReplyEvenIfInterruptionsAreOff() async throws {
        let fixture = AssistantFixture()
        fixture.assistant.start()
        try fixture.settings.update { $0.speech.allowsInterruption = false }
        await fixture.until { !$0.policy.allowsInterruption }
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.player.queued.count == 1 }
        fixture.player.send(.started)
        await fixture.until { $0.phase == .speaking }
        fixture.say("stop")
        await fixture.until { $0.phase.isListening }
        #expect(fixture.player.stopCount == 1)
        #expect(fixture.recognizer.sessions.last?.task == .stopPhrase)
    }

    @Test func speechInterruptsAReplyAndIsAnswered() async {
        let fixture = AssistantFixture()
        fixture.assistant.start()
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.player.queued.count == 1 }
        fixture.player.send(.started)
        fixture.player.send(.heard(HeardPosition(clause: 0, characters: 5)))
        await fixture.until { $0.turn.reply.heard.characters == 5 }
        fixture.microphone.send(seconds: 0.06, isSpeech: true)
        await fixture.until { fixture.player.gain == AssistantReducer.duckedGain }
        fixture.microphone.send(seconds: 0.2, isSpeech: true)
        await fixture.until { $0.isRecording(by: .voice) }
        #expect(fixture.player.stopCount == 1)
        fixture.recognizer.hear("what day is it")
        fixture.microphone.send(seconds: 1, isSpeech: true)
        fixture.microphone.send(seconds: 2, isSpeech: false)
        await fixture.until { $0.turn.question?.text == "what day is it" }
        await fixture.until { fixture.history.messages.count == 3 }
        #expect(fixture.history.messages.map(\.text) == ["what time is it", "It is", "what day is it"])
        #expect(fixture.history.messages.map(\.isCut) == [false, true, false])
    }

    @Test func stoppingAReplyDiscardsSynthesisMadeAhead() async {
        let fixture = AssistantFixture()
        fixture.assistant.start()
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.player.queued.count == 1 }
        fixture.player.send(.started)
        await fixture.until { $0.phase == .speaking }
        #expect(fixture.synthesizer.forgetCount == 0)
        fixture.assistant.send(.microphoneTapped)
        #expect(fixture.synthesizer.forgetCount == 1)
        fixture.assistant.send(.cancelRequested)
        #expect(fixture.synthesizer.forgetCount == 1, "nothing was made since")
    }

    @Test func aReplyResumesAfterAnInterruptionByNoise() async {
        let fixture = AssistantFixture()
        fixture.agent.answer(["It is noon.", "Time for lunch."])
        fixture.assistant.start()
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.player.queued.count == 2 }
        fixture.player.send(.started)
        fixture.player.send(.heard(HeardPosition(clause: 1, characters: 4)))
        await fixture.until { $0.turn.reply.heard.clause == 1 }
        fixture.microphone.send(seconds: 0.4, isSpeech: true)
        await fixture.until { $0.isRecording(by: .voice) }
        #expect(fixture.player.stopCount == 1)
        fixture.recognizer.answer(.final(nil))
        fixture.microphone.send(seconds: 2, isSpeech: false)
        await fixture.until { fixture.player.isFinished && fixture.player.beginCount == 2 }
        #expect(fixture.player.queued.keys.sorted() == [1], "the clause that was being heard")
        #expect(fixture.synthesizer.clauses == ["It is noon.", "Time for lunch.", "Time for lunch."])
        fixture.player.send(.started)
        fixture.player.send(.finished)
        await fixture.until { $0.phase.isListening && $0.recent.count == 2 }
        #expect(fixture.history.messages.map(\.text) == ["what time is it", "It is noon. Time for lunch."])
        #expect(fixture.history.messages.allSatisfy { !$0.isCut })
        let turns = fixture.history.messages.map(\.turn)
        #expect(Set(turns).count == 1, "question and answer belong together")
    }

    @Test func aCoughBrieflySoftensTheReply() async {
        let fixture = AssistantFixture()
        fixture.assistant.start()
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.player.queued.count == 1 }
        fixture.player.send(.started)
        await fixture.until { $0.phase == .speaking }
        fixture.microphone.send(seconds: 0.08, isSpeech: true)
        await fixture.until { fixture.player.gain == AssistantReducer.duckedGain }
        fixture.microphone.send(seconds: 0.5, isSpeech: false)
        await fixture.until { fixture.player.gain == 1 }
        #expect(fixture.assistant.state.phase == .speaking && fixture.player.stopCount == 0)
    }

    @Test func soundSettingsReachTheMicrophoneAtOnce() async throws {
        let fixture = AssistantFixture()
        fixture.assistant.start()
        try fixture.settings.update { $0.speech.suppressesNoise = false }
        await fixture.until { !fixture.microphone.processing.suppressesNoise }
        #expect(fixture.microphone.processing.cancelsEcho)
    }

    @Test func aSilentAgentTimesOutAndCanBeRetried() async {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.agent.setSilent(true)
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.clock.sleeperCount == 1 }
        fixture.clock.advance(by: AssistantReducer.Watchdog.thinking)
        await fixture.until { $0.phase == .idle }
        #expect(fixture.assistant.state.banner?.action == .retry)
        fixture.agent.setSilent(false)
        fixture.assistant.send(.retryRequested)
        await fixture.until { fixture.player.queued.count == 1 }
    }

    /// After suspend, the engines get their full time again before they are reported as unresponsive.
    @Test func theWatchdogWaitsAgainAfterSuspend() async {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.agent.setSilent(true)
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.clock.sleeperCount == 1 }
        fixture.clock.advance(by: AssistantReducer.Watchdog.thinking * 10)
        await fixture.until { fixture.clock.sleeperCount == 1 }
        #expect(fixture.assistant.state.phase == .thinking && fixture.assistant.state.banner == nil)
        fixture.clock.advance(by: AssistantReducer.Watchdog.thinking)
        await fixture.until { $0.phase == .idle }
    }

    @Test func bannersExpire() async {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.assistant.send(.noticed(.notice(.historyDamaged(lineCount: 2, quarantine: nil))))
        let lifetime = fixture.assistant.state.banner.map { Banner.lifetime(of: "\($0.message)") } ?? .zero
        await fixture.until { fixture.clock.sleeperCount == 1 }
        fixture.clock.advance(by: lifetime)
        await fixture.until { $0.banner == nil }
    }

    @Test func anUnwritableHistoryIsReportedAndTheTurnContinues() async {
        let fixture = AssistantFixture(mode: .pushToTalk, automaticPlayback: true)
        fixture.history.fail(with: .diskFull(path: "/data"))
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { $0.recent.count == 2 && $0.banner != nil }
        #expect(fixture.assistant.state.recent.map(\.text) == ["what time is it", "It is noon."])
    }

    @Test func aReplyIsShownWhenSynthesisFails() async {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.synthesizer.fail(with: .voiceMissing("xx"))
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { $0.phase == .idle && $0.recent.count == 2 }
        #expect(fixture.assistant.state.banner?.message == .synthesis(.voiceMissing("xx")))
    }

    @Test func switchingToAutoStartsListening() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.assistant.start()
        try fixture.settings.update { $0.detectionMode = .auto }
        await fixture.until { $0.phase.isListening }
        #expect(fixture.microphone.isOpen)
    }

    @Test func deletedMessagesLeaveTheConversation() async throws {
        let fixture = AssistantFixture(automaticPlayback: true)
        for text in ["first", "second"] {
            _ = try await fixture.history.append(
                MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: text, source: .typed))
        }
        let messages = fixture.history.messages
        fixture.assistant.start()
        await fixture.until { $0.recent == messages }
        try await fixture.history.delete([messages[0].id])
        await fixture.until { $0.recent.map(\.text) == ["second"] }
        try await fixture.history.deleteAll()
        await fixture.until { $0.recent.isEmpty }
        try await fixture.history.restore(messages)
        await fixture.until { $0.recent == messages }
    }

    @Test func unsavedMessagesSurviveAReplacedHistory() async throws {
        let fixture = AssistantFixture(automaticPlayback: true)
        let history = fixture.history
        let draft = MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: "kept", source: .typed)
        let messages = [try await history.append(draft)]
        fixture.assistant.start()
        await fixture.until { $0.recent == messages }
        var refused = draft
        refused.text = "refused"
        let unsaved = Message(unsaved: refused, createdAt: fixture.wallClock.now())
        fixture.assistant.send(.saveFailed(unsaved, .diskFull(path: "/history")))
        var other = draft
        other.text = "of another program"
        let news = Message(
            id: MessageID(rawValue: "2"), createdAt: unsaved.createdAt.advanced(by: .seconds(1)), draft: other)
        history.replace(with: messages + [news])
        await fixture.until { $0.recent.count == 3 }
        #expect(fixture.assistant.state.recent.map(\.text) == ["kept", "refused", "of another program"])
    }

    @Test func messagesDeletedDuringLoadingLeaveTheConversation() async throws {
        let fixture = AssistantFixture(automaticPlayback: true)
        let history = fixture.history
        for text in ["first", "second"] {
            _ = try await history.append(
                MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: text, source: .typed))
        }
        history.holdPages()
        fixture.assistant.start()
        await fixture.until { history.heldPageCount > 0 }
        try await history.delete([history.messages[0].id])
        history.releasePages()
        await fixture.until { $0.recent.map(\.text) == ["second"] }
        #expect(fixture.assistant.state.recent.map(\.text) == ["second"])
    }
}
