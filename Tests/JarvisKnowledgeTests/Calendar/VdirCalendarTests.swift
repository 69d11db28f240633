// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisKnowledge

/// Changes in a calendar folder. The clock stands at Monday, 2026-01-05 09:30 UTC.
struct VdirCalendarTests {
    private let rig: CalendarRig
    private let calendar: VdirCalendar

    init() throws {
        rig = try CalendarRig()
        calendar = VdirCalendar(clock: rig.clock) { [path = rig.folder.path] in path }
    }

    private func instant(_ hours: Int64) -> Timestamp {
        Timestamp(secondsSinceEpoch: 1_767_571_200 + hours * 3_600)
    }

    private func appointment(_ title: String, hours: Int64, length: Int64 = 1) -> Appointment {
        Appointment(title: title, start: instant(hours), end: instant(hours + length))
    }

    private func bytes(_ name: String) throws -> [UInt8] { try WholeFile.bytes(rig.folder.path + "/" + name) }

    private func names() throws -> [String] { FolderTree.files(in: rig.folder.path).keys.sorted() }

    private func failure(_ work: () async throws -> Void) async -> CalendarWriteFailure? {
        do {
            try await work()
            return nil
        } catch {
            return error as? CalendarWriteFailure
        }
    }

    /// With everything that programs write, in the line ends of the standard.
    private static let entry = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin",
        "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD",
        "END:VTIMEZONE", "BEGIN:VEVENT", "UID:tooth@example.org", "DTSTAMP:20251201T000000Z",
        "DTSTART;TZID=Europe/Berlin:20260106T150000", "DTEND;TZID=Europe/Berlin:20260106T160000",
        "SUMMARY:Dentist", "DESCRIPTION:Bring the X-ray and the form that came by post last wee", " k\\, please",
        "X-ODD;A=\"b:c\":d", "BEGIN:VALARM", "TRIGGER:-PT15M", "DTSTART:20260106T130000Z", "END:VALARM", "END:VEVENT",
        "END:VCALENDAR", "",
    ].joined(separator: "\r\n")

    @Test func aNewAppointmentIsReadBackAndNothingElseChanges() async throws {
        try rig.write(Self.entry, to: "tooth.ics")
        let before = try bytes("tooth.ics")
        let title = "Lunch, with Tom; at “Zum \\ Löwen” and everybody else who has said that they would like to come"
        var new = appointment(title, hours: 37)
        new.location = "Main Street 5, Berlin"
        let change = try await calendar.add(new)
        let found = await rig.read("20260106", "20260107").appointments
        #expect(found.map(\.title) == [title, "Dentist"] && found.first?.location == new.location, "\(found)")
        #expect(found.first?.start == new.start && found.first?.end == new.end && found.first?.isBusy == true)
        #expect(try bytes("tooth.ics") == before)
        let text = String(decoding: try WholeFile.bytes(change.path), as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.last == "" && lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") }, "\(text)")
        #expect(text.contains("DTSTART:20260106T130000Z"))
        #expect(try names().count == 2 && names().allSatisfy { $0.hasSuffix(".ics") })
    }

    @Test func wholeDaysAreDates() async throws {
        var new = appointment("Holiday", hours: 24, length: 72)
        (new.isAllDay, new.isBusy) = (true, false)
        _ = try await calendar.add(new)
        let found = await rig.read("20260101", "20260201").appointments
        #expect(found.count == 1 && found.first?.isAllDay == true && found.first?.start == new.start)
        #expect(found.first?.end == new.end && found.first?.isBusy == false)
    }

    @Test func movingChangesOnlyTheTimes() async throws {
        try rig.write(Self.entry, to: "tooth.ics")
        let change = try await calendar.move(appointment("Dentist", hours: 38), to: instant(58), until: instant(59))
        let before = Self.entry.split(separator: "\r\n", omittingEmptySubsequences: false)
        let after = String(decoding: try bytes("tooth.ics"), as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(
            after.filter { !before.contains($0) } == [
                "DTSTAMP:20260105T093000Z", "DTSTART;TZID=Europe/Berlin:20260107T110000",
                "DTEND;TZID=Europe/Berlin:20260107T120000", "SEQUENCE:1",
            ], "\(after)")
        #expect(before.filter { !after.contains($0) }.count == 3)
        #expect(await rig.times("20260101", "20260201") == ["01-07 10:00"])
        try await calendar.undo(change)
        #expect(try bytes("tooth.ics") == Array(Self.entry.utf8))
    }

    @Test(arguments: [
        ("DTSTART:20260105T150000Z\nDTEND:20260105T160000Z\nSEQUENCE:4", "DTSTART:20260105T170000Z"),
        ("DTSTART:20260105T150000\nDURATION:PT1H", "DTSTART:20260105T170000"),
        ("DTSTART;TZID=Own Zone:20260105T150000\nDURATION:PT1H", "DTSTART:20260105T170000Z"),
    ])
    func timesKeepTheirForm(times: String, start: String) async throws {
        try rig.write(events: ["UID:1\nSUMMARY:Talk\n\(times)"], to: "talk.ics")
        _ = try await calendar.move(appointment("Talk", hours: 15), to: instant(17), until: instant(18))
        let text = String(decoding: try bytes("talk.ics"), as: UTF8.self)
        #expect(text.split(separator: "\n").contains { $0 == start }, "\(text)")
        #expect(text.contains(times.contains("SEQUENCE") ? "SEQUENCE:5\n" : "SEQUENCE:1\n") && !text.contains("\r"))
        #expect(await rig.times("20260101", "20260201") == ["01-05 17:00"])
    }

    /// A number that other programs have written may have no successor.
    @Test(arguments: ["9223372036854775807", "2147483647", "-9223372036854775808", "nonsense"])
    func anyNumberOfAVersionIsMoved(sequence: String) async throws {
        try rig.write(
            events: ["UID:1\nSUMMARY:Talk\nDTSTART:20260105T150000Z\nSEQUENCE:\(sequence)"], to: "talk.ics")
        _ = try await calendar.move(appointment("Talk", hours: 15, length: 0), to: instant(17), until: instant(17))
        #expect(await rig.times("20260101", "20260201") == ["01-05 17:00"])
        let text = String(decoding: try bytes("talk.ics"), as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("SEQUENCE:") } == 1, "\(text)")
    }

    /// Lines that other programs have not folded, in letters that aren't those of names.
    @Test func textThatLooksLikeATimeIsLeftAlone() async throws {
        let text = "DESCRIPTION:Before\nDtstart: when all are there\nEND: noon\nBEGIN: after lunch\nSequence:9"
        try rig.write(events: ["UID:1\nSUMMARY:Talk\nDTSTART:20260105T150000Z\n\(text)"], to: "talk.ics")
        _ = try await calendar.move(appointment("Talk", hours: 15, length: 0), to: instant(17), until: instant(17))
        #expect(String(decoding: try bytes("talk.ics"), as: UTF8.self).contains(text))
        #expect(await rig.times("20260101", "20260201") == ["01-05 17:00"])
    }

    /// Properties in forms that few programs write: names that are folded, and parameters where none are needed.
    @Test func entriesInUnusualFormsAreMovedAndKept() async throws {
        try rig.write(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID;X=1:1\nSUMMARY:Talk\nDTST\n ART:20260105T150000Z\nEND:VEVENT\n"
                + "BEGIN;X=2:VEVENT\nUID:2\nSUMMARY:Other\nDTSTART:20260105T180000Z\nEND;X=3:VEVENT\nEND:VCALENDAR\n",
            to: "odd.ics")
        _ = try await calendar.move(appointment("Talk", hours: 15, length: 0), to: instant(17), until: instant(17))
        #expect(await rig.times("20260101", "20260201") == ["01-05 17:00", "01-05 18:00"])
        _ = try await calendar.remove(appointment("Talk", hours: 17, length: 0))
        #expect(await rig.times("20260101", "20260201") == ["01-05 18:00"])
    }

    /// The first entry has lost its end, so that the second seems to be a part of it; or the last one has.
    @Test(arguments: [
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Talk\nDTSTART:20260105T150000Z\nBEGIN:VEVENT\nUID:2\n"
            + "SUMMARY:Other\nDTSTART:20260105T180000Z\nEND:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n",
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Talk\nDTSTART:20260105T150000Z\nEND:VEVENT\nBEGIN:VEVENT\n"
            + "UID:1\nSUMMARY:Talk\nDTSTART:20260105T150000Z\n",
    ])
    func aDamagedFileIsLeftAlone(text: String) async throws {
        try rig.write(text, to: "cut.ics")
        let talk = appointment("Talk", hours: 15, length: 0)
        #expect(await failure { _ = try await calendar.remove(talk) } == .elsewhere(title: "Talk"))
        #expect(try bytes("cut.ics") == Array(text.utf8))
    }

    /// A combining mark makes one letter with the character before it, which must be escaped all the same.
    @Test func marksOfFormatAreEscapedBeforeCombiningMarks() async throws {
        let title = "a;\u{301} b,\u{301} c\\\u{301}"
        let change = try await calendar.add(appointment(title, hours: 37))
        let text = String(decoding: try WholeFile.bytes(change.path), as: UTF8.self)
        #expect(text.contains("SUMMARY:a\\;\u{301} b\\,\u{301} c\\\\\u{301}\r\n"), "\(text)")
        #expect(await rig.read("20260106", "20260107").appointments.map(\.title) == [title])
    }

    @Test func cancellingRemovesOnlyThatEntry() async throws {
        try rig.write(Self.entry, to: "tooth.ics")
        let alone = try await calendar.remove(appointment("Dentist", hours: 38))
        #expect(try names().isEmpty)
        try await calendar.undo(alone)
        #expect(try bytes("tooth.ics") == Array(Self.entry.utf8))
        // A file of several entries keeps the others byte for byte.
        try rig.write(
            events: ["UID:1\nSUMMARY:One\nDTSTART:20260105T150000Z", "UID:2\nSUMMARY:Two\nDTSTART:20260105T180000Z"],
            to: "both.ics")
        let change = try await calendar.remove(appointment("One", hours: 15, length: 0))
        let text = String(decoding: try bytes("both.ics"), as: UTF8.self)
        #expect(
            text == "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:2\nSUMMARY:Two\nDTSTART:20260105T180000Z\n"
                + "END:VEVENT\nEND:VCALENDAR\n")
        try await calendar.undo(change)
        #expect(await rig.read("20260105", "20260106").appointments.map(\.title) == ["One", "Two"])
    }

    @Test func whatAnotherProgramHasChangedIsLeftAlone() async throws {
        let change = try await calendar.add(appointment("Lunch", hours: 37))
        let other = try WholeFile.bytes(change.path) + Array("\r\n".utf8)
        try AtomicFile.write(change.path, other)
        #expect(await failure { try await calendar.undo(change) } == .changedSince)
        #expect(try WholeFile.bytes(change.path) == other)
    }

    @Test func seriesAndOtherCalendarsAreRefused() async throws {
        try rig.write(
            events: ["UID:1\nSUMMARY:Yoga\nDTSTART:20260105T180000Z\nRRULE:FREQ=WEEKLY"], to: "yoga.ics")
        let yoga = appointment("Yoga", hours: 18, length: 0)
        #expect(await failure { try await calendar.check(yoga) } == .repeats(title: "Yoga"))
        #expect(await failure { _ = try await calendar.remove(yoga) } == .repeats(title: "Yoga"))
        let party = appointment("Party", hours: 18)
        #expect(await failure { try await calendar.check(party) } == .elsewhere(title: "Party"))
        let none = VdirCalendar(clock: rig.clock) { "" }
        #expect(await failure { _ = try await none.add(party) } == .notChosen)
        #expect(await !none.isChosen())
        let relative = VdirCalendar(clock: rig.clock) { "." }
        #expect(await failure { _ = try await relative.add(party) } == .noFolder(path: "."))
        let gone = VdirCalendar(clock: rig.clock) { "/nonexistent/calendar" }
        #expect(await failure { _ = try await gone.add(party) } == .noFolder(path: "/nonexistent/calendar"))
    }

    /// A kill leaves the old file and at most one of another ending, which calendar programs don't read.
    @Test func whatAKillLeavesIsNotRead() async throws {
        try rig.write(Self.entry, to: "tooth.ics")
        try rig.write("BEGIN:VCALENDAR\r\nBEGIN:VEV", to: "tooth.ics.new-999.4")
        let reading = await rig.read("20260101", "20260201")
        #expect(reading.appointments.map(\.title) == ["Dentist"] && reading.faults == [])
        _ = try await calendar.move(appointment("Dentist", hours: 38), to: instant(58), until: instant(59))
        #expect(await rig.times("20260101", "20260201") == ["01-07 10:00"])
    }

    /// Nor is it left there; what other programs leave is.
    @Test func whatAKillLeavesIsRemoved() async throws {
        try rig.write("BEGIN:VCALENDAR\r\nBEGIN:VEV", to: "tooth.ics.new-999999999.4")
        for name in ["tooth.ics.new", "notes.txt.new-999999999.4", ".tooth.ics.tmp"] { try rig.write("x", to: name) }
        // Long after these files were written.
        rig.clock.set(by: .seconds(50 * 31_536_000))
        _ = try await calendar.add(appointment("Lunch", hours: 37))
        let left = try names().filter { !$0.hasSuffix(".ics") }
        #expect(left == [".tooth.ics.tmp", "notes.txt.new-999999999.4", "tooth.ics.new"])
    }

    /// Entries of one title in one file are told apart by their times.
    @Test func theEntryAtThatTimeIsChanged() async throws {
        try rig.write(
            events: ["UID:1\nSUMMARY:Call\nDTSTART:20260105T150000Z", "UID:2\nSUMMARY:Call\nDTSTART:20260105T180000Z"],
            to: "calls.ics")
        _ = try await calendar.move(appointment("Call", hours: 18, length: 0), to: instant(20), until: instant(20))
        #expect(await rig.times("20260105", "20260106") == ["01-05 15:00", "01-05 20:00"])
    }
}
