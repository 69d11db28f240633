// SPDX-License-Identifier: GPL-3.0-or-later
// A whole conversation in this process: the session, the agents, the skills and the stores are the program's; sound,
// clocks and the desktop are the test's.

import JarvisAgent
import JarvisAssistant
public import JarvisControlTesting
import JarvisConversation
import JarvisCore
import JarvisKnowledge
import JarvisLanguageModels
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisSkills
import JarvisStore
public import JarvisTesting
import JarvisToolServers
import JarvisUnderstanding
import Synchronization

/// A conversation with files in a folder of its own, in virtual time: waiting is for events, and time passes when a test
/// lets it pass or listens to what is being said.
public final class ConversationHarness: Sendable {
    /// What begins and ends with the conversation; everything else outlives it.
    struct Run: Sendable {
        var session: AssistantSession
        var settings: JSONSettingsStore
        var log: RunLog
    }

    private let folder: TemporaryFolder
    public let time = VirtualTime()
    public let microphone = FakeMicrophone()
    public let recognizer = FakeRecognizer()
    public let synthesizer = FakeSynthesizer()
    public let player: PacedPlayer
    public let desktop = FakeDesktop()
    public let log: SessionLog
    let directories: BaseDirectories
    private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))
    private let run = Mutex<Run?>(nil)
    private let picks = Mutex(0)
    /// Read once for all: reading takes longer than most tests.
    private static let language = LanguagePack.read("en", from: .standard())

    public init() throws {
        folder = try TemporaryFolder("jarvis-session")
        player = PacedPlayer(clock: time.clock, changes: changes)
        log = SessionLog(time: time, changes: changes)
        directories = BaseDirectories(
            data: folder.path + "/data/jarvis", configuration: folder.path + "/config/jarvis",
            cache: folder.path + "/cache/jarvis")
    }

    public var home: String { folder.path }

    /// The conversation that goes on.
    var session: AssistantSession? { run.withLock { $0?.session } }

    /// The microphone is open without anybody asking for it.
    var listensByItself: Bool { run.withLock { $0?.settings.current.detectionMode.isAutomatic == true } }

    // MARK: Put together as by the program

    func makeSettings() -> JSONSettingsStore { JSONSettingsStore(path: directories.configuration + "/settings.json") }
    func makeReminders() -> JSONReminderStore {
        JSONReminderStore(path: directories.data + "/reminders.json", clock: time.wallClock)
    }
    func makeLists() -> JSONListStore { JSONListStore(path: directories.data + "/lists.json") }
    func makeModels() -> JSONLanguageModelServers {
        JSONLanguageModelServers(path: directories.configuration + "/language-models.json")
    }
    func makeHistory() -> JSONLinesConversationStore {
        JSONLinesConversationStore(folder: directories.data + "/history", clock: time.wallClock)
    }

    /// Who answers in one program, with stores that it shares with others by their files alone.
    struct Mind {
        var settings: JSONSettingsStore
        var reminders: JSONReminderStore
        var history: any ConversationStore
        var agent: AgentChain
        var tools: ToolServers
    }

    func makeMind(for reader: FailureReader, log: any EventLog) -> Mind {
        let (settings, reminders, time) = (makeSettings(), makeReminders(), time)
        let history = SessionConversationStore(makeHistory(), settings: settings, clock: time.wallClock)
        let secrets = FakeSecrets()
        let models = LanguageModels(
            servers: makeModels(), keys: KeyRing(secrets))
        let servers = ToolServers(
            directories: directories, secrets: secrets, keys: KeyRing(secrets), clock: time.clock)
        var services = SkillServices(
            history: history, settings: settings, reminders: reminders, synthesizer: synthesizer,
            launcher: EmptyLauncher(), status: UnknownStatus(), desktop: desktop.controls, clock: time.wallClock,
            lists: makeLists(), appointments: FakeAppointmentReader(), words: FakeWordReference([]),
            pick: { [self] in pick($0) })
        services.stopwatch = JSONStopwatchStore(path: directories.data + "/stopwatch.json")
        services.online = InternetServices(
            settings: { settings.current.online }, network: { [network = NetworkOnDemand()] in network.http })
        let skills = SkillAgent(services: services, skills: BuiltInSkills.all) { Self.language }
        let tools = ServerTools(servers, patience: .seconds(2), reader: reader, log: log, clock: time.clock)
        let hasModel: @Sendable () async -> Bool = { (try? await models.active()) != nil }
        let model = LanguageModelAgent(
            skills: skills, others: tools,
            circumstances: {
                ModelCircumstances(userName: settings.current.userName, language: "en", clock: time.wallClock)
            },
            reader: reader, source: { try await models.active() })
        let agent = AgentChain([
            SureSkills(skills, hasBetter: hasModel), ToolServerAgent(tools, after: skills, hasModel: hasModel), model,
            FallbackAgent(skills: skills),
        ])
        return Mind(settings: settings, reminders: reminders, history: history, agent: agent, tools: servers)
    }

    /// Another one each time, in the same order in every run.
    private func pick(_ count: Int) -> Int {
        picks.withLock { picks in
            picks += 1
            return picks % max(count, 1)
        }
    }

    /// Begins to converse.
    @MainActor
    func start() {
        let log = RunLog(log)
        let mind = makeMind(for: .window, log: log)
        let (wallClock, tools) = (time.wallClock, mind.tools)
        let assistant = Assistant(
            ports: AssistantPorts(
                microphone: microphone, recognizer: recognizer, synthesizer: synthesizer, player: player,
                agent: mind.agent, history: mind.history, settings: mind.settings, reminders: mind.reminders, log: log,
                wallClock: wallClock, clock: time.clock,
                reminderText: { ReminderAnnouncement.due($0, clock: wallClock) },
                missedReminderText: { ReminderAnnouncement.missed($0, $1, clock: wallClock) },
                bannerText: Self.text))
        let session = AssistantSession(assistant, ends: [{ await tools.close() }])
        run.withLock { $0 = Run(session: session, settings: mind.settings, log: log) }
        session.start()
        assistant.send(.attended(true))
    }

    /// The words of a banner, where they are not the window's own.
    private static func text(_ message: BannerMessage) -> String {
        switch message {
        case .notice(let notice): notice.advice
        case .store(let failure), .conversationNotShown(let failure): failure.advice
        case .agent(let failure): failure.advice
        default: "\(message)"
        }
    }

    /// Takes the conversation that goes on out of the world.
    func takeRun() -> Run? {
        run.withLock { run in
            defer { run = nil }
            return run
        }
    }

    // MARK: Waiting

    /// Waits until something is found, and looks again whenever anything has happened.
    /// - Returns: nil where the test is called off meanwhile.
    func until<Found>(_ find: () async -> Found?) async -> Found? {
        let changes = changes.stream()
        if let found = await find() { return found }
        for await _ in changes {
            if let found = await find() { return found }
        }
        return nil
    }

    /// Lets what was reported so far be taken by the conversation.
    func settle() async {
        for _ in 0..<2 { await MainActor.run {} }
    }
}
