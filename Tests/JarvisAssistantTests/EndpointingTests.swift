// SPDX-License-Identifier: GPL-3.0-or-later
// Ending utterances by their words, and reopening them if the speaker continues.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@Suite(.timeLimit(.minutes(3)))
struct EndpointingTests {
    private let turn = TurnID(rawValue: 1)

    /// The silence after which the utterance ends, in seconds, in steps of 20 ms; nil if it lasts 3 s.
    private func silenceUntilTheEnd(
        _ ears: EarsFixture, _ completeness: UtteranceCompleteness?, speech: Double = 2
    ) -> Double? {
        ears.microphone.send(seconds: speech, isSpeech: true)
        if let completeness {
            ears.recognizer.send(.partial(PartialTranscript(text: "what", completeness: completeness)))
        }
        for step in 1...150 {
            ears.microphone.send(seconds: 0.02, isSpeech: false)
            if ears.count(.speechEnded(turn, .pause)) > 0 { return Double(step) * 0.02 }
        }
        return nil
    }

    @Test func completeCommandsEndSoonAndUnfinishedOnesLate() throws {
        var silences: [Double] = []
        for completeness in [UtteranceCompleteness.complete, .unknown, .unfinished] {
            let ears = EarsFixture()
            ears.listen(.untilSpeechEnds, turn: 1)
            silences.append(try #require(silenceUntilTheEnd(ears, completeness)))
        }
        #expect(silences[0] == 0.3)
        #expect((0.44...0.9).contains(silences[1]))
        #expect((1.2...2).contains(silences[2]))
    }

    @Test(arguments: [0.0, 0.2, 1.0]) func theFirstWordIsPrecededByTheExpectedSilence(silence: Double) throws {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: silence, isSpeech: false)
        ears.microphone.send(seconds: 0.06, isSpeech: true)
        #expect(ears.count(.speechStarted(turn)) == 1)
        // Speech is confirmed after 60 ms. The pre-roll is half a second, plus 100 ms in which that may happen.
        let heard = try #require(ears.recognizer.sessions.last).samples.count
        #expect(heard == (silence < 0.5 ? 8_000 : 9_600))
    }

    /// More patience means longer waits in every case, also for an utterance in progress.
    @Test func patienceLengthensEveryEndAtOnce() throws {
        for completeness in [UtteranceCompleteness.complete, .unknown, .unfinished] {
            var silences: [Double] = []
            for patience in EndPatience.allCases {
                let ears = EarsFixture()
                ears.listen(.untilSpeechEnds, turn: 1)
                ears.microphone.send(seconds: 1, isSpeech: true)
                ears.setPatience(patience)
                silences.append(try #require(silenceUntilTheEnd(ears, completeness)))
            }
            #expect(silences[0] < silences[1] && silences[1] < silences[2], "\(completeness): \(silences)")
            #expect(silences[2] > 1.5 * silences[1] && silences[0] < 0.85 * silences[1], "\(completeness): \(silences)")
        }
    }

    @Test func patienceAppliesToLaterUtterances() throws {
        let ears = EarsFixture()
        ears.setPatience(.relaxed)
        ears.listen(.untilSpeechEnds, turn: 1)
        #expect(try #require(silenceUntilTheEnd(ears, .complete)) > 0.5)
    }

    /// A command that only asks for information ends soonest; one that acts, or that may continue, ends later.
    @Test func aReadyAnswerEndsTheUtteranceSoonest() throws {
        func silence(_ completeness: UtteranceCompleteness, isAnswered: Bool) throws -> Double {
            let ears = EarsFixture()
            ears.listen(.untilSpeechEnds, turn: 1)
            ears.microphone.send(seconds: 2, isSpeech: true)
            ears.recognizer.send(.partial(PartialTranscript(text: "so", completeness: completeness, result: "so")))
            #expect(ears.count(.utterancePrepared(turn, "so")) == 1)
            if isAnswered { ears.answerIsReady(turn: 1, text: "so") }
            return try #require(
                (1...150).first { _ in
                    ears.microphone.send(seconds: 0.02, isSpeech: false)
                    return ears.count(.speechEnded(turn, .pause)) > 0
                }.map { Double($0) * 0.02 })
        }
        let ready = try silence(.complete, isAnswered: true)
        let acting = try silence(.complete, isAnswered: false)
        let extensible = try silence(.extensible, isAnswered: true)
        let extensibleActing = try silence(.extensible, isAnswered: false)
        #expect(ready < acting && ready < extensible && acting < extensibleActing && extensible < extensibleActing)
        #expect(extensibleActing <= 0.5)
    }

