// SPDX-License-Identifier: GPL-3.0-or-later
// An agent on fakes, whose answers and actions tests can check.

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisControlTesting
import JarvisPlatform
import JarvisTesting
import JarvisUnderstanding
import Synchronization

/// An agent's answer.
struct Answer: Equatable {
    var clauses: [String]
    var summary: ReplySummary
    /// True if the request was not meant for the assistant.
    var isNotAddressed = false

    var text: String { clauses.joined(separator: " ") }
    var skill: String? { summary.skill }
    var values: [String: String] { summary.values }
}

/// The clock of the fakes stands at Monday, 2026-01-05 09:30 UTC.
final class AgentRig: Sendable {
    let clock: FakeWallClock
    let history: FakeConversationStore
    let settings = FakeSettingsStore()
    let reminders: FakeReminderStore
    let launcher = RecordingLauncher()
    let lists = FakeListStore()
    let stopwatch = MemoryStopwatch()
    let appointments = FakeAppointmentReader(.example)
    let calendar: FakeAppointmentWriter
    let words = FakeWordReference(.example)
    let online = FakeOnlineServices(.example)
    let models = FakeModelChoice(ModelNames(all: ["local", "big"], used: "local"))
    let desktop: FakeDesktop
    let services: SkillServices
    let agent: SkillAgent
    /// The agent as in the program, with the fallback for requests that no skill can answer.
    let chain: AgentChain
    private let turn = Mutex(TurnID(rawValue: 1))
    /// Read once for all rigs: reading takes longer than most tests.
    static let language = LanguagePack.read("en", from: .standard())
    static let catalogue = SkillCatalogue(BuiltInSkills.all)

    init(
        status: SystemStatus = .example, voices: [Voice] = .example, pick: Int = 0,
        desktop: FakeDesktop = .example, controls: DesktopControls? = nil,
        reminders failingReminders: (any ReminderStore)? = nil, settings failingSettings: (any SettingsStore)? = nil,
        region: Region = .unitedStates, clock: FakeWallClock = FakeWallClock(),
        adding add: (inout SkillServices) -> Void = { _ in }
    ) {
        self.clock = clock
        reminders = FakeReminderStore(clock: clock)
        calendar = FakeAppointmentWriter(appointments)
        self.desktop = desktop
        history = FakeConversationStore(clock: clock)
        var services = SkillServices(
            history: history, settings: failingSettings ?? settings, reminders: failingReminders ?? reminders,
            synthesizer: SilentSynthesizer(installed: voices), launcher: launcher,
            status: FixedStatus(status: status), desktop: controls ?? desktop.controls, clock: clock, lists: lists,
            appointments: appointments, words: words, pick: { min(pick, $0 - 1) })
        services.region = region
        services.calendarWriter = calendar
        services.online = online
        services.stopwatch = stopwatch
        services.models = models
        add(&services)
        self.services = services
        agent = SkillAgent(services: services, catalogue: Self.catalogue) { Self.language }
        chain = AgentChain([agent, FallbackAgent(skills: agent)])
    }

    /// Asks and keeps both sides in the history, as the conductor does.
    @discardableResult
    func ask(
        _ text: String, isFollowUp: Bool = false, source: MessageSource = .typed, confidence: Double? = nil,
        talkFilter: TalkFilter = .off, by partner: DialoguePartner = .conversation
    ) async throws -> Answer {
        let context = history.messages.suffix(6).filter { $0.kind != .note }
        let turn = self.turn.withLock { turn in
            turn = turn.next
            return turn
        }
        var request = AgentRequest(
            turn: turn, text: text, source: source, confidence: confidence, context: Array(context),
            isFollowUp: isFollowUp, talkFilter: talkFilter)
        request.partner = partner
        _ = try await history.append(MessageDraft(turn: turn, kind: .user, text: text, source: source))
        let answer = try await Self.collect(chain.respond(to: request))
        if !answer.clauses.isEmpty {
            _ = try await history.append(
                MessageDraft(turn: turn, kind: .assistant, text: answer.text, source: .system, skill: answer.skill))
        }
        return answer
    }

