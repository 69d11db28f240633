// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a request can change, on fakes: reset before each request, and compared afterwards.

import JarvisAgent
import JarvisControlTesting
import JarvisCore
import JarvisPlatform
import JarvisSkills
import JarvisTesting
import Synchronization

/// The outcome of one request.
struct RequestOutcome {
    /// The skill that answered; nil if none did.
    var skill: String?
    var asks = false
    var text = ""
    var values: [String: String] = [:]
    /// Everything that was added, removed or changed, by name.
    var changes: [String: StateChange] = [:]
    /// The questions sent to online services.
    var questions: [String] = []
}

/// One thing before and after a request; nil if it doesn't exist.
struct StateChange: Hashable {
    var before: String?
    var after: String?
}

/// An agent on stores that are empty or hold a little of everything.
final class MeasuredWorld {
    private let isFilled: Bool
    private let clock = FakeWallClock()
    private let history: FakeConversationStore
    private let reminders: FakeReminderStore
    private let lists = FakeListStore()
    private let settings = FakeSettingsStore()
    private let online = FakeOnlineServices(.example)
    private let launcher = LoggingLauncher()
    private let desktop: FakeDesktop
    private let windows = FakeWindowControl()
    private let stopwatch = MemoryStopwatch()
    private let agent: SkillAgent
    private var turn: UInt64 = 0

    init(isFilled: Bool) {
        self.isFilled = isFilled
        history = FakeConversationStore(clock: clock)
        reminders = FakeReminderStore(clock: clock)
        let track = MediaTrack(title: "Blue", artists: ["Joni Mitchell"], album: "Blue", lengthSeconds: 180)
        var player = MediaPlayer(
            id: "vlc", name: "VLC media player", program: "vlc", state: .playing, track: track, positionSeconds: 60,
            volume: Level(0.5))
        (player.shuffles, player.loop, player.rate) = (false, .nothing, 1)
        var desktop = FakeDesktop(players: isFilled ? [player] : [])
        desktop.window = windows
        self.desktop = desktop
        var services = SkillServices(
            history: history, settings: settings, reminders: reminders, synthesizer: FakeSynthesizer(),
            launcher: launcher, status: IdleStatus(), desktop: desktop.controls, clock: clock, lists: lists,
            pick: { _ in 0 })
        services.online = online
        services.stopwatch = stopwatch
        services.words = FakeWordReference([])
        services.appointments = FakeAppointmentReader(isFilled ? Self.appointments(clock) : [])
        agent = SkillAgent(services: services, skills: BuiltInSkills.all)
    }

