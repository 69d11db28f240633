// SPDX-License-Identifier: GPL-3.0-or-later
// The window's services with a fake behind every port.

import JarvisAssistant
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisTesting

/// Fakes behind every port.
/// - Parameter shownHistory: what the panes show, where that is not the conversation that goes on.
@MainActor
func fakeServices(
    log: any EventLog = FakeEventLog(), history: any ConversationStore = FakeConversationStore(),
    shownHistory: (any ConversationStore)? = nil, agent: any Agent = FakeAgent(),
    player: FakePlayer = FakePlayer(isAutomatic: true), clock: any Clock<Duration> = ContinuousClock(),
    reminders: FakeReminderStore = FakeReminderStore(), lists: FakeListStore = FakeListStore()
) -> DesktopServices {
    let settings = FakeSettingsStore()
    let synthesizer = FakeSynthesizer()
    let ports = AssistantPorts(
        microphone: FakeMicrophone(), recognizer: FakeRecognizer(), synthesizer: synthesizer,
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
        resources: ResourceLocator.standard(), log: log, wakeLesson: lesson, engines: FakeEngineMonitor())
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
