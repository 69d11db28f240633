// SPDX-License-Identifier: GPL-3.0-or-later
// 200 answers in noise to a consent question, with the real recognizer, conversation, decision and server.

import JarvisAssistant
import JarvisCore
import JarvisSpeechTesting
import JarvisTesting
import JarvisToolServers
import Testing

@testable import JarvisConversation

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SpokenConsentTests {
    private let ears = ConsentMicrophone()
    private let recognizer = ConsentRecognizer()
    private let tools: ToolAgentRig
    private let assistant: Assistant

    init() async throws {
        tools = try await ToolAgentRig()
        var settings = Settings()
        settings.detectionMode = .auto
        settings.speech.saysFillers = false
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: ears.microphone, recognizer: recognizer, synthesizer: FakeSynthesizer(),
                player: FakePlayer(isAutomatic: true), agent: tools.chain, history: FakeConversationStore(),
                settings: FakeSettingsStore(settings), reminders: FakeReminderStore(), log: FakeEventLog(),
                wallClock: FakeWallClock(), clock: ManualClock(), reminderText: { $0.label }))
        assistant.start()
    }

    private var dialogue: ConsentDialogue? { assistant.state.turn.reply.consentDialogue }

    /// Asks for the tool, and answers the question with this clip.
    /// - Returns: what was heard.
    private func answer(_ clip: ConsentClip) async -> [String] {
        assistant.send(.textSubmitted("ask files to drop table", .typed))
        await yieldUntil { dialogue?.stage == .listening }
        _ = recognizer.takeTranscripts()
        // Silence until the speaker has certainly finished.
        var room = ClipNoise(seed: 3)
        ears.hear(clip.samples + room.white(48_000, rms: 3))
        await yieldUntil { !recognizer.isBusy }
        // Reports are handled in order, so once this one is, all earlier ones are.
        ears.microphone.send(.mutedBySystem(true))
        await yieldUntil { assistant.state.microphone.muting == .bySystem }
        ears.microphone.send(.mutedBySystem(false))
        await yieldUntil { assistant.state.microphone.muting == .none }
        if let dialogue {
            assistant.send(.consentAnswered(assistant.state.turn.id, dialogue.id, .denied))
        }
        await yieldUntil { assistant.state.phase.isListening && assistant.state.turn.reply.consents.isEmpty }
        return recognizer.takeTranscripts()
    }

    @Test func onlyAWholeYesRunsATool() async throws {
        let clips = try await ConsentClip.all()
        #expect(clips.count == 200)
        var agreed = 0
        for clip in clips {
            let before = tools.called.count
            let heard = await answer(clip)
            let calls = tools.called.count - before
            if clip.meaning == .yes { agreed += calls }
            #expect(
                calls == 0 || clip.meaning == .yes && calls == 1,
                "\"\(clip.text)\" by \(clip.voice) with \(clip.noise) was heard as \(heard)")
        }
        // Otherwise a recognizer that hears nothing would pass.
        #expect(agreed >= 10, "\(agreed) of 30")
        await assistant.stop()
        await tools.close()
    }
}
