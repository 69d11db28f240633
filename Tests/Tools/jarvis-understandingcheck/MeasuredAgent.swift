// SPDX-License-Identifier: GPL-3.0-or-later
// The agent on fakes, with a desktop of 300 applications, and the time it takes to interpret a request.

import Glibc
import JarvisAgent
import JarvisCore
import JarvisControlTesting
import JarvisSkills
import JarvisPlatform
import JarvisTesting

final class MeasuredAgent {
    let agent: SkillAgent
    private var milliseconds: [Double] = []

    /// - Parameter countsMissing: True to add placeholder skills for intents without a skill.
    init(countsMissing: Bool = false) {
        let clock = FakeWallClock()
        var services = SkillServices(
            history: FakeConversationStore(clock: clock), settings: FakeSettingsStore(),
            reminders: FakeReminderStore(), synthesizer: FakeSynthesizer(), launcher: ManyApplications(),
            status: UnknownStatus(), desktop: FakeDesktop().controls, clock: clock,
            lists: FakeListStore())
        services.online = FakeOnlineServices()
        services.appointments = FakeAppointmentReader()
        services.words = FakeWordReference([])
        agent = SkillAgent(
            services: services,
            skills: BuiltInSkills.all + (countsMissing ? MissingSkill.all(but: BuiltInSkills.all) : []))
        _ = agent.reading(of: "what time is it")
    }

    func read(_ text: String) -> RequestReading {
        let start = Self.processorMilliseconds()
        let reading = agent.reading(of: text)
        milliseconds.append(Self.processorMilliseconds() - start)
        return reading
    }

    /// The interpretation of a request as a follow-up to `first`; nil if it isn't one.
    func read(_ text: String, after first: String) -> RequestReading? {
        let start = Self.processorMilliseconds()
        let reading = agent.reading(of: text, after: first)
        milliseconds.append(Self.processorMilliseconds() - start)
        return reading
    }

    /// The real answer to the second of two requests.
    func answer(_ text: String, after first: String) async throws -> ReplySummary? {
        var isFollowUp = false
        var summary: ReplySummary?
        for (number, text) in [first, text].enumerated() {
            let request = AgentRequest(
                turn: TurnID(rawValue: UInt64(number + 1)), text: text, source: .typed, isFollowUp: isFollowUp)
            for try await update in agent.respond(to: request) {
                guard case .finished(let finished) = update else { continue }
                summary = finished
                isFollowUp = finished.followUp == .dictation
            }
        }
        return summary
    }

    /// The complete real answer to a request; nil if there is none: not understood by a skill, or a request for
    /// silence.
    func answer(_ text: String, _ number: Int) async throws -> String? {
        let request = AgentRequest(turn: TurnID(rawValue: UInt64(number + 1)), text: text, source: .typed)
        var clauses: [String] = []
        for try await update in agent.respond(to: request) {
            switch update {
            case .clause(let clause): clauses.append(clause)
            case .notMine, .notAddressed: return nil
            case .finished(let summary): if clauses.isEmpty, summary.skill == "stop" { return nil }
            default: break
            }
        }
        return clauses.joined(separator: " ")
    }

    /// The processor time of this thread, so that a busy machine does not matter.
    private static func processorMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    func printTimes() {
        let sorted = milliseconds.sorted()
        guard !sorted.isEmpty else { return }
        func at(_ share: Double) -> Double { (sorted[Int(Double(sorted.count - 1) * share)] * 100).rounded() / 100 }
        print("ms a request: median \(at(0.5)), 95 % \(at(0.95)), most \(at(1))")
    }
}

private struct UnknownStatus: SystemStatusReader {
    func read() async -> SystemStatus { SystemStatus() }
}

private struct ManyApplications: Launcher {
    func applications() -> [InstalledApplication] { MeasuredAgent.applications }
    func applicationsVersion() -> UInt64? { 1 }
    func open(_ application: InstalledApplication) throws {}
    func open(address: String) throws {}
}

extension MeasuredAgent {
    /// A desktop of 300 applications.
    static let applications: [InstalledApplication] = {
        let named = [
            "Firefox ESR", "Calculator", "GNOME Terminal", "GNU Image Manipulation Program", "Text Editor", "Files",
            "Thunderbird", "LibreOffice Writer", "LibreOffice Calc", "VLC media player", "Spotify", "Steam", "Settings",
            "Calendar", "Photos", "Maps", "Clocks", "Weather", "Discord", "Slack", "Chromium", "Visual Studio Code",
            "Blender", "Inkscape", "Audacity", "Rhythmbox", "System Monitor", "Document Viewer", "Camera", "Zoom",
        ]
        let more = (0..<270).map { "Program \($0)" }
        return (named + more).map { InstalledApplication(id: $0 + ".desktop", name: $0) }
    }()
}

/// Lines of text files.
enum TextLines {
    static func of(_ path: String) -> [String] {
        guard let bytes = try? WholeFile.bytes(path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// The third of a corpus that a line belongs to, by its FNV-1a hash.
    static func third(of line: String) -> UInt64 {
        line.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } % 3
    }
}
