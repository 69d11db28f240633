// SPDX-License-Identifier: GPL-3.0-or-later
// The service interface on the test's own bus, in front of a conversation with fake engines.

import GioKit
import JarvisAssistant
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisPlatform
import JarvisTesting

@testable import JarvisService

/// A mutable value for closures on the main thread.
@MainActor
final class Kept<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

@MainActor
final class ServiceFixture {
    let bus: PrivateBus
    let connection: BusConnection
    let microphone = FakeMicrophone()
    let agent = FakeAgent()
    let history = FakeConversationStore()
    let settings: FakeSettingsStore
    let assistant: Assistant
    let calls: CallConductor
    let reminders = FakeReminderStore()
    let wallClock = FakeWallClock()
    let isSeen = Kept(true)
    let hasQuit = Kept(false)
    let heard = Kept<Transcript?>(nil)
    /// The utterance continues until it is stopped.
    let isLong = Kept(false)
    /// The time limit of the last utterance.
    let waited = Kept<Duration?>(nil)
    let ports: ServicePorts
    private(set) var object: ServiceObject?

    /// - Parameters:
    ///   - isStranger: Callers run another program.
    ///   - isOffered: False if the test exports the ports itself.
    init(isStranger: Bool = false, isOffered: Bool = true, change: (inout Settings) -> Void = { _ in }) async throws {
        bus = try PrivateBus()
        connection = try await bus.connection()
        var values = Settings()
        values.detectionMode = .pushToTalk
        change(&values)
        settings = FakeSettingsStore(values)
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: microphone, recognizer: FakeRecognizer(), wakeWord: FakeWakeWordSpotter(),
                synthesizer: FakeSynthesizer(), player: FakePlayer(isAutomatic: true), agent: agent, history: history,
                settings: settings, reminders: reminders, log: FakeEventLog(), wallClock: wallClock,
                clock: ManualClock(), reminderText: { $0.label }, ducker: FakeAudioDucker()))
        calls = CallConductor(assistant)
        let (heard, isLong, waited) = (heard, isLong, waited)
        var ports = ServicePorts(
            assistant: assistant, calls: calls, meters: FakeMeters(),
            typed: TypedTurn(agent: agent, history: history, clock: wallClock, explain: { "\($0)" }),
            hear: { limit, endings in
                await MainActor.run { waited.value = limit }
                if await isLong.value { for await _ in endings {} }
                return await heard.value
            }, explain: { "\($0)" }, settings: settings)
        ports.isSeen = { [isSeen] in isSeen.value }
        ports.quit = { [hasQuit] in hasQuit.value = true }
        self.ports = ports
        guard isOffered else { return }
        let introspection = try ServiceInterface.introspection(.standard())
        object = try ServiceObject(
            ports, on: connection, introspection: introspection,
            gate: CallerGate(
                connection, allowsOthers: { [settings] in settings.current.answersPrograms },
                own: "/usr/bin/jarvis", executable: { _ in isStranger ? "/usr/bin/gdbus" : "/usr/bin/jarvis" }))
        _ = try await connection.own(ServiceInterface.name)
    }

    func call(
        _ method: String, _ arguments: [BusValue] = [], _ signature: String = "", from caller: BusConnection
    ) async throws(BusFailure) -> [BusValue] {
        try await caller.call(
            ServiceInterface.name, path: ProgramIdentity.path, interface: ServiceInterface.name, method: method,
            arguments, signature: signature)
    }
}
