// SPDX-License-Identifier: GPL-3.0-or-later
// What a window needs from the rest of the program, all of which outlives it; the composition root fills it in.

import GioKit
public import JarvisAssistant
import JarvisConversation
public import JarvisCore
public import JarvisStore
public import JarvisPlatform

/// The parts that the views draw and send intents to.
public struct DesktopServices {
    public let session: AssistantSession
    public var meters: any VoiceMeters
    public var history: any ConversationStore
    /// What the page Privacy shows of this computer's traffic, figures and recordings.
    public var privacy = PrivacyServices()
    /// Says when the history may be shown; nil: always.
    public var historyLock: HistoryLock?
    /// The prompts of the day; nil: there are none.
    public var prompts: PromptBook?
    /// Its deleted messages, which can be restored.
    public let deletedMessages: DeletedMessages
    /// Changes what is pending, and takes that back.
    public let reminderChanges: ReminderChanges
    /// Changes lists, and takes that back.
    public let listChanges: ListChanges
    public var settings: any SettingsStore
    public var synthesizer: any SpeechSynthesizer
    public var devices: any AudioDeviceListing
    /// What can be said.
    public var commands: [CommandHelp]
    /// Skills that can do nothing at the moment, and why.
    public var limitations: @Sendable () async -> [String: String] = { [:] }
    /// Opens addresses that are pressed; nil opens none.
    public var launcher: (any Launcher)?
    /// Hosts other than this computer that read what a language model is asked, now and whenever they change.
    public var modelHosts: @Sendable () -> AsyncStream<[String]> = { AsyncStream { $0.finish() } }
    /// Checks every part, as `jarvis doctor` does.
    public var diagnosis: @Sendable () async throws -> [PartFinding] = { [] }
    /// The program's own version.
    public var version = ""
    /// The user's folder, which is left out of reports.
    public var homeFolder = ""
    /// Language models and tool servers.
    public var connections: any ConnectionsControl = NoConnections()
    public var resources: ResourceLocator
    public var log: any EventLog
    /// "Teach the wake word".
    public var wakeLesson: WakeLesson
    /// What the face reads the time off.
    public var clock: any WallClock = SystemWallClock()
    /// How the speech servers are doing.
    public var engines: any SpeechEngineMonitor
    /// Throws a `BusError` where a caller on the bus may not have an action done that does more than show something.
    public var admit: @MainActor (String) async throws -> Void = { _ in
        throw BusError.accessDenied("Other programs may not do this.")
    }
    /// What can be seen and heard in the settings; nil leaves it out.
    public var hearing: HearingServices?
    /// What the first setup needs.
    public var onboarding: OnboardingServices

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
        self.history = history
        self.settings = settings
        deletedMessages = DeletedMessages(history, settings, clock: SystemWallClock())
        reminderChanges = ReminderChanges(reminders, clock: SystemWallClock())
        listChanges = ListChanges(lists)
        self.synthesizer = synthesizer
        self.devices = devices
        self.commands = commands
        self.resources = resources
        self.log = log
        self.wakeLesson = wakeLesson
        self.engines = engines
        self.onboarding = onboarding
    }

    /// The conversation of the session.
    @MainActor public var assistant: Assistant { session.assistant }
}
