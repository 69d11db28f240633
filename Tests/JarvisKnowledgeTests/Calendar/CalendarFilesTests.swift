// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisKnowledge
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3))) struct CalendarFilesTests {
    private var rig: CalendarRig

    init() throws { rig = try CalendarRig() }

    private var path: String { rig.folder.path + "/work.ics" }

    @Test func appointmentsHaveTheirTimesAndWords() async throws {
        try rig.write(events: [
            "UID:1\nSUMMARY:Dentist\\, Dr. Grün\\nbring card\nLOCATION:High St\nDTSTART:20260105T150000Z\n"
                + "DTEND:20260105T160000Z",
            "UID:2\nSUMMARY:Lun\n ch wi\n\tth Ada\nDTSTART:20260105T120000\nDURATION:PT1H30M\nTRANSP:TRANSPARENT",
            "UID:3\nSUMMARY:Anna's birthday\nDTSTART;VALUE=DATE:20260105",
            "UID:4\nSUMMARY:Conference\nDTSTART;VALUE=DATE:20260104\nDTEND;VALUE=DATE:20260107",
            "UID:5\nSUMMARY:Tomorrow\nDTSTART:20260106T000000Z\nDTEND:20260106T010000Z",
            "UID:6\nSUMMARY:Over\nDTSTART:20260104T230000Z\nDTEND:20260105T000000Z",
        ])
        let reading = await rig.read("20260105", "20260106")
        #expect(reading.faults == [] && reading.calendarCount == 1)
        let found = reading.appointments
        #expect(
            found.map(\.title) == ["Conference", "Anna's birthday", "Lunch with Ada", "Dentist, Dr. Grün bring card"])
        #expect(found.map(\.isAllDay) == [true, true, false, false])
        #expect(found.map(\.isBusy) == [true, true, false, true])
        #expect(found.map { rig.text($0.end) } == ["01-07 00:00", "01-06 00:00", "01-05 13:30", "01-05 16:00"])
        #expect(found[3].location == "High St")
    }

    @Test func zonesOfTheSystemAndOfTheFileAreKnown() async throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:My Zone
            BEGIN:STANDARD
            DTSTART:16011104T020000
            RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
            TZOFFSETFROM:-0400
            TZOFFSETTO:-0500
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010311T020000
            RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
            TZOFFSETFROM:-0500
            TZOFFSETTO:-0400
            END:DAYLIGHT
            END:VTIMEZONE

            """
        try rig.write(
            events: [
                "UID:1\nDTSTART;TZID=Europe/Berlin:20260105T100000",
                "UID:2\nDTSTART;TZID=Europe/Berlin:20260705T100000",
                "UID:3\nDTSTART;TZID=\"/freeassociation.sourceforge.net/Asia/Tokyo\":20260106T100000",
                "UID:4\nDTSTART;TZID=My Zone:20260107T100000", "UID:5\nDTSTART;TZID=My Zone:20260707T100000",
                "UID:6\nDTSTART;TZID=My Zone:20260308T010000\nRRULE:FREQ=DAILY;COUNT=2",
                "UID:7\nDTSTART;TZID=Middle-earth/Shire:20260109T100000",
            ], head: zone)
        let reading = await rig.read("20260101", "20270101")
        #expect(
            reading.appointments.map { rig.text($0.start) } == [
                "01-05 09:00", "01-06 01:00", "01-07 15:00", "01-09 10:00", "03-08 06:00", "03-09 05:00", "07-05 08:00",
                "07-07 14:00",
            ])
        #expect(reading.faults == [.unknownZone(path: path, name: "Middle-earth/Shire")])
    }

    @Test func whatIsNoCalendarIsToldAndTheOthersAreRead() async throws {
        try rig.write(events: ["UID:1\nSUMMARY:fine\nDTSTART:20260105T150000Z"], to: "personal/a/fine.ics")
        try rig.write("<html>not found</html>", to: "page.ics")
        try rig.write(String(repeating: "\u{0}", count: 10_000), to: "zeros.ics")
        try rig.write("", to: "empty.ics")
        try rig.write("BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n", to: "notes.txt")
        let reading = await rig.read("20260105", "20260106")
        #expect(reading.appointments.map(\.title) == ["fine"] && reading.calendarCount == 1)
        #expect(
            reading.faults == ["page", "zeros"].map { .notCalendar(path: rig.folder.path + "/\($0).ics") })
    }

    private static let nonsense = [
        "SUMMARY:no time", "DTSTART:20260231T100000", "DTSTART:never", "DTSTART:20260105T250000",
        "DTSTART:20260105T100000\nDTEND;VALUE=DATE:20260106", "DTSTART:20260105T100000\nDURATION:PT", "DTSTART:",
        "DTSTART:20260105T100000\nDURATION:P99999999999999999999D", "DTSTART;TZID=x", "DTSTART:+0260105T100000",
    ]

    @Test func entriesThatMakeNoSenseAreCountedAndTheOthersAreRead() async throws {
        try rig.write(events: Self.nonsense + ["UID:1\nSUMMARY:fine\nDTSTART:20260105T150000Z"])
        let reading = await rig.read("20260105", "20260106")
        #expect(reading.appointments.map(\.title) == ["fine"])
        guard case .damagedEntries(path, let count) = try #require(reading.faults.first) else {
            Issue.record("\(reading.faults)")
            return
        }
        #expect(count >= Self.nonsense.count)
    }

    @Test func aCutFileGivesWhatIsWhole() async throws {
        let whole =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:a\nDTSTART:20260105T150000Z\nEND:VEVENT\n"
            + "BEGIN:VEVENT\nUID:2\nSUMMARY:b\nDTSTART:20260105T160000Z\nEND:VEVENT\nEND:VCALENDAR\n"
        for length in stride(from: 0, through: whole.utf8.count, by: 7) {
            try rig.write(String(whole.prefix(length)))
            let titles = await rig.read("20260105", "20260106").appointments.map(\.title)
            #expect([[], ["a"], ["a", "b"]].contains(titles))
        }
    }

    @Test func anyBytesAreReadWithoutHarm() async throws {
        var generator = SmallGenerator(state: 7)
        let pieces = [
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "END:VCALENDAR", "BEGIN:VTIMEZONE", "END:VTIMEZONE",
            "BEGIN:STANDARD", "END:STANDARD", "DTSTART:20260105T090000", "RRULE:FREQ=DAILY",
            "RRULE:FREQ=YEARLY;COUNT=9",
            "DURATION:P9999D", "TZOFFSETTO:+2359", "TZOFFSETFROM:-2359", "TZID:x", "DTSTART;TZID=x:99991231T235959",
            "DTSTART:00010101T000000", ":", ";;;:::", "\"\"\"", " folded", "\t", "\u{FFFD}", "BEGIN:VALARM",
            "END:VALARM",
        ]
        for number in 0..<200 {
            let lines = (0..<40).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))] }
            try rig.write("BEGIN:VCALENDAR\nVERSION:2.0\n" + lines.joined(separator: "\r\n"), to: "\(number).ics")
        }
        #expect(await rig.read("20260101", "20270101").calendarCount == 200)
    }

    @Test func whatIsTooLargeIsToldAndNotRead() async throws {
        var small = rig
        small.limits.fileBytes = 1 << 20
        try small.write(
            events: ["UID:1\nSUMMARY:\(String(repeating: "long ", count: 300_000))\nDTSTART:20260105T150000Z"])
        try small.write(events: ["UID:2\nSUMMARY:fine\nDTSTART:20260105T150000Z"], to: "small.ics")
        let reading = await small.read("20260105", "20260106")
        #expect(reading.appointments.map(\.title) == ["fine"])
        #expect(reading.faults == [.tooLarge(path: path, limitMegabytes: 1)])
        small.limits.files = 1
        #expect(await small.read("20260105", "20260106").faults.first == .tooMany(limit: 1))
    }

    @Test func repetitionsWithoutEndAreCutAndTold() async throws {
        var small = rig
        small.limits.steps = 20_000
        let rule = "DTSTART:00010101T000000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=2000000000"
        try small.write(events: (0..<50).map { "UID:\($0)\n\(rule)" })
        try small.write(events: ["UID:x\nSUMMARY:fine\nDTSTART:20260105T150000Z"], to: "zz.ics")
        let reading = await small.read("20260105", "20260106")
        #expect(reading.appointments.map(\.title) == ["fine"])
        #expect(reading.faults == [.tooComplex(path: path)])
    }

    /// A rule may name a day as often as it likes, and have much to look through in each year.
    @Test(.timeLimit(.minutes(3))) func workWithinAYearCountsAsWell() async throws {
        func many(_ part: String) -> String { Array(repeating: part, count: 400).joined(separator: ",") }
        let days = (1...53).flatMap { number in ["MO", "TU", "WE", "TH", "FR"].map { "\(number)\($0)" } }
        let rules = [
            "BYMONTH=\(many("1"));BYDAY=\(many("MO"))",
            "BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=\(days.joined(separator: ","))",
        ]
        for rule in rules {
            let start = "DTSTART:00010101T000000Z\nRRULE:FREQ=YEARLY;COUNT=2000000000;" + rule
            try rig.write(events: (0..<500).map { "UID:\($0)\n\(start)" })
            #expect(await rig.read("20260105", "20260106").calendarCount == 1)
        }
    }

    @Test(.timeLimit(.minutes(3))) func manyEntriesOfOneSeriesAreReadOnce() async throws {
        let series = (0..<2_000).map { _ in "UID:a\nDTSTART:20260105T150000Z\nRRULE:FREQ=DAILY" }
        let others = (0..<20_000).map { _ in "UID:a\nRECURRENCE-ID:20260105T150000Z\nDTSTART:20250105T150000Z" }
        try rig.write(events: series + others)
        #expect(await rig.read("20260105", "20260106").appointments.isEmpty)
    }

    @Test func missingPlacesAreToldOnlyWhereTheyWereNamed() async throws {
        let clock = rig.clock
        func faults(_ setting: String) async -> [CalendarFault] {
            let places = CalendarPlaces(setting: setting, home: rig.folder.path, data: rig.folder.path + "/data")
            return await CalendarFiles(places: { places }, clock: clock)
                .appointments(from: clock.now(), to: clock.now().advanced(by: .seconds(60))).faults
        }
        #expect(await faults("") == [])
        #expect(
            await faults("~/none.ics") == [
                .unreadable(path: rig.folder.path + "/none.ics", reason: StoreFailure.systemText(of: ENOENT))
            ])
        // Neither a device nor a pipe is waited for.
        #expect(mkfifo(rig.folder.path + "/pipe.ics", 0o600) == 0)
        #expect(await faults("/dev/zero, ~/pipe.ics").count == 2)
    }

    @Test func calendarsAreFoundWhereProgramsKeepThem() async throws {
        let places = CalendarPlaces(setting: "  ", home: "/ada", data: "/ada/.local/share")
        #expect(!places.areChosen && places.paths.first == "/ada/.calendars")
        #expect(places.paths.contains("/ada/.local/share/evolution/calendar"))
        let named = CalendarPlaces(setting: "~/a.ics, /b", home: "/ada", data: "")
        #expect(named.areChosen && named.paths == ["/ada/a.ics", "/b"])
    }
}

/// The same "random" numbers every time.
private struct SmallGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
