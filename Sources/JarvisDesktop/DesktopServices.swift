// SPDX-License-Identifier: GPL-3.0-or-later
// What a window needs from the rest of the program. Every service outlives the window; the composition root creates it.

import GioKit
public import JarvisAssistant
import JarvisConversation
public import JarvisCore
public import JarvisPlatform
public import JarvisSettingsUI
public import JarvisStore

/// The parts that the views draw and send intents to.
public struct DesktopServices {
    public let session: AssistantSession
    public var meters: any VoiceMeters
    /// The part of these services that the settings use.
    public var forSettings: SettingsServices
    /// The prompts of the day; nil if there are none.
    public var prompts: PromptBook?
    /// Deleted messages of the history that can be restored.
    public let deletedMessages: DeletedMessages
    /// Changes reminders, and can undo the changes.
    public let reminderChanges: ReminderChanges
    /// Changes lists, and can undo the changes.
    public let listChanges: ListChanges
    /// Skills that are unavailable at the moment, each with the reason.
    public var limitations: @Sendable () async -> [String: String] = { [:] }
    /// Opens links that the user clicks; if nil, links do nothing.
    public var launcher: (any Launcher)?
    /// Remote hosts that receive questions to a language model: the current ones, then every change.
    public var modelHosts: @Sendable () -> AsyncStream<[String]> = { AsyncStream { $0.finish() } }
    public var resources: ResourceLocator
    /// Throws a `BusError` if a caller on the bus may only perform actions that show something.
    public var admit: @MainActor (String) async throws -> Void = { _ in
        throw BusError.accessDenied("Other apps aren't allowed to do this.")
    }

    /// The first turn of this run of the program.
    let firstTurn: TurnID

    @MainActor
    public init(
        session: AssistantSession, meters: any VoiceMeters, history: any ConversationStore,
        reminders: any ReminderStore, lists: any ListStore, settings: any SettingsStore,
        synthesizer: any SpeechSynthesizer, devices: any AudioDeviceListing, commands: [CommandHelp],
        resources: ResourceLocator, log: any EventLog, wakeLesson: WakeLesson, engines: any SpeechEngineMonitor,
        onboarding: OnboardingServices
    ) {
        self.session = session
        firstTurn = session.assistant.state.turn.id
        self.meters = meters
        self.resources = resources
        deletedMessages = DeletedMessages(history, settings, clock: SystemWallClock())
        reminderChanges = ReminderChanges(reminders, clock: SystemWallClock())
        listChanges = ListChanges(lists)
        forSettings = SettingsServices(
            assistant: session.assistant, settings: settings, history: history, synthesizer: synthesizer,
            devices: devices, engines: engines, wakeLesson: wakeLesson, onboarding: onboarding, commands: commands,
            log: log)
    }

    /// The conversation of the session.
    public var assistant: Assistant { forSettings.assistant }
    public var history: any ConversationStore { forSettings.history }
    /// Decides whether the history may be shown; if nil, it always may.
    public var historyLock: HistoryLock? { forSettings.historyLock }
    public var settings: any SettingsStore { forSettings.settings }
    /// The phrases that JARVIS understands.
    public var commands: [CommandHelp] { forSettings.commands }
    /// The clock that the face shows.
    public var clock: any WallClock { forSettings.clock }
    public var log: any EventLog { forSettings.log }
    /// The services that the first setup needs.
    var onboarding: OnboardingServices { forSettings.onboarding }
}
