// SPDX-License-Identifier: GPL-3.0-or-later
// Utterances whose recognition didn't finish: what happens to the recognition and to the sound.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct KeptUtteranceTests {
    /// A recognizer that never answers, given an utterance of one second.
    private func unanswered(value: Int16 = 1000) -> EarsFixture {
        let ears = EarsFixture()
        ears.recognizer.answer(.partial(PartialTranscript(text: "what")))
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true, value: value)
        ears.microphone.send(seconds: 2, isSpeech: false)
        return ears
    }

    @Test func abandonedRecognitionIsCancelledAndLateResultsAreDropped() {
        for ends in [{ $0.keep(turn: 1) }, { $0.discard(turn: 1) }] as [(EarsFixture) -> Void] {
            let ears = unanswered()
            ends(ears)
            #expect(ears.recognizer.sessions.first?.isCancelled == true)
            ears.listen(.untilSpeechEnds, turn: 2)
            let before = ears.events
            ears.recognizer.send(.final(Transcript(text: "late", confidence: 1, engine: "fake", search: .grammar)))
            #expect(ears.events == before)
        }
    }

    @Test func theSameSoundIsRecognizedAgain() {
        let ears = unanswered()
        ears.keep(turn: 1)
        ears.listen(.untilSpeechEnds, turn: 2)
        ears.microphone.send(seconds: 1, isSpeech: false)
        ears.discard(turn: 2)
        ears.recognizer.hear("what time is it")
        ears.recognizeAgain(turn: 3)
        #expect(ears.recognizer.sessions.last?.samples == ears.recognizer.sessions.first?.samples)
        #expect(ears.recognizer.sessions.last?.utterance === ears.recognizer.sessions.first?.utterance)
        #expect(ears.transcriptCount == 1)
        let turns = ears.events.compactMap { if case .transcribed(let turn, _) = $0 { turn.rawValue } else { nil } }
        #expect(turns == [3])
    }

    @Test func onlyTheNewestUtteranceIsKeptUntilForgotten() {
        let ears = unanswered(value: 7)
        ears.keep(turn: 1)
        ears.listen(.untilSpeechEnds, turn: 2)
        ears.microphone.send(seconds: 1, isSpeech: true, value: 9)
        ears.microphone.send(seconds: 2, isSpeech: false)
        ears.keep(turn: 2)
        ears.recognizeAgain(turn: 3)
        let samples = ears.recognizer.sessions.last?.samples ?? []
        #expect(samples.contains(9) && !samples.contains(7))
        ears.keep(turn: 3)
        ears.forgetKept()
        let count = ears.recognizer.sessions.count
        ears.recognizeAgain(turn: 4)
        #expect(ears.recognizer.sessions.count == count && ears.transcriptCount == 1, "nothing, and that is said")
    }

    @Test func aKeptUtteranceOutlivesTheMicrophone() {
        let ears = EarsFixture()
        ears.recognizer.answer(.partial(PartialTranscript(text: "what")))
        ears.listen(.nowUntilFinished, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true)
        ears.finish(turn: 1)
        ears.close()
        ears.microphone.send(seconds: 0.1, isSpeech: false)
        #expect(!ears.microphone.isOpen)
        ears.keep(turn: 1)
        ears.recognizer.hear("what time is it")
        ears.recognizeAgain(turn: 2)
        #expect(ears.transcriptCount == 1 && !ears.microphone.isOpen)
        #expect(ears.recognizer.sessions.last?.samples.count { $0 == 1000 } == 16_000)
    }

    @Test func retryAnswersAnUtteranceThatTimedOut() async {
        let fixture = AssistantFixture(automaticPlayback: true)
        fixture.recognizer.answer(.partial(PartialTranscript(text: "what")))
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
        fixture.microphone.send(seconds: 1, isSpeech: true)
        fixture.microphone.send(seconds: 2, isSpeech: false)
        await fixture.until { $0.phase == .transcribing && $0.turn.utterance.partialTranscript == "what" }
        let turn = fixture.assistant.state.turn.id
        fixture.assistant.send(.timerEnded(.watchdog(turn, .transcribing)))
        #expect(fixture.assistant.state.phase.isListening)
        #expect(fixture.recognizer.sessions.first?.isCancelled == true)
        fixture.recognizer.hear("what time is it")
        fixture.assistant.send(.retryRequested)
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(fixture.history.messages.map(\.text) == ["what time is it", "It is noon."])
        #expect(fixture.history.messages.map(\.source) == [.voice, .system])
    }
}
