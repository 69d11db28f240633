// SPDX-License-Identifier: GPL-3.0-or-later
// Overheard speech that wasn't addressed to JARVIS is not kept.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OverheardPrivacyTests {
    private let agent = ScriptedAgent()

    private func started(_ mode: DetectionMode = .auto, filter: TalkFilter = .balanced) async -> AssistantFixture {
        let fixture = AssistantFixture(mode: mode, automaticPlayback: true, agent: agent) {
            $0.speech.talkFilter = filter
        }
        fixture.assistant.start()
        if mode == .auto { await fixture.until { $0.phase.isListening } }
        return fixture
    }

    /// The number of utterances so far that may be recorded.
    private func confirmedCount(_ fixture: AssistantFixture) -> Int {
        let count = Mutex(0)
        for session in fixture.recognizer.sessions where session.task != .stopPhrase {
            session.utterance.confirmation.whenConfirmed { count.withLock { $0 += 1 } }
        }
        return count.withLock { $0 }
    }

    private func texts(_ fixture: AssistantFixture) -> [LogValue?] {
        fixture.log.fields(of: "transcript").map { $0["text"] }
    }

    @Test func overheardSpeechIsNeitherLoggedNorConfirmed() async {
        agent.play([.update(.notAddressed)])
        let fixture = await started()
        fixture.say("so I told her about the money")
        await fixture.until { fixture.log.names.contains("notAddressed") }
        #expect(texts(fixture) == [.text("")])
        #expect(fixture.log.fields(of: "transcript").first?["isWithheld"] == .flag(true))
        #expect(fixture.log.fields(of: "notAddressed").allSatisfy { $0["text"] == nil })
        #expect(fixture.recognizer.sessions.contains { $0.task == .command })
        #expect(confirmedCount(fixture) == 0)
    }

    @Test func answeredSpeechIsLoggedAndConfirmed() async {
        agent.play([.update(.clause("It is noon.")), .update(.finished(ReplySummary(skill: "time")))])
        let fixture = await started()
        fixture.say("what time is it")
        await fixture.until { $0.recent.count == 2 && $0.phase.isListening }
        #expect(texts(fixture) == [.text("what time is it")])
        await yieldUntil { confirmedCount(fixture) == 1 }
    }

    /// A press of the button leaves no doubt; without the filter, all speech counts as addressed.
    @Test(arguments: [DetectionMode.pushToTalk, .auto])
    func clearlyAddressedSpeechIsLoggedAndConfirmedAtOnce(mode: DetectionMode) async {
        agent.play([])
        let fixture = await started(mode, filter: mode == .auto ? .off : .balanced)
        if mode == .pushToTalk {
            fixture.assistant.send(.microphoneTapped)
            fixture.recognizer.hear("so I told her")
            fixture.microphone.send(seconds: 1, isSpeech: true)
            fixture.assistant.send(.microphoneTapped)
            fixture.microphone.send(seconds: 0.2, isSpeech: false)
        } else {
            fixture.say("so I told her")
        }
        await fixture.until { $0.phase == .thinking }
        #expect(texts(fixture) == [.text("so I told her")])
        await yieldUntil { confirmedCount(fixture) == 1 }
    }
}