    /// Asks by voice; the request is recognized with this confidence.
    @discardableResult
    func hear(_ text: String, confidence: Double, isFollowUp: Bool = false) async throws -> Answer {
        try await ask(text, isFollowUp: isFollowUp, source: .voice, confidence: confidence)
    }

    /// Asks in speech that is overheard in the room.
    func overhear(_ text: String, _ filter: TalkFilter, confidence: Double = 0.9) async throws -> Answer {
        try await ask(text, source: .voice, confidence: confidence, talkFilter: filter)
    }

    static func collect(_ updates: AsyncThrowingStream<AgentUpdate, any Error>) async throws -> Answer {
        var answer = Answer(clauses: [], summary: ReplySummary(skill: "none"))
        for try await update in updates {
            switch update {
            case .clause(let clause): answer.clauses.append(clause)
            case .finished(let summary): answer.summary = summary
            case .notAddressed: answer.isNotAddressed = true
            case .notMine, .progress, .tool, .consentNeeded: break
            }
        }
        return answer
    }
}

/// Records everything that was opened.
final class RecordingLauncher: Launcher {
    private let opened = Mutex<[String]>([])
    private let version = Mutex<UInt64?>(nil)
    private let readings = Mutex(0)
    private let others = Mutex<[InstalledApplication]>([])

    /// How often the applications were read.
    var readingCount: Int { readings.withLock { $0 } }

    func install(_ application: InstalledApplication) { others.withLock { $0.append(application) } }

    func setVersion(_ version: UInt64?) { self.version.withLock { $0 = version } }

    func applicationsVersion() -> UInt64? { version.withLock { $0 } }

    var all: [String] { opened.withLock { $0 } }

    func applications() -> [InstalledApplication] {
        readings.withLock { $0 += 1 }
        return others.withLock { $0 } + [
            InstalledApplication(id: "firefox-esr.desktop", name: "Firefox ESR"),
            InstalledApplication(id: "org.gnome.Calculator.desktop", name: "Calculator"),
            InstalledApplication(id: "org.gnome.Terminal.desktop", name: "GNOME Terminal"),
            InstalledApplication(id: "gimp.desktop", name: "GNU Image Manipulation Program"),
            InstalledApplication(id: "code.desktop", name: "Text Editor"),
        ]
    }

    func open(_ application: InstalledApplication) throws {
        opened.withLock { $0.append(application.id) }
    }

    func open(address: String) throws {
        opened.withLock { $0.append(address) }
    }
}

struct FixedStatus: SystemStatusReader {
    var status: SystemStatus
    func read() async -> SystemStatus { status }
}

final class SilentSynthesizer: SpeechSynthesizer {
    let installed: [Voice]

    init(installed: [Voice]) {
        self.installed = installed
    }

    func voices() async throws -> [Voice] { installed }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        AsyncThrowingStream { $0.finish() }
    }
}

/// A store that can't be written.
final class ReadOnlySettings: SettingsStore {
    var current: Settings { Settings() }
    var notices: [Notice] { [] }
    func update(_ change: @escaping @Sendable (inout Settings) throws -> Void) throws -> Task<Void, any Error> {
        Task { throw StoreFailure.readOnly(path: "/etc/jarvis") }
    }
    func settle() async {}
    func changes() -> AsyncStream<Settings> { AsyncStream { $0.finish() } }
}

