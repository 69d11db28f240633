// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisKnowledge

@Suite(.timeLimit(.minutes(3))) struct CalendarFilesTests {
    private var rig: CalendarRig

    init() throws { rig = try CalendarRig() }

    private var path: String { rig.folder.path + "/work.ics" }

    @Test func appointmentsAreReadWithTimesAndTexts() async throws {
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
        #expect(found.map(\.isBusy) == [true, false, false, true])
        #expect(found.map { rig.text($0.end) } == ["01-07 00:00", "01-06 00:00", "01-05 13:30", "01-05 16:00"])
        #expect(found[3].location == "High St")
    }

    @Test(arguments: ["Tea\u{1B}[31m", "Tea\\\u{1B}[31m", "Tea\\\u{9B}[31m", "Tea\\\u{7}[31m"])
    func titlesContainNoControlCharacters(title: String) async throws {
        try rig.write(events: ["UID:1\nSUMMARY:\(title)\nDTSTART:20260105T150000Z"])
        #expect(await rig.read("20260105", "20260106").appointments.map(\.title) == ["Tea [31m"])
    }

    @Test func systemAndFileTimeZonesAreUsed() async throws {
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

    /// Outlook and Exchange name zones as Windows does, and other programs leave out what that means.
    @Test func windowsZonesAreKnown() async throws {
        try rig.write(events: [
            "UID:1\nDTSTART;TZID=W. Europe Standard Time:20260105T100000",
            "UID:2\nDTSTART;TZID=Eastern Standard Time:20260705T100000",
            "UID:3\nDTSTART;TZID=\"India Standard Time\":20260106T100000",
            "UID:4\nDTSTART;TZID=\"tzone://Microsoft/Utc\":20260107T100000",
        ])
        let reading = await rig.read("20260101", "20270101")
        #expect(
            reading.appointments.map { rig.text($0.start) } == [
                "01-05 09:00", "01-06 04:30", "01-07 10:00", "07-05 14:00",
            ])
        #expect(reading.faults == [])
    }

    @Test func windowsZonesAreAllInTheSystemsDatabase() async throws {
        let names = WindowsZones.names
        #expect(names.count > 130)
        let zones = SystemZones()
        for (windows, name) in names { #expect(zones.offset(name, at: 0) != nil, "\(windows): \(name)") }
    }

    /// The last appointment in it may have been cancelled a moment ago.
    @Test(arguments: [true, false]) func theFolderOfNewAppointmentsIsACalendarEvenWhileItIsEmpty(
        isWritten: Bool
    ) async {
        var places = CalendarPlaces(setting: rig.folder.path, home: "/nowhere", data: "/nowhere")
        if isWritten { places.include(rig.folder.path) }
        let reader = CalendarFiles(places: { [places] in places }, clock: rig.clock)
        let now = rig.clock.now()
        let reading = await reader.appointments(from: now, to: now.advanced(by: .seconds(86400)))
        #expect(reading.calendarCount == (isWritten ? 1 : 0))
    }

    @Test func nonCalendarIsReportedAndOthersAreRead() async throws {
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
        "DTSTART:20260105T240001", "DTSTART:20260105T100000\nDURATION:PT", "DTSTART:",
        "DTSTART:20260105T100000\nDURATION:P99999999999999999999D", "DTSTART;TZID=x", "DTSTART:+0260105T100000",
    ]

    @Test func invalidEntriesAreCountedAndOthersAreRead() async throws {
        try rig.write(events: Self.nonsense + ["UID:1\nSUMMARY:fine\nDTSTART:20260105T150000Z"])
        let reading = await rig.read("20260105", "20260106")
        #expect(reading.appointments.map(\.title) == ["fine"])
        guard case .damagedEntries(path, let count) = try #require(reading.faults.first) else {
            Issue.record("\(reading.faults)")
            return
        }
        #expect(count >= Self.nonsense.count)
    }

    @Test func looseFilesAreRead() async throws {
        try rig.write(events: [
            // Line ends that should have been written "\\n".
            "UID:1\nSUMMARY:Lunch\nwith Ada\nDESCRIPTION:Bring:\nSummary: not this\nEND: noon\n- cake\n\n"
                + "Location: nor this\nDTSTART:20260105T120000\nLOCATION:Cafe",
            "UID:2\nSUMMARY:until the end of the day\nDTSTART:20260105T200000\nDTEND:20260105T240000",
            "UID:3\nSUMMARY:until midnight\nDTSTART:20260105T210000\nDTEND;VALUE=DATE:20260106",
            "UID:4\nSUMMARY:same day\nDTSTART:20260105T220000\nDTEND;VALUE=DATE:20260105",
            "UID:5\nSUMMARY:days\nDTSTART;VALUE=DATE:20260105\nDTEND:20260106T120000",
        ])
        let reading = await rig.read("20260105", "20260106")
        #expect(reading.faults == [])
        #expect(
            reading.appointments.map { "\($0.title) \(rig.text($0.start))–\(rig.text($0.end)) \($0.location)" } == [
                "days 01-05 00:00–01-07 00:00 ", "Lunch with Ada 01-05 12:00–01-05 12:00 Cafe",
                "until the end of the day 01-05 20:00–01-06 00:00 ", "until midnight 01-05 21:00–01-06 00:00 ",
                "same day 01-05 22:00–01-06 00:00 ",
            ])
    }

    @Test func otherEncodingsAndLineEndsAreRead() async throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Café Grün – 5 €\nDTSTART:20260105T120000\nEND:VEVENT\nEND:VCALENDAR\n"
        let marks: [Unicode.Scalar: UInt8] = ["–": 0x96, "€": 0x80]
        let files: [(String, [UInt8])] = [
            ("windows", text.unicodeScalars.map { marks[$0] ?? UInt8($0.value) }),
            ("utf16", [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            ("mac", Array(text.replacing("\n", with: "\r").utf8)),
            // A line may be folded within a letter.
            (
                "folded",
                Array(text.utf8).split(separator: 0xC3, maxSplits: 1).map(Array.init).joined(separator: [0xC3, 10, 32])
                    .map { $0 }
            ),
        ]
        for (name, bytes) in files {
            let folder = try CalendarRig()
            try AtomicFile.write(folder.folder.path + "/\(name).ics", bytes)
            let reading = await folder.read("20260105", "20260106")
            #expect(reading.appointments.map(\.title) == ["Café Grün – 5 €"] && reading.faults == [], "\(name)")
        }
    }

    @Test func outlooksWholeDaysAreWholeDays() async throws {
        try rig.write(events: [
            "UID:1\nSUMMARY:fair\nDTSTART;TZID=Europe/Berlin:20260105T000000\nDTEND;TZID=Europe/Berlin:20260107T000000\n"
                + "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nX-MICROSOFT-CDO-BUSYSTATUS:OOF",
            "UID:2\nSUMMARY:holiday\nDTSTART:20260105T000000\nDTEND:20260106T000000\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE\n"
                + "X-MICROSOFT-CDO-BUSYSTATUS:FREE\nRRULE:FREQ=YEARLY",
        ])
        let found = await rig.read("20260105", "20260106").appointments
        #expect(
            found.map { "\($0.title) \(rig.text($0.start))–\(rig.text($0.end)) \($0.isAllDay) \($0.isBusy)" } == [
                "holiday 01-05 00:00–01-06 00:00 true false", "fair 01-05 00:00–01-07 00:00 true true",
            ])
    }

    @Test func onlyWhatTakesTimeMakesBusy() async throws {
        let me = "ATTENDEE;CN=Ada;PARTSTAT"
        try rig.write(
            events: [
                "SUMMARY:free\nDTSTART:20260105T010000\nTRANSP:OPAQUE\nX-MICROSOFT-CDO-BUSYSTATUS:FREE",
                "SUMMARY:tentative\nDTSTART:20260105T020000\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE",
                "SUMMARY:declined\nDTSTART:20260105T030000\n\(me)=DECLINED:mailto:Ada@Example.org\nATTENDEE:mailto:bo@x",
                "SUMMARY:accepted\nDTSTART:20260105T040000\n\(me)=ACCEPTED:mailto:ada@example.org\n"
                    + "ATTENDEE;PARTSTAT=DECLINED:mailto:bo@x",
                "SUMMARY:nobody\nDTSTART:20260105T050000\nORGANIZER:mailto:eve@x\nATTENDEE;PARTSTAT=DECLINED:mailto:bo@x\n"
                    + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@x",
                "SUMMARY:birthday\nDTSTART;VALUE=DATE:19900105\nRRULE:FREQ=YEARLY\nTRANSP:OPAQUE",
                "SUMMARY:trip\nDTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260108",
                "SUMMARY:off\nDTSTART;VALUE=DATE:20260105\nTRANSP:OPAQUE",
            ], head: "X-WR-CALNAME:ada@example.org\n")
        let found = await rig.read("20260105", "20260106").appointments
        #expect(found.filter(\.isBusy).map(\.title) == ["off", "trip", "tentative", "accepted"])
    }

    @Test func guestsHaveNamesAndAnswers() async throws {
        try rig.write(
            events: [
                "SUMMARY:Lunch\nDTSTART:20260105T120000\nATTENDEE;CN=\"Tom, Smith\";PARTSTAT=ACCEPTED:mailto:tom@x\n"
                    + "ATTENDEE;PARTSTAT=TENTATIVE:mailto:mary.ann@x\nATTENDEE;CUTYPE=ROOM;CN=Hall:mailto:hall@x\n"
                    + "ATTENDEE;CN=Me:mailto:me@example.org"
            ], to: "me@example.org/lunch.ics")
        let found = await rig.read("20260105", "20260106").appointments
        #expect(
            found.map(\.guests) == [
                [Guest(name: "Tom, Smith", answer: .accepted), Guest(name: "Mary Ann", answer: .tentative)]
            ])
    }

    @Test func addressesOnTheWebAreExplained() async throws {
        let clock = rig.clock
        for address in ["https://me:key@example.org/a.ics", "webcal://example.org/b.ics", "HTTP://example.org/"] {
            let places = CalendarPlaces(setting: address, home: "/nowhere", data: "/nowhere")
            let reading = await CalendarFiles(places: { places }, clock: clock)
                .appointments(from: clock.now(), to: clock.now().advanced(by: .seconds(60)))
            #expect(reading.faults == [.onWeb(host: "example.org")])
            #expect(reading.faults[0].advice.contains("vdirsyncer"))
        }
        #expect(CalendarPlaces(setting: "file:///a/b.ics", home: "", data: "").paths == ["/a/b.ics"])
    }

    @Test func truncatedFileYieldsItsCompleteEntries() async throws {
        let whole =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:a\nDTSTART:20260105T150000Z\nEND:VEVENT\n"
            + "BEGIN:VEVENT\nUID:2\nSUMMARY:b\nDTSTART:20260105T160000Z\nEND:VEVENT\nEND:VCALENDAR\n"
        var counts: [Int] = []
        for length in Array(stride(from: 0, to: whole.utf8.count, by: 7)) + [whole.utf8.count] {
            try rig.write(String(whole.prefix(length)))
            let titles = await rig.read("20260105", "20260106").appointments.map(\.title)
            #expect([[], ["a"], ["a", "b"]].contains(titles))
            counts.append(titles.count)
        }
        #expect(counts == counts.sorted() && Set(counts) == [0, 1, 2])
    }

    @Test func randomLinesAreReadSafely() async throws {
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

    @Test func oversizedFileIsReportedAndNotRead() async throws {
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

    @Test func anOversizedLinesContinuationIsIgnored() async throws {
        let long = String(repeating: "x", count: 5_000_000)
        try rig.write(events: ["UID:1\nSUMMARY:fine\nDTSTART:20260105T150000Z\nX-DATA:\(long)\n SUMMARY:other"])
        #expect(await rig.read("20260105", "20260106").appointments.map(\.title) == ["fine"])
    }

    @Test func endlessRecurrencesAreLimitedAndReported() async throws {
        var small = rig
        small.limits.steps = 20_000
        let rule = "DTSTART:00010101T000000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=2000000000"
        try small.write(events: (0..<50).map { "UID:\($0)\n\(rule)" })
        try small.write(events: ["UID:x\nSUMMARY:fine\nDTSTART:20260105T150000Z"], to: "zz.ics")
        let reading = await small.read("20260105", "20260106")
        #expect(reading.appointments.map(\.title) == ["fine"])
        #expect(reading.faults == [.tooComplex(path: path)])
    }

    /// A rule may name the same day many times, or many days a year.
    @Test(.timeLimit(.minutes(3))) func complexYearlyRulesAreReadInTime() async throws {
        func many(_ part: String) -> String { Array(repeating: part, count: 400).joined(separator: ",") }
        let days = (1...53).flatMap { number in ["MO", "TU", "WE", "TH", "FR"].map { "\(number)\($0)" } }
        let rules = [
            "BYMONTH=\(many("1"));BYDAY=\(many("MO"))",
            "BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=\(days.joined(separator: ","))",
        ]
        var small = rig
        small.limits.steps = 200_000
        for rule in rules {
            let start = "DTSTART:00010101T000000Z\nRRULE:FREQ=YEARLY;COUNT=2000000000;" + rule
            try small.write(events: (0..<40).map { "UID:\($0)\n\(start)" })
            #expect(await small.read("20260105", "20260106").calendarCount == 1)
        }
    }

    @Test(.timeLimit(.minutes(3))) func aSeriesWithThousandsOfEntriesIsRead() async throws {
        let series = (0..<2_000).map { _ in "UID:a\nDTSTART:20260105T150000Z\nRRULE:FREQ=DAILY" }
        let others = (0..<20_000).map { _ in "UID:a\nRECURRENCE-ID:20260105T150000Z\nDTSTART:20250105T150000Z" }
        try rig.write(events: series + others)
        #expect(await rig.read("20260105", "20260106").appointments.isEmpty)
    }

    @Test func missingPlacesAreReportedOnlyIfChosen() async throws {
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
        // Devices and pipes are reported without reading.
        #expect(mkfifo(rig.folder.path + "/pipe.ics", 0o600) == 0)
        #expect(await faults("/dev/zero, ~/pipe.ics").count == 2)
    }

    @Test func defaultAndChosenCalendarPlacesAreListed() async throws {
        let places = CalendarPlaces(setting: "  ", home: "/ada", data: "/ada/.local/share")
        #expect(!places.areChosen && places.paths.first == "/ada/.calendars")
        #expect(places.paths.contains("/ada/.local/share/evolution/calendar"))
        let named = CalendarPlaces(setting: "~/a.ics, /b", home: "/ada", data: "")
        #expect(named.areChosen && named.paths == ["/ada/a.ics", "/b"])
    }
}

/// A deterministic number generator.
private struct SmallGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
