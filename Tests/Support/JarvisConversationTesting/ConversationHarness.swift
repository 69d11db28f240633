// SPDX-License-Identifier: GPL-3.0-or-later
// A whole conversation in this process: the session, agents, skills and stores are the program's own; sound, clocks and
// the desktop belong to the test.

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

/// A conversation with files in its own folder, in virtual time: tests wait for events, and time passes only when a
/// test advances it or listens to speech.
public final class ConversationHarness: Sendable {
    /// Everything that starts and ends with the conversation; all else outlives it.
    struct Run: Sendable {
        var session: AssistantSession
        var settings: JSONSettingsStore
        var log: RunLog
    }

    private let folder: TemporaryFolder
    public let time = VirtualTime()
    public let microphone = FakeMicrophone()
    public let recognizer = FakeRecognizer()
    /// Recognizes real sound; nil if the recognizer receives the words themselves.
    let ear: RealHearing?
    let utterances: HeardUtterances
    public let synthesizer = FakeSynthesizer()
    public let player: PacedPlayer
    public let desktop = FakeDesktop()
    public let log: SessionLog
    let directories: BaseDirectories
    private let changes = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))
    private let run = Mutex<Run?>(nil)
    private let picks = Mutex(0)
    /// Read only once, since reading takes longer than most tests.
    private static let language = LanguagePack.read("en", from: .standard())
    private static let catalogue = SkillCatalogue(BuiltInSkills.all)

    public init(hearing: Hearing = .words) throws {
        ear = hearing == .sound ? RealHearing() : nil
        utterances = HeardUtterances(changes: changes)
        folder = try TemporaryFolder("jarvis-session")
        player = PacedPlayer(clock: time.clock, changes: changes)
        log = SessionLog(time: time, changes: changes)
        directories = BaseDirectories(
            data: folder.path + "/data/jarvis", configuration: folder.path + "/config/jarvis",
            cache: folder.path + "/cache/jarvis")
    }

    public var home: String { folder.path }

    /// The current conversation.
    var session: AssistantSession? { run.withLock { $0?.session } }

    /// True if the microphone opens without being asked.
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

    /// The agents of one program, with stores that it shares with others only through their files.
    struct Mind {
        var settings: JSONSettingsStore
        var reminders: JSONReminderStore
        /// The history on disk.
        var kept: JSONLinesConversationStore
        var history: any ConversationStore
        var skills: SkillAgent
        var agent: AgentChain
        var tools: ToolServers
    }

    func makeMind(for reader: FailureReader, log: any EventLog) -> Mind {
        let (settings, reminders, time) = (makeSettings(), makeReminders(), time)
        let kept = makeHistory()
        let history = SessionConversationStore(kept, settings: settings, clock: time.wallClock)
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
        let skills = SkillAgent(services: services, catalogue: Self.catalogue) { Self.language }
        let tools = ServerTools(servers, patience: .seconds(2), reader: reader, log: log, clock: time.clock)
        let hasModel: @Sendable () async -> Bool = { (try? await models.active()) != nil }
        let model = LanguageModelAgent(
            skills: skills, others: tools,
            circumstances: {
                ModelCircumstances(userName: settings.current.userName, language: "en", clock: time.wallClock)
            },
            reader: reader, source: { try await models.active() })
        let agent = AgentChain([
            SureSkills(skills, hasModel: hasModel), ToolServerAgent(tools, after: skills, hasModel: hasModel), model,
            FallbackAgent(skills: skills),
        ])
        return Mind(
            settings: settings, reminders: reminders, kept: kept, history: history, skills: skills, agent: agent,
            tools: servers)
    }

    /// Returns each number below `count` in turn, so that every run picks the same.
    private func pick(_ count: Int) -> Int {
        picks.withLock { picks in
            picks += 1
            return picks % max(count, 1)
        }
    }

    /// Starts the conversation.
    @MainActor
    func start() {
        let log = RunLog(log)
        let mind = makeMind(for: .window, log: log)
        let (wallClock, tools) = (time.wallClock, mind.tools)
        ear?.listen(for: mind.skills)
        let hearing: any SpeechRecognizer = ear?.recognizer ?? recognizer
        let assistant = Assistant(
            ports: AssistantPorts(
                microphone: microphone,
                recognizer: RecordingRecognizer(hearing, keeper: utterances, clock: wallClock),
                synthesizer: synthesizer, player: player,
                agent: mind.agent, history: mind.history, settings: mind.settings, reminders: mind.reminders, log: log,
                wallClock: wallClock, clock: time.clock,
                reminderText: { ReminderAnnouncement.due($0, clock: wallClock) },
                missedReminderText: { ReminderAnnouncement.missed($0, $1, clock: wallClock) },
                bannerText: Self.text))
        let session = AssistantSession(
            assistant,
            work: [
                { [kept = mind.kept] assistant in
                    for await finding in kept.findings {
                        for notice in finding.notices { await assistant.send(.noticed(.notice(notice))) }
                    }
                }
            ], ends: [{ await tools.close() }])
        run.withLock { $0 = Run(session: session, settings: mind.settings, log: log) }
        session.start()
        assistant.send(.attended(true))
    }

    /// The text of a banner, if it is not one of the window's own.
    private static func text(_ message: BannerMessage) -> String {
        switch message {
        case .notice(let notice): notice.advice
        case .store(let failure), .conversationNotShown(let failure): failure.advice
        case .agent(let failure): failure.advice
        default: "\(message)"
        }
    }

    /// Removes and returns the current conversation.
    func takeRun() -> Run? {
        run.withLock { run in
            defer { run = nil }
            return run
        }
    }

    // MARK: Waiting

    /// Waits until `find` returns a value; it is called again after every event.
    /// - Returns: nil if the test is cancelled first.
    func until<Found>(_ find: () async -> Found?) async -> Found? {
        let changes = changes.stream()
        if let found = await find() { return found }
        for await _ in changes {
            if let found = await find() { return found }
        }
        return nil
    }

    /// Lets the conversation process everything reported so far.
    func settle() async {
        for _ in 0..<2 { await MainActor.run {} }
    }
}