    /// Words that may continue, or that alone aren't a command, are answered later than a complete command. Speech that
    /// follows isn't lost to a quick answer.
    @Test(arguments: [(UtteranceCompleteness.amendable, 0.36), (.unknown, 0.42)])
    func openEndedWordsCanContinueAfterAReadyAnswer(completeness: UtteranceCompleteness, end: Double) {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 2, isSpeech: true)
        ears.recognizer.send(.partial(PartialTranscript(text: "so", completeness: completeness, result: "so")))
        ears.answerIsReady(turn: 1, text: "so")
        ears.microphone.send(seconds: 0.3, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 0)
        ears.microphone.send(seconds: end - 0.3, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 1)
        ears.microphone.send(seconds: 0.3, isSpeech: true)
        #expect(ears.count(.utteranceContinued(turn)) == 1)
    }

    /// A click before the first word is part of the utterance; a short "yes" has words, so it ends soon.
    @Test(arguments: [true, false])
    func soundWithoutWordsEndsLater(hasWords: Bool) {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 0.14, isSpeech: true)
        if hasWords { ears.recognizer.send(.partial(PartialTranscript(text: "yes", result: "yes"))) }
        ears.microphone.send(seconds: 0.6, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == (hasWords ? 1 : 0))
        ears.microphone.send(seconds: 0.4, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 1)
    }

    @Test func anAnswerToOtherWordsDoesNotEndTheUtterance() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 2, isSpeech: true)
        ears.recognizer.send(.partial(PartialTranscript(text: "so", completeness: .complete, result: "so")))
        ears.answerIsReady(turn: 1, text: "other")
        ears.microphone.send(seconds: 0.36, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 0)
    }

    /// The words before the pause say nothing about those after it.
    @Test func moreSpeechVoidsEarlierCompletenessAndAnswers() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 2, isSpeech: true)
        ears.recognizer.send(.partial(PartialTranscript(text: "so", completeness: .complete, result: "so")))
        ears.answerIsReady(turn: 1, text: "so")
        ears.microphone.send(seconds: 0.14, isSpeech: false)
        ears.microphone.send(seconds: 0.3, isSpeech: true)
        ears.microphone.send(seconds: 0.4, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 0)
    }

    @Test func completenessReportedDuringSilenceCounts() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 2, isSpeech: true)
        ears.recognizer.send(.partial(PartialTranscript(text: "set a timer for", completeness: .unfinished)))
        ears.microphone.send(seconds: 0.8, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 0)
        ears.recognizer.send(.partial(PartialTranscript(text: "what time is it", completeness: .complete)))
        ears.microphone.send(seconds: 0.02, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 1)
    }

    @Test func aSpeakerWhoPausesGetsMoreTime() throws {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1, task: .dictation)
        ears.microphone.send(seconds: 2, isSpeech: true)
        ears.microphone.send(seconds: 0.7, isSpeech: false)
        let silence = try #require(silenceUntilTheEnd(ears, nil))
        #expect(silence > 1)
    }

    @Test func holdingKeepsListeningAfterACompleteSentence() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.listen(.nowUntilFinished, turn: 1)
        #expect(silenceUntilTheEnd(ears, .complete) == nil)
        #expect(ears.recognizer.sessions.count == 1)
    }

    @Test func theResultIsPreparedInEachPause() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.microphone.send(seconds: 0.2, isSpeech: false)
        ears.microphone.send(seconds: 0.5, isSpeech: true)
        ears.microphone.send(seconds: 2, isSpeech: false)
        #expect(ears.recognizer.sessions.first?.preparationCount == 2, "once in each pause")
    }

    /// An end that is undone, either at once or after the question has been asked and listening has been requested
    /// again.
    @Test(arguments: [false, true])
    func aContinuedUtteranceIsRecognizedAsAWhole(isAsked: Bool) throws {
        let ears = EarsFixture()
        ears.recognizer.hear("set a timer for five minutes")
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 0.5, isSpeech: false)
        ears.microphone.send(seconds: 0.2, isSpeech: true, value: 1)
        try #require(silenceUntilTheEnd(ears, .complete) == 0.3)
        #expect(ears.transcriptCount == 1)
        if isAsked { ears.listen(.stopPhrases, turn: 1, task: .stopPhrase) }
        ears.microphone.send(seconds: 0.2, isSpeech: false)
        ears.microphone.send(seconds: 1, isSpeech: true, value: 2)
        #expect(ears.count(.utteranceContinued(turn)) == 1)
        ears.recognizer.hear("set a timer for five minutes and thirty seconds")
        ears.microphone.send(seconds: 3, isSpeech: false)
        let session = try #require(ears.recognizer.sessions.last)
        #expect(session.task == .command)
        #expect(session.utterance === ears.recognizer.sessions.first?.utterance, "the same utterance, longer")
        #expect([1, 1000, 2].map { value in session.samples.count { $0 == value } } == [3_200, 32_000, 16_000])
        #expect(ears.transcriptCount == 2)
        #expect(ears.count(.speechEnded(turn, .pause)) == 2 && ears.count(.utteranceSettled(turn)) == 1)
        #expect(ears.count(.speechStarted(turn)) == 1)
    }

    @Test func aLongerSilenceStartsANewUtterance() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(ears, .complete)
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        ears.microphone.send(seconds: 0.4, isSpeech: false)
        ears.microphone.send(seconds: 1, isSpeech: true)
        #expect(ears.count(.utteranceContinued(turn)) == 0 && ears.count(.utteranceSettled(turn)) == 1)
        #expect(ears.recognizer.sessions.last?.task == .stopPhrase)
    }

    @Test func speechDuringTheReplyDoesNotReopenTheUtterance() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(ears, .complete)
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        ears.replySounds(turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        #expect(ears.count(.utteranceContinued(turn)) == 0 && ears.count(.utteranceSettled(turn)) == 1)
    }

    @Test func anEndBecomesFinalWhenTheMicrophoneFailsOrStalls() async {
        let failing = EarsFixture()
        failing.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(failing, .complete)
        failing.microphone.send(.failed(.noDevice(.input)))
        #expect(failing.count(.utteranceSettled(turn)) == 1)
        let stalled = EarsFixture()
        stalled.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(stalled, .complete)
        await yieldUntil {
            // The listener may not be waiting yet.
            stalled.clock.advance(by: .seconds(1))
            return stalled.count(.utteranceSettled(turn)) > 0
        }
    }

    @Test func anotherOrCancelledTurnDoesNotReopenTheUtterance() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(ears, .complete)
        ears.listen(.untilSpeechEnds, turn: 2)
        ears.microphone.send(seconds: 1, isSpeech: true)
        #expect(ears.count(.utteranceContinued(turn)) == 0 && ears.recognizer.sessions.count == 2)
        ears.discard(turn: 2)
        ears.microphone.send(seconds: 1, isSpeech: true)
        #expect(ears.recognizer.sessions.count == 2)
    }

    @Test func singleUtterancesCanContinueToo() async throws {
        let microphone = FakeMicrophone()
        let recognizer = FakeRecognizer()
        recognizer.hear("set a timer")
        let log = FakeEventLog()
        async let heard = SingleUtterance.hear(
            microphone: microphone, recognizer: recognizer, device: nil, timeout: .seconds(30), log: log)
        await yieldUntil { microphone.isOpen }
        microphone.send(seconds: 1, isSpeech: true)
        recognizer.send(.partial(PartialTranscript(text: "set a timer", completeness: .complete)))
        microphone.send(seconds: 0.4, isSpeech: false)
        microphone.send(seconds: 0.1, isSpeech: true)
        recognizer.hear("set a timer for ten minutes")
        microphone.send(seconds: 1, isSpeech: true)
        microphone.send(seconds: 3, isSpeech: false)
        #expect(try await heard?.text == "set a timer for ten minutes")
        await yieldUntil { !microphone.isOpen }
    }

    @Test(arguments: [true, false]) func endingASingleUtteranceReturnsTheSpeechSoFar(isSaid: Bool) async throws {
        let microphone = FakeMicrophone()
        let recognizer = FakeRecognizer()
        recognizer.hear("set a timer")
        let (endings, ending) = AsyncStream.makeStream(of: Void.self)
        async let heard = SingleUtterance.hear(
            microphone: microphone, recognizer: recognizer, device: nil, timeout: .seconds(60), ending: endings,
            log: FakeEventLog())
        await yieldUntil { microphone.isOpen }
        if isSaid { microphone.send(seconds: 1, isSpeech: true) }
        ending.finish()
        #expect(try await heard?.text == (isSaid ? "set a timer" : nil))
        await yieldUntil { !microphone.isOpen }
    }
}
