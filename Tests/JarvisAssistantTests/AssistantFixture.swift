// SPDX-License-Identifier: GPL-3.0-or-later
// An assistant with fake engines.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisTesting

@MainActor
final class AssistantFixture {
    let microphone = FakeMicrophone()
    let recognizer = FakeRecognizer()
    let spotter = FakeWakeWordSpotter()
    let synthesizer = FakeSynthesizer()
    let player: FakePlayer
    let agent = FakeAgent()
    let history = FakeConversationStore()
    let settings: FakeSettingsStore
    let reminders: FakeReminderStore
    let log = FakeEventLog()
    let wallClock: FakeWallClock
    let clock = ManualClock()
    let ducker = FakeAudioDucker()
    let assistant: Assistant

    init(
        mode: DetectionMode = .auto, automaticPlayback: Bool = false, fillers: Bool = false,
        agent otherAgent: (any Agent)? = nil,
        change: (inout Settings) -> Void = { _ in }, hidesHistory: @escaping @Sendable () -> Bool = { false }
    ) {
        wallClock = FakeWallClock()
        reminders = FakeReminderStore(clock: wallClock)
        var values = Settings()
        values.detectionMode = mode
        values.speech.saysFillers = fillers
        change(&values)
        settings = FakeSettingsStore(values)
        player = FakePlayer(isAutomatic: automaticPlayback)
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: microphone, recognizer: recognizer, wakeWord: spotter, synthesizer: synthesizer,
                player: player, agent: otherAgent ?? agent, history: history, hidesHistory: hidesHistory,
                settings: settings, reminders: reminders,
                log: log,
                wallClock: wallClock, clock: clock, reminderText: { "It is time: \($0.label)." },
                ducker: ducker))
    }

    /// Waits until the state is as wanted; bounded by the test's time limit.
    func until(_ isReached: @escaping @MainActor (AssistantState) -> Bool) async {
        let (reached, tell) = AsyncStream.makeStream(of: Void.self)
        observation = assistant.observe { if isReached($0) { tell.finish() } }
        // Ends with the test's time limit, too.
        for await _ in reached {}
    }

    /// Waits for something outside the state, and yields to the engines meanwhile.
    func until(_ isReached: @MainActor () -> Bool) async {
        await yieldUntil { isReached() }
    }

    private var observation: Observation?

    /// The user says something; the recognizer understands `text`.
    func say(_ text: String) {
        recognizer.hear(text)
        microphone.send(seconds: 0.5, isSpeech: false)
        microphone.send(seconds: 1, isSpeech: true)
        microphone.send(seconds: 1, isSpeech: false)
    }
}
