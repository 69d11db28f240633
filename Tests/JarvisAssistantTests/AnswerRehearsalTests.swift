// SPDX-License-Identifier: GPL-3.0-or-later
// Answers are prepared before the utterance ends, and an unwanted one is never heard.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct AnswerRehearsalTests {
    private let fixture = AssistantFixture()
    private let question = "what time is it"

    init() {
        fixture.agent.setPreparesAnswers(true)
        fixture.assistant.start()
    }

    /// Speaks up to a pause in which the recognizer has this result.
    private func pause(after text: String, _ completeness: UtteranceCompleteness = .complete) async {
        await fixture.until { self.fixture.microphone.isOpen }
        fixture.microphone.send(seconds: 0.5, isSpeech: false)
        fixture.microphone.send(seconds: 1, isSpeech: true)
        fixture.microphone.send(seconds: 0.12, isSpeech: false)
        fixture.recognizer.send(.partial(PartialTranscript(text: text, completeness: completeness, result: text)))
    }

    @Test func theAnswerIsPreparedButNotGivenBeforeTheEnd() async {
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        #expect(fixture.agent.requests.map(\.text) == [question])
        #expect(fixture.agent.requests[0].settlement.isSettled == false)
        #expect(fixture.assistant.state.phase.isRecording)
        #expect(fixture.assistant.state.turn.reply.clauses.isEmpty)
        #expect(fixture.player.beginCount == 0, "nothing is heard")
    }

    @Test func aPreparedAnswerIsUsedWithoutAskingAgain() async {
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        fixture.recognizer.hear(question)
        fixture.microphone.send(seconds: 0.5, isSpeech: false)
        await fixture.until { !self.fixture.player.queued.isEmpty && self.fixture.player.isFinished }
        #expect(fixture.agent.requests.count == 1)
        #expect(fixture.synthesizer.clauses == ["It is noon."], "synthesized once")
        #expect(fixture.assistant.state.turn.reply.clauses == ["It is noon."])
        #expect(fixture.player.beginCount == 1)
        await fixture.until { self.fixture.agent.requests[0].settlement.isSettled || !self.fixture.sendSilence() }
    }

    @Test func laterAnswersArePreparedToo() async {
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        fixture.recognizer.hear(question)
        fixture.microphone.send(seconds: 0.5, isSpeech: false)
        await fixture.until { self.fixture.player.isFinished }
        fixture.player.send(.started)
        fixture.player.send(.finished)
        await fixture.until { $0.phase.isListening && $0.recent.count == 2 }
        await pause(after: question)
        await fixture.until { self.fixture.synthesizer.clauses.count == 2 }
        #expect(fixture.assistant.state.phase.isRecording)
    }

    @Test func aDifferentFinalTranscriptIsAskedSeparately() async {
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        fixture.agent.answer(["It is Monday."])
        fixture.recognizer.hear("what day is it")
        fixture.microphone.send(seconds: 0.5, isSpeech: false)
        await fixture.until { self.fixture.player.isFinished }
        #expect(fixture.agent.requests.map(\.text) == [question, "what day is it"])
        #expect(fixture.assistant.state.turn.reply.clauses == ["It is Monday."])
    }

    @Test func continuedSpeechDiscardsThePreparedAnswer() async {
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        fixture.microphone.send(seconds: 0.5, isSpeech: true)
        fixture.recognizer.send(.partial(PartialTranscript(text: question + " in")))
        await fixture.until { $0.turn.utterance.rehearsed == nil }
        #expect(fixture.assistant.rehearsal == nil)
        #expect(fixture.player.beginCount == 0)
        #expect(fixture.assistant.state.turn.reply.clauses.isEmpty)
    }

    @Test func theForecastReplyOfAnActionIsSynthesizedAhead() async {
        fixture.agent.setPreparesAnswers(false)
        fixture.agent.setForecast("It is noon.")
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        #expect(fixture.agent.requests.isEmpty, "nothing is done")
        fixture.recognizer.hear(question)
        fixture.microphone.send(seconds: 0.6, isSpeech: false)
        await fixture.until { self.fixture.player.isFinished }
        #expect(fixture.agent.requests.count == 1)
        #expect(fixture.synthesizer.clauses == ["It is noon."], "synthesized once")
        #expect(fixture.assistant.state.turn.reply.clauses == ["It is noon."])
    }

    @Test func theActualReplyReplacesAWrongForecast() async {
        fixture.agent.setPreparesAnswers(false)
        fixture.agent.setForecast("It is done.")
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        fixture.recognizer.hear(question)
        fixture.microphone.send(seconds: 0.6, isSpeech: false)
        await fixture.until { self.fixture.player.isFinished }
        #expect(fixture.synthesizer.clauses == ["It is done.", "It is noon."])
        #expect(fixture.player.queued.count == 1, "only one of them is heard")
    }

    @Test func continuedSpeechDiscardsThePreparedSound() async {
        fixture.agent.setPreparesAnswers(false)
        fixture.agent.setForecast("It is noon.")
        await pause(after: question)
        await fixture.until { !self.fixture.synthesizer.clauses.isEmpty }
        fixture.microphone.send(seconds: 0.5, isSpeech: true)
        fixture.recognizer.send(.partial(PartialTranscript(text: question + " in")))
        await fixture.until { $0.turn.utterance.rehearsed == nil }
        #expect(fixture.assistant.firstSound == nil)
        #expect(fixture.player.beginCount == 0)
    }

    @Test func noSoundIsPreparedWhenRepliesAreNotSpoken() async throws {
        fixture.agent.setPreparesAnswers(false)
        fixture.agent.setForecast("It is noon.")
        _ = try fixture.settings.update { $0.speaksReplies = false }
        await fixture.until { !$0.policy.speaksReplies }
        await pause(after: question)
        await fixture.until { $0.turn.utterance.rehearsed != nil }
        fixture.recognizer.hear(question)
        fixture.microphone.send(seconds: 0.6, isSpeech: false)
        await fixture.until { $0.recent.count == 2 }
        #expect(fixture.synthesizer.clauses.isEmpty)
    }

    @Test func withoutPreparationTheQuestionIsAskedAtTheEnd() async {
        fixture.agent.setPreparesAnswers(false)
        await pause(after: question)
        await fixture.until { $0.turn.utterance.rehearsed != nil }
        #expect(fixture.agent.requests.isEmpty)
        fixture.recognizer.hear(question)
        fixture.microphone.send(seconds: 0.6, isSpeech: false)
        await fixture.until { self.fixture.player.isFinished }
        #expect(fixture.agent.requests.count == 1)
    }
}

extension AssistantFixture {
    /// Sends more silence, so that the end of the utterance becomes final. Always true.
    fileprivate func sendSilence() -> Bool {
        microphone.send(seconds: 0.1, isSpeech: false)
        return true
    }
}