final class BrokenReminders: ReminderStore {
    func pending() async throws -> [Reminder] { [] }
    func add(_ reminder: Reminder) async throws { throw StoreFailure.diskFull(path: "/data/reminders") }
    func remove(_ ids: [String]) async throws {}
    func update(_ ids: [String], _ change: @escaping @Sendable (Reminder) -> Reminder?) async throws {}
    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

extension FakeDesktop {
    /// Firefox and VLC are playing; only VLC can be controlled.
    static var example: FakeDesktop {
        FakeDesktop(
            applications: [
                PlayingApplication(id: "1", name: "Firefox", binary: "firefox-esr", volume: Level(0.8)),
                PlayingApplication(id: "2", name: "VLC media player", binary: "vlc", volume: Level(0.5)),
            ],
            players: [
                MediaPlayer(
                    id: "vlc", name: "VLC", program: "vlc", state: .playing,
                    track: MediaTrack(
                        title: "Strange Fruit", artists: ["Nina Simone"], album: "Pastel Blues", lengthSeconds: 210),
                    positionSeconds: 60)
            ],
            readings: FakeMachineReadings(
                time: BatteryTime(.untilEmpty, seconds: 7_500),
                sensors: [SensorTemperature(.processor, name: "core", celsius: 54, criticalCelsius: 100)],
                networkAddresses: [InterfaceAddress(interface: "wlan0", family: .v4, address: "192.168.1.20")],
                programs: [
                    ProgramUsage(name: "firefox", processorShare: 0.35, memoryBytes: 2_100_000_000),
                    ProgramUsage(name: "code", processorShare: 0.1, memoryBytes: 900_000_000),
                ]))
    }
}

extension SystemStatus {
    static let example = SystemStatus(
        batteryPercent: 80, isCharging: false, processorLoad: 0.12, memoryUsedBytes: 4_000_000_000,
        memoryTotalBytes: 16_000_000_000, diskFreeBytes: 250_000_000_000, diskTotalBytes: 1_000_000_000_000,
        activeNetworkInterfaces: ["wlp3s0"], uptimeSeconds: 7_380)
}

extension [Voice] {
    static let example = [
        Voice(id: "en-us", name: "English (America)", languages: ["en-us", "en"]),
        Voice(id: "en-us+f3", name: "English (America), female 3", languages: ["en-us", "en"]),
        Voice(id: "en-gb", name: "English (Great Britain)", languages: ["en-gb", "en"]),
        Voice(id: "en-gb+f3", name: "English (Great Britain), female 3", languages: ["en-gb", "en"]),
        Voice(id: "en-gb-scotland", name: "English (Scotland)", languages: ["en-gb-scotland", "en"]),
        Voice(id: "de", name: "German", languages: ["de"]),
    ]
}

extension [Appointment] {
    /// Around Monday, 2026-01-05 09:30 UTC.
    static let example: [Appointment] = [
        hours("Standup", day: 0, from: 9, to: 10), hours("Dentist", day: 0, from: 15, to: 16, location: "High Street"),
        hours("Lunch with Ada", day: 1, from: 12, to: 13), hours("Gym", day: 4, from: 18, to: 20),
        hours("Anna's birthday", day: 5, from: 0, to: 24, isAllDay: true),
        hours("Planning", day: 7, from: 10, to: 11),
    ]

    private static func hours(
        _ title: String, day: Int, from: Int, to: Int, location: String = "", isAllDay: Bool = false
    ) -> Appointment {
        func instant(_ hour: Int) -> Timestamp {
            Timestamp(secondsSinceEpoch: 1_767_571_200 + Int64(day * 86_400 + hour * 3600))
        }
        return Appointment(
            title: title, location: location, start: instant(from), end: instant(to), isAllDay: isAllDay,
            isBusy: !isAllDay)
    }
}

extension [WordEntry] {
    static let example: [WordEntry] = [
        WordEntry(
            word: "serendipity",
            senses: [WordSense(partOfSpeech: .noun, definition: "good luck in making unexpected discoveries")]),
        WordEntry(
            word: "happy",
            senses: [
                WordSense(
                    partOfSpeech: .adjective, definition: "enjoying joy", synonyms: ["glad"], similar: ["blissful"])
            ]),
        WordEntry(
            word: "run",
            senses: [
                WordSense(partOfSpeech: .verb, definition: "move fast", synonyms: ["sprint"]),
                WordSense(partOfSpeech: .verb, definition: "direct or control", synonyms: ["operate"]),
                WordSense(partOfSpeech: .noun, definition: "a score in baseball"),
            ]),
    ]
}
