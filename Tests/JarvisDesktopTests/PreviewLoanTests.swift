// SPDX-License-Identifier: GPL-3.0-or-later
// While a voice preview plays, the recognizer does not get the microphone.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisSettingsUI

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct PreviewLoanTests {
    private let microphone = FakeMicrophone()
    private let recognizer = FakeRecognizer()
    private let assistant: Assistant

    init() {
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: microphone, recognizer: recognizer, synthesizer: FakeSynthesizer(), player: FakePlayer(),
                agent: FakeAgent(), history: FakeConversationStore(), settings: FakeSettingsStore(),
                reminders: FakeReminderStore(), log: FakeEventLog(), wallClock: FakeWallClock(),
                clock: ContinuousClock(), reminderText: { $0.label }))
    }

    @Test func previewsNeverReachTheRecognizer() async {
        assistant.send(.started)
        await yieldUntil { microphone.isOpen }
        let player = FakePlayer()
        let preview = VoicePreview(FakeSynthesizer(), player)
        let loan = PreviewLoan(assistant)
        preview.onSound = { if $0 { loan.begin() } else { loan.end() } }
        preview.play("one", Prosody(voice: "a"), device: nil)
        #expect(assistant.state.microphone.loan != nil)
        await yieldUntil { !microphone.isOpen && player.isFinished }
        preview.play("two", Prosody(voice: "b"), device: nil)
        await yieldUntil { player.beginCount == 2 && player.isFinished }
        #expect(!microphone.isOpen, "not in between, either")
        player.send(.finished)
        await yieldUntil { microphone.isOpen }
        #expect(assistant.state.microphone.loan == nil)
        #expect(recognizer.sessions.isEmpty)
    }

    /// Wake word enrolment holds the microphone and returns it itself.
    @Test func previewsKeepAnExistingLease() {
        assistant.send(.microphoneLent(true))
        let loan = PreviewLoan(assistant)
        loan.begin()
        loan.end()
        #expect(assistant.state.microphone.loan != nil)
    }
}
