// SPDX-License-Identifier: GPL-3.0-or-later
// Recording while the user holds the microphone button.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HoldListeningTests {
    private let turn = TurnID(rawValue: 1)

    @Test func aFullHoldEndsWithItsLastFrame() {
        let ears = EarsFixture()
        ears.recognizer.hear("take a note")
        ears.listen(.nowUntilFinished, turn: 1)
        ears.microphone.send(seconds: 59.98, isSpeech: true)
        #expect(ears.transcriptCount == 0)
        ears.microphone.send(seconds: 0.02, isSpeech: true)
        #expect(ears.count(.speechEnded(turn, .limit)) == 1 && ears.transcriptCount == 1)
        #expect(ears.recognizer.sessions.first?.samples.count == 60 * 16_000, "nothing of the minute is missing")
    }

    /// The pause has ended the utterance, but the conversation still takes it for running.
    @Test(arguments: [0.0, 0.1, 1])
    func holdingJustAfterTheEndContinuesTheUtterance(seconds: Double) throws {
        let ears = EarsFixture()
        ears.recognizer.hear("what time is it")
        ears.listen(.untilSpeechEnds, turn: 1)
        ears.microphone.send(seconds: 2, isSpeech: true, value: 1)
        while ears.count(.speechEnded(turn, .pause)) == 0 { ears.microphone.send(seconds: 0.02, isSpeech: false) }
        ears.microphone.send(seconds: seconds, isSpeech: false)
        let before = ears.transcriptCount
        ears.listen(.nowUntilFinished, turn: 1)
        ears.microphone.send(seconds: 1, isSpeech: true, value: 2)
        ears.microphone.send(seconds: 3, isSpeech: false)
        #expect(ears.transcriptCount == before, "nothing but the release ends it")
        #expect(ears.count(.utteranceContinued(turn)) == 0, "the hold goes on, not the utterance before it")
        ears.finish(turn: 1)
        ears.microphone.send(seconds: 0.1, isSpeech: false)
        #expect(ears.transcriptCount == before + 1)
        let session = try #require(ears.recognizer.sessions.last)
        #expect(session.utterance === ears.recognizer.sessions.first?.utterance, "the same utterance, longer")
        #expect([1, 2].map { value in session.samples.count { $0 == value } } == [32_000, 16_000])
    }

    @Test func aRecognizerFailureDuringAHoldLosesNoSample() async throws {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.assistant.send(.holdBegan)
        fixture.microphone.send(seconds: 1, isSpeech: true, value: 1)
        await fixture.until { $0.turn.utterance.hasHeardSpeech }
        fixture.recognizer.send(.failed(.engineFailed(reason: "full")))
        await fixture.until { $0.turn.utterance.failure != nil }
        fixture.microphone.send(seconds: 1, isSpeech: true, value: 2)
        await fixture.until { [recognizer = fixture.recognizer] _ in
            recognizer.sessions.last?.samples.count { $0 == 2 } == 16_000
        }
        fixture.assistant.send(.holdEnded)
        // Sound on its way when the press ends.
        fixture.microphone.send(seconds: 0.08, isSpeech: true, value: 3)
        #expect(fixture.assistant.state.banner?.action == .retry)
        fixture.recognizer.hear("what time is it")
        fixture.assistant.send(.retryRequested)
        await fixture.until { $0.phase == .thinking }
        let session = try #require(fixture.recognizer.sessions.last)
        #expect([1, 2, 3].map { value in session.samples.count { $0 == value } } == [16_000, 16_000, 1280])
    }

    @Test func aHoldEndsAtItsLimitWithABanner() async {
        let fixture = AssistantFixture(mode: .pushToTalk)
        fixture.recognizer.hear("take a note")
        fixture.assistant.send(.holdBegan)
        fixture.microphone.send(seconds: 61, isSpeech: true)
        await fixture.until { $0.phase == .thinking }
        #expect(fixture.assistant.state.banner?.message == .utteranceLimit)
        fixture.assistant.send(.holdEnded)
        #expect(fixture.assistant.state.phase == .thinking)
    }
}