    /// Answers one request on its own.
    /// - Parameter extra: Additional contents of the stores, so that there is something to remove.
    func answer(_ text: String, with extra: RequestExtras) async -> RequestOutcome {
        await reset(isFilled ? extra : RequestExtras())
        agent.forget()
        let before = await state()
        let asked = online.questions.count
        var outcome = RequestOutcome()
        turn += 1
        let request = AgentRequest(turn: TurnID(rawValue: turn), text: text, source: .typed)
        do {
            var clauses: [String] = []
            for try await update in agent.respond(to: request) {
                switch update {
                case .clause(let clause): clauses.append(clause)
                case .finished(let summary):
                    (outcome.skill, outcome.values) = (summary.skill, summary.values)
                    outcome.asks = summary.followUp == .dictation
                default: break
                }
            }
            outcome.text = clauses.joined(separator: " ")
        } catch {
            outcome.text = "(\(error))"
        }
        let after = await state()
        for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
            outcome.changes[key] = StateChange(before: before[key], after: after[key])
        }
        outcome.questions = Array(online.questions.dropFirst(asked))
        return outcome
    }

    // MARK: State

    private func reset(_ extra: RequestExtras) async {
        let now = clock.now()
        try? await reminders.remove(reminders.all.map(\.id))
        var kept: [Reminder] = []
        if isFilled {
            kept = [
                Reminder(
                    id: "timer", kind: .timer, label: "", createdAt: now, dueAt: now.advanced(by: .seconds(600))),
                Reminder(
                    id: "alarm", kind: .alarm, label: "", createdAt: now, dueAt: at(day: 1, minute: extra.minute ?? 420)
                ),
                Reminder(
                    id: "reminder", kind: .reminder, label: "water the plants", createdAt: now,
                    dueAt: at(day: 1, minute: 1020)),
            ]
        }
        for reminder in kept { try? await reminders.add(reminder) }
        var held: [NamedList] = []
        if isFilled {
            held = [
                NamedList(name: "shopping", items: ["milk", "eggs", "bread"]),
                NamedList(name: "to-do", items: ["pay the rent", "call the plumber"]),
            ]
            for (list, items) in extra.items {
                let place = held.firstIndex { $0.name == list }
                if let place { held[place].items += items } else { held.append(NamedList(name: list, items: items)) }
            }
        }
        try? await lists.update { [held] in $0 = held }
        _ = try? settings.update { settings in
            settings = Settings()
            for service in OnlineService.allCases { settings.online[service] = .on }
            settings.online.place = "Oslo"
            settings.userName = "Anna"
        }
        history.replace(with: [])
        if isFilled {
            _ = try? await history.append(
                MessageDraft(
                    turn: TurnID(rawValue: 0), kind: .note, text: "the boiler was serviced in March", source: .typed,
                    skill: "note"))
        }
        _ = try? await desktop.sound.changeVolume(.to(0.5))
        _ = try? await desktop.sound.setMuted(false)
        _ = try? await desktop.brightness.change(.to(0.5))
        _ = try? await desktop.session.setDoNotDisturb(false)
        _ = try? await desktop.clipboard.setText("")
        _ = try? await desktop.media.send(.play, to: nil)
        _ = await desktop.colorScheme.set(.light)
        _ = await windows.closePane()
        _ = await windows.setShape(.normal)
        _ = try? await stopwatch.update { _ in nil }
        launcher.clear()
    }

    private func at(day: Int, minute: Int) -> Timestamp {
        var local = clock.local(clock.now())
        (local.day, local.hour, local.minute, local.second) = (local.day + day, minute / 60, minute % 60, 0)
        return clock.instant(of: local)
    }

    /// Everything that a request may change, by name.
    private func state() async -> [String: String] {
        var state: [String: String] = [:]
        let now = clock.now()
        for reminder in reminders.all {
            let local = clock.local(reminder.dueAt)
            let recurrence = reminder.recurrence.map { "\($0)" } ?? ""
            state["\(reminder.kind.rawValue) \(reminder.id)"] = [
                "\(reminder.dueAt.since(now).components.seconds)", "\(local.hour * 60 + local.minute)",
                "\(local.year)-\(local.month)-\(local.day)", "\(local.weekday)", reminder.label, recurrence,
                reminder.isPaused ? "paused" : "",
            ].joined(separator: "|")
        }
        for list in lists.all {
            state["list \(list.name)"] = "there"
            for item in list.items { state["item \(list.name)/\(item.lowercased())"] = "there" }
        }
        for message in history.messages where message.kind == .note { state["note \(message.id)"] = message.text }
        var kept = settings.current
        state["name"] = kept.userName
        state["speed"] = "\(kept.speed)"
        state["loudness"] = "\(kept.volume)"
        state["voice"] = "\(kept.voice) \(kept.pitch)"
        (kept.userName, kept.speed, kept.volume, kept.voice, kept.pitch) = ("", 1, 1, "", 0)
        state["settings"] = "\(kept)"
        if let output = try? await desktop.sound.output() {
            state["volume"] = "\(Int(((output.volume.share) * 100).rounded()))|\(output.isMuted)"
        }
        if let player = try? await desktop.media.player(nil) {
            state["player"] =
                "\(player.state) \(player.volume.map(\.share) ?? 0) \(String(describing: player.shuffles)) "
                + "\(String(describing: player.loop)) \(player.rate ?? 0)"
            state["player-position"] = "\(player.positionSeconds ?? 0)"
        }
        let sent = desktop.media.commands
        state["commands"] = "\(sent.count) \(sent.last.map { "\($0)" } ?? "")"
        state["brightness"] = (try? await desktop.brightness.brightness()).map { "\($0.level.share)" }
        state["session"] = "\(desktop.session.performed)"
        state["quiet"] = (try? await desktop.session.isDoNotDisturbOn()).map { "\($0)" }
        state["clipboard"] = (try? await desktop.clipboard.text()) ?? ""
        state["scheme"] = "\(String(describing: await desktop.colorScheme.scheme()))"
        // Opening a pane to show something doesn't count as a change.
        state["window"] = "\(windows.shape)"
        state["opened"] = launcher.opened.joined(separator: ", ")
        state["stopwatch"] = (try? await stopwatch.stopwatch()).map { "\($0)" }
        return state
    }

    private static func appointments(_ clock: FakeWallClock) -> [Appointment] {
        let start = clock.now()
        return [(3, "Dentist", "Main Street 5"), (26, "Team meeting", "Room 2"), (30, "Lunch with Tom", "")].map {
            Appointment(
                title: $0.1, location: $0.2, start: start.advanced(by: .seconds($0.0 * 3600)),
                end: start.advanced(by: .seconds($0.0 * 3600 + 3600)))
        }
    }
}

/// Additional contents of the stores for one request.
struct RequestExtras {
    /// Items by the name of their list.
    var items: [String: [String]] = [:]
    /// The alarm's minute of the day.
    var minute: Int?
}

private struct IdleStatus: SystemStatusReader {
    func read() async -> SystemStatus { SystemStatus() }
}

/// Records the requests to open something.
private final class LoggingLauncher: Launcher {
    private let log = Mutex<[String]>([])
    private let all = MeasuredAgent.applications

    var opened: [String] { log.withLock { $0 } }
    func clear() { log.withLock { $0 = [] } }
    func applications() -> [InstalledApplication] { all }
    func applicationsVersion() -> UInt64? { 1 }
    func open(_ application: InstalledApplication) { log.withLock { $0.append(application.name) } }
    func open(address: String) { log.withLock { $0.append(address) } }
}

private final class MemoryStopwatch: StopwatchStore {
    private let kept = Mutex<Stopwatch?>(nil)

    func stopwatch() async throws -> Stopwatch? { kept.withLock { $0 } }

    func update(_ change: @escaping @Sendable (Stopwatch?) -> Stopwatch?) async throws -> Stopwatch? {
        kept.withLock { kept in
            defer { kept = change(kept) }
            return kept
        }
    }
}
