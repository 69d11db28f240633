// SPDX-License-Identifier: GPL-3.0-or-later
// What the settings and the setup need from the rest of the program; the composition root creates it.

public import JarvisAssistant
public import JarvisCore
import JarvisPlatform
public import JarvisStore

/// The services that the settings change, test and show.
public struct SettingsServices {
    /// The conversation: settings speak samples and report failures through it.
    public let assistant: Assistant
    public var settings: any SettingsStore
    public var history: any ConversationStore
    /// Decides whether the history may be shown; if nil, it always may.
    public var historyLock: HistoryLock?
    /// The data for the Privacy page: traffic, statistics and recordings.
    public var privacy = PrivacyServices()
    public var synthesizer: any SpeechSynthesizer
    public var devices: any AudioDeviceListing
    /// Observes the speech servers.
    public var engines: any SpeechEngineMonitor
    /// Trains the wake word.
    public var wakeLesson: WakeLesson
    /// The services behind the sound displays; without them, the settings leave the displays out.
    public var hearing: HearingServices?
    /// Language models and tool servers.
    public var connections: any ConnectionsControl = NoConnections()
    /// The services of the first setup.
    public var onboarding: OnboardingServices
    /// The phrases that JARVIS understands.
    public var commands: [CommandHelp]
    /// Checks every part, as `jarvis doctor` does.
    public var diagnosis: @Sendable () async throws -> [PartFinding] = { [] }
    /// The program's version.
    public var version = ""
    /// The user's home folder, which reports leave out of paths.
    public var homeFolder = ""
    /// The clock for displayed times.
    public var clock: any WallClock = SystemWallClock()
    public var log: any EventLog

    public init(
        assistant: Assistant, settings: any SettingsStore, history: any ConversationStore,
        synthesizer: any SpeechSynthesizer, devices: any AudioDeviceListing, engines: any SpeechEngineMonitor,
        wakeLesson: WakeLesson, onboarding: OnboardingServices, commands: [CommandHelp], log: any EventLog
    ) {
        self.assistant = assistant
        self.settings = settings
        self.history = history
        self.synthesizer = synthesizer
        self.devices = devices
        self.engines = engines
        self.wakeLesson = wakeLesson
        self.onboarding = onboarding
        self.commands = commands
        self.log = log
    }
}
