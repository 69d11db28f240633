// SPDX-License-Identifier: GPL-3.0-or-later
// Days in virtual time: reminders set by requests are kept in a real file and rung by the real scheduler, while the
// clock and the time zone change.

import JarvisAgent
import JarvisConversation
import JarvisCore
import JarvisStore
import JarvisTesting
import JarvisSkills

@testable import JarvisAssistant

/// A computer whose clock changes, and everything that has rung on it.
@MainActor
final class ChangedClock {
    let clock: FakeWallClock
    let rig: AgentRig
    /// Everything that rang or was announced, with its local time: "Jan 6 12:00 It's noon. This is your alarm."
    private(set) var told: [String] = []
    /// True to stop everything that rings at once.
    var stopsRings = true
    private let folder: TemporaryFolder
    private let store: JSONReminderStore
    private var scheduler: ReminderScheduler?

    init(_ zone: FakeZone, _ start: LocalTime) throws {
        let clock = FakeWallClock(zone: zone)
        clock.set(by: clock.instant(of: start).since(clock.now()))
        folder = try TemporaryFolder()
        store = JSONReminderStore(path: folder.path + "/reminders.json", clock: clock)
        rig = AgentRig(reminders: store, clock: clock)
        self.clock = clock
    }

    func pending() async throws -> [Reminder] { try await store.pending() }

    /// Checks for due reminders, as the program does after every change.
    func look() async {
        let scheduler = scheduler ?? makeScheduler()
        // Twice, because the program checks again after it has written something.
        for _ in 0..<2 { await scheduler.look() }
        await scheduler.settle()
        await scheduler.look()
    }

    private func makeScheduler() -> ReminderScheduler {
        let clock = clock
        let scheduler = ReminderScheduler(
            store: store, wallClock: clock, clock: ManualClock(),
            texts: .init(
                due: { ReminderAnnouncement.due($0, clock: clock) },
                missed: { ReminderAnnouncement.missed($0, $1, clock: clock) }),
            report: { [weak self] in self?.take($0) })
        self.scheduler = scheduler
        return scheduler
    }

    private func take(_ event: AssistantEvent) {
        switch event {
        case .remindersDue(let due):
            for ring in due { note(ring.text) }
            if stopsRings { scheduler?.settle(due.map(\.id), .stopped) } else { scheduler?.sounds(due.map(\.id)) }
        case .announcement(let text, _): note(text)
        default: break
        }
    }

    private func note(_ text: String) {
        let local = clock.local(clock.now())
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[local.month - 1]
        let second = local.second == 0 ? "" : ":\(local.second.padded())"
        told.append("\(month) \(local.day) \(local.hour.padded()):\(local.minute.padded())\(second) \(text)")
    }

    /// Runs the program for this time, with a check at least every hour.
    func run(_ length: Duration) async throws {
        let end = clock.now().advanced(by: length)
        while clock.now() < end {
            let now = clock.now()
            let next = try await pending().filter { !$0.isPaused && $0.dueAt > now }.map(\.dueAt).min() ?? end
            clock.advance(by: min(next.since(now), min(.seconds(3600), end.since(now))))
            await look()
        }
    }

    /// Applies a step of the table: "wait 10m", "to Asia/Tokyo", "clock -1h", "sleep 9h", "off 10m", "restart 10m".
    func change(_ step: Substring) async throws {
        let words = step.split(separator: " ")
        let argument = words.count > 1 ? String(words[1]) : ""
        switch words.first {
        case "wait": return try await run(Self.length(argument))
        case "to": clock.travel(to: FakeZone.all.first { $0.name == argument } ?? .utc)
        case "clock": clock.set(by: Self.length(argument))
        case "sleep": clock.advance(by: Self.length(argument))
        case "off", "restart":
            scheduler?.stop()
            scheduler = nil
            clock.advance(by: Self.length(argument))
            if words.first == "restart" { clock.reboot() }
            // "Restart 10m -365d": its clock is behind.
            if words.count > 2 { clock.set(by: Self.length(String(words[2]))) }
        default: break
        }
        await look()
    }

    /// "10m", "-365d"
    static func length(_ text: String) -> Duration {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()) else { return .zero }
        return .seconds(count * unit)
    }
}
