// SPDX-License-Identifier: GPL-3.0-or-later
// Where utterances end by what has been said, and how an end is taken back.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@Suite(.timeLimit(.minutes(3)))
struct EndpointingTests {
    private let turn = TurnID(rawValue: 1)

    /// Seconds of silence after which the utterance ends, in steps of 20 ms; nil: not within 3 s.
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

    @Test func aCommandEndsSoonAndAnUnfinishedOneLate() throws {
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

    @Test(arguments: [0.0, 0.2, 1.0]) func theFirstWordHasTheQuietBeforeItThatRecognizersKnow(silence: Double) throws {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: silence, isSpeech: false)
        ears.microphone.send(seconds: 0.06, isSpeech: true)
        #expect(ears.count(.speechStarted(turn)) == 1)
        // Speech is confirmed after 60 ms; the pre-roll is half a second, and 100 ms in which that may happen.
        let heard = try #require(ears.recognizer.sessions.last).samples.count
        #expect(heard == (silence < 0.5 ? 8_000 : 9_600))
    }

    /// More patience waits longer for everybody, and an utterance that is going on takes it up.
    @Test func patienceStretchesEveryEndAtOnce() throws {
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

    @Test func patienceHoldsForWhatIsSaidLater() throws {
        let ears = EarsFixture()
        ears.setPatience(.relaxed)
        ears.listen(.untilSpeechEnds, turn: 1)
        #expect(try #require(silenceUntilTheEnd(ears, .complete)) > 0.5)
    }

    /// A command that only tells something ends soonest; one that acts, and one that may go on, later.
    @Test func theEndComesSoonestWhenTheAnswerIsReady() throws {
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

    /// What may go on, or was not found to be a command by its words alone, is answered later than a whole command; and
    /// what is said after all is not lost to an answer that is quick.
    @Test(arguments: [(UtteranceCompleteness.amendable, 0.36), (.unknown, 0.42)])
    func whatMayGoOnIsTakenUpAgainAfterAnAnswerThatIsReady(completeness: UtteranceCompleteness, end: Double) {
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

    /// A click before the first word is a part of the utterance; a short "yes", which has words, ends it soon.
    @Test(arguments: [true, false])
    func soundWithoutWordsWaitsForThem(hasWords: Bool) {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 0.14, isSpeech: true)
        if hasWords { ears.recognizer.send(.partial(PartialTranscript(text: "yes", result: "yes"))) }
        ears.microphone.send(seconds: 0.6, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == (hasWords ? 1 : 0))
        ears.microphone.send(seconds: 0.4, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 1)
    }

    @Test func anAnswerToOtherWordsShortensNothing() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 2, isSpeech: true)
        ears.recognizer.send(.partial(PartialTranscript(text: "so", completeness: .complete, result: "so")))
        ears.answerIsReady(turn: 1, text: "other")
        ears.microphone.send(seconds: 0.36, isSpeech: false)
        #expect(ears.count(.speechEnded(turn, .pause)) == 0)
    }

    /// The words of before the pause say nothing about the words that follow it.
    @Test func moreSpeechVoidsWhatWasMadeOfTheWordsBefore() {
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

    @Test func completenessThatComesDuringTheSilenceCounts() {
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

    @Test func whoPausesIsGivenMoreTime() throws {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1, task: .dictation)
        ears.microphone.send(seconds: 2, isSpeech: true)
        ears.microphone.send(seconds: 0.7, isSpeech: false)
        let silence = try #require(silenceUntilTheEnd(ears, nil))
        #expect(silence > 1)
    }

    @Test func holdingOverridesTheWords() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.listen(.nowUntilFinished, turn: 1)
        #expect(silenceUntilTheEnd(ears, .complete) == nil)
        #expect(ears.recognizer.sessions.count == 1)
    }

    @Test func theResultIsWorkedOutWhileTheSpeakerIsSilent() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.microphone.send(seconds: 0.2, isSpeech: false)
        ears.microphone.send(seconds: 0.5, isSpeech: true)
        ears.microphone.send(seconds: 2, isSpeech: false)
        #expect(ears.recognizer.sessions.first?.preparationCount == 2, "once in each pause")
    }

    /// The whole way of an end that is taken back, with the next order of the turn given meanwhile, as it is when the
    /// question has been asked.
    @Test(arguments: [false, true])
    func whoGoesOnIsHeardWhole(isAsked: Bool) throws {
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

    @Test func whoIsSilentLongerBeginsAnotherUtterance() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(ears, .complete)
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        ears.microphone.send(seconds: 0.4, isSpeech: false)
        ears.microphone.send(seconds: 1, isSpeech: true)
        #expect(ears.count(.utteranceContinued(turn)) == 0 && ears.count(.utteranceSettled(turn)) == 1)
        #expect(ears.recognizer.sessions.last?.task == .stopPhrase)
    }

    @Test func theReplyItselfTakesNothingBack() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(ears, .complete)
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        ears.replySounds(turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        #expect(ears.count(.utteranceContinued(turn)) == 0 && ears.count(.utteranceSettled(turn)) == 1)
    }

    @Test func anEndIsSettledEvenWhenTheMicrophoneFailsOrStalls() async {
        let failing = EarsFixture()
        failing.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(failing, .complete)
        failing.microphone.send(.failed(.noDevice(.input)))
        #expect(failing.count(.utteranceSettled(turn)) == 1)
        let stalled = EarsFixture()
        stalled.listen(.untilSpeechEnds, turn: 1)
        _ = silenceUntilTheEnd(stalled, .complete)
        await yieldUntil {
            // The listener may not have begun to wait yet.
            stalled.clock.advance(by: .seconds(1))
            return stalled.count(.utteranceSettled(turn)) > 0
        }
    }

    @Test func anotherTurnOrACancelledOneForgetsTheEnd() {
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

    @Test func aSingleUtteranceIsGivenWholeToo() async throws {
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
        #expect(!microphone.isOpen)
    }

    @Test(arguments: [true, false]) func aSingleUtteranceIsEndedWithWhatWasSaid(isSaid: Bool) async throws {
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
