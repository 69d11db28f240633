// SPDX-License-Identifier: GPL-3.0-or-later
// The wake word on its way from the microphone and the spotter to the conversation.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct WakeListeningTests {
    private func waiting() async -> AssistantFixture {
        let fixture = AssistantFixture { $0.speech.requiresWakeWord = true }
        fixture.assistant.start()
        await fixture.until { $0.phase == .listening(for: .wakeWord) }
        await fixture.until { fixture.spotter.isSearching }
        return fixture
    }

    @Test func withoutTheSettingTheSpotterIsIdle() async {
        let fixture = AssistantFixture()
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
        #expect(fixture.spotter.configuration == nil && fixture.spotter.beginCount == 0)
    }

    @Test func speechWithoutTheWakeWordReachesNoRecognizer() async {
        let fixture = await waiting()
        fixture.say("what time is it")
        #expect(fixture.recognizer.sessions.isEmpty)
        #expect(fixture.assistant.state.phase.isListening)
    }

    @Test func speechRightAfterTheWakeWordIsKeptWithoutTheWord() async {
        let fixture = await waiting()
        fixture.recognizer.hear("what time is it")
        fixture.microphone.send(seconds: 0.3, isSpeech: false)
        fixture.microphone.send(seconds: 0.6, isSpeech: true, value: 7)
        // The spotter is certain a little after the word ends.
        fixture.microphone.send(seconds: 0.2, isSpeech: true, value: 1000)
        fixture.spotter.hear(samplesAgo: 3_200)
        fixture.microphone.send(seconds: 0.8, isSpeech: true, value: 1000)
        await fixture.until { $0.phase != .listening(for: .wakeWord) }
        fixture.microphone.send(seconds: 1, isSpeech: true, value: 1000)
        await fixture.until { $0.isRecording(by: .voice) }
        fixture.microphone.send(seconds: 1.5, isSpeech: false)
        await fixture.until { $0.phase == .thinking }
        let samples = fixture.recognizer.sessions.first?.samples ?? []
        #expect(samples.count { $0 == 1000 } == 32_000, "nothing that was said is lost")
        #expect(!samples.contains(7), "the word itself is left out")
        #expect(fixture.assistant.state.turn.question?.text == "what time is it")
    }

    @Test func theWakeWordAloneListensForAWhile() async {
        let fixture = await waiting()
        fixture.microphone.send(seconds: 0.6, isSpeech: true)
        fixture.spotter.hear()
        await fixture.until { $0.phase != .listening(for: .wakeWord) }
        fixture.microphone.send(seconds: 0.1, isSpeech: true)
        fixture.microphone.send(seconds: 0.5, isSpeech: false)
        #expect(fixture.recognizer.sessions.isEmpty, "the end of the word is no utterance")
        await fixture.until { fixture.clock.sleeperCount > 0 }
        fixture.clock.advance(by: .seconds(6))
        await fixture.until { $0.phase == .listening(for: .wakeWord) }
        await fixture.until { fixture.spotter.isSearching }
    }

    @Test func settingsReachTheSpotterDuringASearch() async throws {
        let fixture = await waiting()
        let count = fixture.spotter.beginCount
        try fixture.settings.update { $0.speech.wakeSensitivity = 80 }
        await fixture.until { fixture.spotter.configuration?.sensitivityPercent == 80 }
        #expect(fixture.spotter.beginCount == count, "the slider is live, the search goes on")
        try fixture.settings.update { $0.speech.requiresWakeWord = false }
        await fixture.until { fixture.spotter.configuration == nil }
        await fixture.until { $0.phase != .listening(for: .wakeWord) }
    }

    @Test func theWakeSearchIsGuardedDuringAReply() async {
        let fixture = await waiting()
        fixture.assistant.send(.textSubmitted("what time is it", .typed))
        await fixture.until { fixture.spotter.isSearching && fixture.spotter.isGuarded }
        fixture.spotter.send(.failed(.modelMissing(path: "/m")))
        fixture.assistant.send(.cancelRequested)
        await fixture.until { !fixture.spotter.isSearching }
    }

    @Test func aMissingSpotterModelIsReported() async {
        let fixture = await waiting()
        fixture.spotter.send(.failed(.modelMissing(path: "/model")))
        await fixture.until { $0.phase == .idle && $0.banner?.message == .recognition(.modelMissing(path: "/model")) }
    }
}
