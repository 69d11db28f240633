// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@Suite(.timeLimit(.minutes(3)))
struct ListeningPipelineTests {
    @Test func speechBegunUnderThePreviousOrderKeepsItsBeginning() {
        let ears = EarsFixture()
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        ears.microphone.send(seconds: 1, isSpeech: false)
        ears.microphone.send(seconds: 0.3, isSpeech: true)
        ears.listen(.untilSpeechEnds, turn: 2)
        ears.microphone.send(seconds: 0.5, isSpeech: true)
        ears.microphone.send(seconds: 2, isSpeech: false)
        let session = ears.recognizer.sessions.last
        #expect(session?.task == .command)
        #expect(session?.samples.count { $0 == 1000 } == 16_000 * 8 / 10, "all that was said, in one session")
        #expect(ears.events.contains(.speechStarted(TurnID(rawValue: 2))))
    }

    @Test func anInterruptionIsCapturedFromItsFirstSyllable() {
        let ears = EarsFixture()
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        ears.microphone.send(seconds: 1, isSpeech: false)
        ears.microphone.send(seconds: 0.26, isSpeech: true)
        #expect(
            ears.verdicts == [.interruptionSuspected(TurnID(rawValue: 1)), .interruptionConfirmed(TurnID(rawValue: 1))])
        // A word that has ended before the conversation decides.
        ears.listen(.interruption, turn: 2)
        ears.microphone.send(seconds: 2, isSpeech: false)
        let session = ears.recognizer.sessions.last
        #expect(session?.task == .command)
        #expect(session?.samples.count { $0 == 1000 } == 16_000 * 26 / 100, "all that was said, in one session")
        #expect(ears.transcriptCount == 1)
    }

    @Test func aCoughIsSuspectedAndDismissed() {
        let ears = EarsFixture()
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        ears.microphone.send(seconds: 0.08, isSpeech: true)
        ears.microphone.send(seconds: 1, isSpeech: false)
        #expect(
            ears.verdicts == [.interruptionSuspected(TurnID(rawValue: 1)), .interruptionDismissed(TurnID(rawValue: 1))])
    }

    /// Frames may be late only while nothing depends on them: not within an utterance, however quiet, nor while JARVIS
    /// speaks and may be interrupted.
    @Test func onlyWaitingForAVoiceLetsTheMicrophoneRest() {
        let ears = EarsFixture()
        #expect(!ears.microphone.isWaiting)
        ears.listen(.untilSpeechEnds, turn: 1)
        #expect(ears.microphone.isWaiting)
        ears.microphone.send(seconds: 5, isSpeech: false)
        #expect(ears.microphone.isWaiting)
        ears.microphone.send(seconds: 0.5, isSpeech: true)
        #expect(!ears.microphone.isWaiting)
        ears.microphone.send(seconds: 0.5, isSpeech: false)
        #expect(!ears.microphone.isWaiting, "the end of the utterance is being looked for")
        for (turn, mode) in [ListeningMode.stopPhrases, .nowUntilFinished, .nowUntilSpeechEnds, .interruption]
            .enumerated()
        {
            ears.listen(.wakeWord, turn: UInt64(2 * turn + 2), task: .command)
            #expect(ears.microphone.isWaiting)
            ears.listen(mode, turn: UInt64(2 * turn + 3), task: .command)
            #expect(!ears.microphone.isWaiting, "\(mode)")
        }
        ears.listen(.untilSpeechEnds, turn: 20)
        #expect(ears.microphone.isWaiting)
        ears.listen(.nowUntilFinished, turn: 20)
        #expect(!ears.microphone.isWaiting, "the user holds the microphone open")
        ears.close()
        #expect(!ears.microphone.isWaiting)
    }

    @Test func soundOfAnEndedUtteranceIsNotReused() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true, value: 500)
        ears.microphone.send(seconds: 3, isSpeech: false)
        ears.listen(.untilSpeechEnds, turn: 2)
        ears.microphone.send(seconds: 1, isSpeech: true)
        #expect(ears.recognizer.sessions.count == 2)
        #expect(ears.recognizer.sessions.last?.samples.contains(500) == false)
        ears.discard(turn: 2)
        ears.listen(.untilSpeechEnds, turn: 3)
        ears.microphone.send(seconds: 1, isSpeech: true, value: 700)
        #expect(ears.recognizer.sessions.last?.samples.contains(1000) == false)
    }

    @Test func soundInTransitAtReleaseIsIncluded() async {
        let ears = EarsFixture()
        ears.listen(.nowUntilFinished, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.finish(turn: 1)
        ears.close()
        #expect(ears.microphone.isOpen, "frames are still on their way")
        ears.microphone.send(seconds: 0.06, isSpeech: true)
        #expect(ears.microphone.isOpen)
        ears.microphone.send(seconds: 0.5, isSpeech: false)
        #expect(!ears.microphone.isOpen)
        #expect(ears.recognizer.sessions.count == 1)
        #expect(ears.recognizer.sessions.first?.samples.count { $0 == 1000 } == 16_000 * 106 / 100)
        #expect(ears.transcriptCount == 1)
    }

    @Test func aStalledMicrophoneDelaysTheTranscriptOnlyBriefly() async {
        let ears = EarsFixture()
        ears.listen(.nowUntilFinished, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.finish(turn: 1)
        ears.finish(turn: 1)
        ears.close()
        // Only the timer ends the wait.
        await yieldUntil { ears.clock.sleeperCount > 0 }
        #expect(ears.microphone.isOpen && ears.transcriptCount == 0)
        ears.clock.advance(by: .seconds(1))
        await yieldUntil { !ears.microphone.isOpen && ears.transcriptCount > 0 }
        #expect(ears.transcriptCount == 1)
    }

    @Test func aFailedMicrophoneIsNotAwaited() {
        let ears = EarsFixture()
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.microphone.send(.failed(.noDevice(.input)))
        ears.finish(turn: 1)
        #expect(ears.transcriptCount == 1)
    }

    @Test func theNextOrderDropsThePendingTailAndKeepsTheMicrophone() {
        let ears = EarsFixture()
        ears.listen(.nowUntilFinished, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.finish(turn: 1)
        ears.close()
        ears.listen(.untilSpeechEnds, turn: 2)
        ears.microphone.send(seconds: 1, isSpeech: false)
        #expect(ears.microphone.isOpen && ears.microphone.openCount == 1)
        #expect(ears.recognizer.sessions.first?.isCancelled == true)
        #expect(ears.transcriptCount == 0)
    }

    @Test func resultsOfAnEarlierOrderAreDropped() {
        let ears = EarsFixture()
        ears.recognizer.answer(.partial(PartialTranscript(text: "stop")))
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.microphone.send(seconds: 2, isSpeech: false)
        ears.listen(.stopPhrases, turn: 1, task: .stopPhrase)
        let before = ears.events.count
        ears.recognizer.send(.final(Transcript(text: "late", confidence: 1, engine: "fake", search: .grammar)))
        #expect(ears.events.count == before)
    }
}
