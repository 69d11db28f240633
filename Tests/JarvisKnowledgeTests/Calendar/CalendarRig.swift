// SPDX-License-Identifier: GPL-3.0-or-later
// Calendar files in the test's own folder.

import JarvisKnowledge
import JarvisCore
import JarvisPlatform
import JarvisTesting
import JarvisUnderstanding

struct CalendarRig {
    let folder: TemporaryFolder
    var limits = CalendarFiles.Limits()
    /// Monday, 2026-01-05 09:30 UTC.
    let clock = FakeWallClock()

    init() throws { folder = try TemporaryFolder() }

    var files: CalendarFiles {
        let places = CalendarPlaces(setting: folder.path, home: "/nowhere", data: "/nowhere")
        return CalendarFiles(places: { places }, clock: clock, limits: limits)
    }

    func write(_ text: String, to name: String = "work.ics") throws {
        try Folder.create(Folder.parent(of: folder.path + "/" + name))
        try AtomicFile.write(folder.path + "/" + name, Array(text.utf8))
    }

    /// Writes a calendar with these entries, each a list of lines.
    func write(events: [String], head: String = "", to name: String = "work.ics") throws {
        let entries = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        try write("BEGIN:VCALENDAR\nVERSION:2.0\n\(head)\(entries)END:VCALENDAR\n", to: name)
    }

    /// - Parameters:
    ///   - from: "20260105"
    ///   - to: The first day after the period.
    func read(_ from: String, _ to: String) async -> CalendarReading {
        await files.appointments(from: instant(from), to: instant(to))
    }

    /// The start of each appointment as "01-05 09:30".
    func times(_ from: String, _ to: String) async -> [String] {
        await read(from, to).appointments.map { text($0.start) }
    }

    func text(_ instant: Timestamp) -> String {
        let local = clock.local(instant)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(two(local.month))-\(two(local.day)) \(two(local.hour)):\(two(local.minute))"
    }

    private func instant(_ day: String) -> Timestamp {
        let digits = Int(day) ?? 0
        return clock.instant(
            of: LocalTime(
                year: digits / 10_000, month: digits / 100 % 100, day: digits % 100, hour: 0, minute: 0, second: 0,
                weekday: 1))
    }
}
