// SPDX-License-Identifier: GPL-3.0-or-later
// The window's services with a fake behind every port.

import JarvisAssistant
import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisPlatform
import JarvisTesting

/// Fakes behind every port.
/// - Parameter shownHistory: The history in the panes, if it is not the current conversation.
@MainActor
func fakeServices(
    log: any EventLog = FakeEventLog(), history: any ConversationStore = FakeConversationStore(),
    shownHistory: (any ConversationStore)? = nil, agent: any Agent = FakeAgent(),
    player: FakePlayer = FakePlayer(isAutomatic: true), clock: any Clock<Duration> = ContinuousClock(),
    reminders: FakeReminderStore = FakeReminderStore(), lists: FakeListStore = FakeListStore(),
    recognizer: FakeRecognizer = FakeRecognizer()
) -> DesktopServices {
    let settings = FakeSettingsStore()
    let synthesizer = FakeSynthesizer()
    let ports = AssistantPorts(
        microphone: FakeMicrophone(), recognizer: recognizer, synthesizer: synthesizer,
        player: player, agent: agent, history: history, settings: settings,
        reminders: reminders, log: log, wallClock: FakeWallClock(), clock: clock,
        reminderText: { "It is time: \($0.label)." })
    let assistant = Assistant(ports: ports)
    let lesson = WakeLesson(
        assistant: assistant, learner: FakeWakeWordLearner(), makeMicrophone: { FakeMicrophone() })
    return DesktopServices(
        session: AssistantSession(assistant), meters: FakeMeters(), history: shownHistory ?? history,
        reminders: reminders, lists: lists, settings: settings, synthesizer: synthesizer, devices: FakeDevices(),
        commands: sampleCommands,
        resources: ResourceLocator.standard(), log: log, wakeLesson: lesson, engines: FakeEngineMonitor(),
        onboarding: fakeOnboarding())
}

/// A setup that is not due, with fakes behind it.
func fakeOnboarding() -> OnboardingServices {
    OnboardingServices(
        keeper: FakeOnboardingKeeper(), isDue: false, makePlayer: { FakePlayer(isAutomatic: true) },
        makeMicrophoneCheck: { MicrophoneCheck(microphone: FakeMicrophone(), recognizer: FakeRecognizer()) },
        warmUp: {}, login: FakeLogin(), finder: FakeFinder())
}

/// Keeps the progress of the setup.
actor FakeOnboardingKeeper: OnboardingKeeper {
    private var kept: OnboardingProgress?

    func progress() -> OnboardingProgress? { kept }
    func keep(_ progress: OnboardingProgress) { kept = progress }
}

/// Starts nothing.
actor FakeLogin: LoginLaunching {
    private var isSet = false

    func isOn() -> Bool { isSet }
    func set(_ isOn: Bool) { isSet = isOn }
}

/// Finds two services, one of which is in use.
struct FakeFinder: ServiceFinder {
    func services() -> AsyncStream<FoundService> {
        AsyncStream { continuation in
            continuation.yield(
                FoundService(
                    id: "ollama", name: "Ollama", detail: "localhost:11434, 2 models",
                    command: "jarvis servers add ollama", isAdded: false, remoteHost: "far.example"))
            continuation.yield(
                FoundService(
                    id: "piper", name: "Piper", detail: "localhost:10200", command: "jarvis config set", isAdded: true))
            continuation.finish()
        }
    }

    func use(_ id: String) async throws -> Bool { false }
}

/// Commands as the installed skills describe theirs.
let sampleCommands = [
    CommandHelp(
        skill: "clock", title: "Time and date", summary: "Tells the time and the date.",
        examples: ["what time is it", "what is the date today"], icon: "preferences-system-time-symbolic"),
    CommandHelp(
        skill: "timers", title: "Timers and alarms", summary: "Sets, lists and cancels timers and alarms.",
        examples: ["set a timer for five minutes", "wake me at seven"], icon: "alarm-symbolic"),
    CommandHelp(
        skill: "arithmetic", title: "Arithmetic", summary: "Calculates.",
        examples: ["what is twelve times nine"], icon: "accessories-calculator-symbolic"),
]
