// SPDX-License-Identifier: GPL-3.0-or-later
// The window's services with a fake behind every port.

import JarvisAssistant
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisTesting

@MainActor
func fakeServices() -> DesktopServices {
    let agent = FakeAgent()
    let history = FakeConversationStore()
    let settings = FakeSettingsStore()
    let synthesizer = FakeSynthesizer()
    let log = FakeEventLog()
    let ports = AssistantPorts(
        microphone: FakeMicrophone(), recognizer: FakeRecognizer(), synthesizer: synthesizer, player: FakePlayer(),
        agent: agent, history: history, settings: settings, reminders: FakeReminderStore(), log: log,
        wallClock: FakeWallClock(), clock: ContinuousClock())
    return DesktopServices(
        assistant: Assistant(ports: ports), meters: FakeMeters(), history: history, settings: settings,
        synthesizer: synthesizer, devices: FakeDevices(), commands: agent.commands,
        resources: ResourceLocator.standard(), log: log)
}
