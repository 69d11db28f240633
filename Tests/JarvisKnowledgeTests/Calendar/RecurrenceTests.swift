// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisKnowledge
import JarvisCore
import JarvisTesting
import Testing

/// Recurrence rules yield the days that the examples of RFC 5545, 3.8.5.3, give or that a calendar shows.
@Suite(.timeLimit(.minutes(3))) struct RecurrenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var rule: String
        var start = "20260105T090000"
        var from = "20260101"
        var to = "20260201"
        var days: [String]

        var testDescription: String { rule }
    }

    private static let cases = [
        Case(rule: "FREQ=DAILY;COUNT=3", days: ["01-05", "01-06", "01-07"]),
        Case(rule: "FREQ=DAILY;INTERVAL=10", days: ["01-05", "01-15", "01-25"]),
        Case(rule: "FREQ=DAILY;UNTIL=20260107T090000Z", days: ["01-05", "01-06", "01-07"]),
        Case(rule: "FREQ=DAILY;UNTIL=20260107T085959Z", days: ["01-05", "01-06"]),
        Case(rule: "FREQ=DAILY;UNTIL=20260106", days: ["01-05", "01-06"]),
        Case(
            rule: "FREQ=DAILY;BYDAY=SA,SU;COUNT=4", start: "20260103T090000",
            days: ["01-03", "01-04", "01-10", "01-11"]),
        Case(rule: "FREQ=WEEKLY;COUNT=3", days: ["01-05", "01-12", "01-19"]),
        Case(rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20260112", days: ["01-05", "01-07", "01-09", "01-12"]),
        Case(
            rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=4", start: "20260106T090000",
            days: ["01-06", "01-11", "01-20", "01-25"]),
        Case(
            rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4", start: "20260106T090000",
            days: ["01-06", "01-18", "01-20"]),
        Case(
            rule: "FREQ=MONTHLY", start: "20250131T090000", from: "20260101", to: "20260601",
            days: ["01-31", "03-31", "05-31"]),
        Case(
            rule: "FREQ=MONTHLY;BYDAY=1MO", start: "20250106T090000", to: "20260401", days: ["01-05", "02-02", "03-02"]),
        Case(
            rule: "FREQ=MONTHLY;BYDAY=-1FR;COUNT=2", start: "20260130T090000", to: "20260401",
            days: ["01-30", "02-27"]),
        Case(
            rule: "FREQ=MONTHLY;BYMONTHDAY=-1", start: "20251231T090000", to: "20260401",
            days: ["01-31", "02-28", "03-31"]),
        Case(
            rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", start: "20260130T090000", to: "20260401",
            days: ["01-30", "02-27", "03-31"]),
        Case(
            rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", start: "20250613T090000", from: "20260101", to: "20261231",
            days: ["02-13", "03-13", "11-13"]),
        Case(rule: "FREQ=YEARLY", start: "20200112T090000", days: ["01-12"]),
        Case(rule: "FREQ=YEARLY", start: "20240229T090000", from: "20260101", to: "20270101", days: []),
        Case(rule: "FREQ=YEARLY", start: "20240229T090000", from: "20280101", to: "20290101", days: ["02-29"]),
        Case(rule: "FREQ=YEARLY;BYMONTH=1;BYDAY=3MO", start: "20150119T090000", days: ["01-19"]),
        Case(
            rule: "FREQ=YEARLY;BYDAY=20MO", start: "19970519T090000", from: "20260101", to: "20270101", days: ["05-18"]),
        Case(
            rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", start: "19961105T090000",
            from: "20280101", to: "20290101", days: ["11-07"]),
        Case(
            rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", start: "20220610T090000", from: "20260101", to: "20270101",
            days: ["06-10", "07-10"]),
        Case(
            rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", start: "19970512T090000", from: "19970101", to: "19990601",
            days: ["05-12", "05-11", "05-17"]),
        Case(rule: "FREQ=YEARLY;BYWEEKNO=20", start: "20250513T090000", to: "20270101", days: ["05-12"]),
        Case(
            rule: "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=TH", start: "20260101T090000", from: "20260101", to: "20280101",
            days: ["01-01", "12-31", "01-07"]),
        Case(
            rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", start: "19970101T090000", from: "20000101",
            to: "20010101", days: ["01-01", "04-09", "07-18"]),
        Case(rule: "FREQ=YEARLY;BYYEARDAY=-1,60", start: "20250301T090000", to: "20270101", days: ["03-01", "12-31"]),
        Case(
            rule: "FREQ=YEARLY;BYDAY=-1FR;BYMONTHDAY=-1,28", start: "20271231T090000", from: "20260101", to: "20330101",
            days: ["12-31", "12-28", "12-31"]),
        Case(
            rule: "FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD", start: "20260131T090000",
            from: "20260201", to: "20260501", days: ["02-28", "03-31", "04-30"]),
        Case(
            rule: "FREQ=YEARLY;SKIP=FORWARD;RSCALE=GREGORIAN", start: "20240229T090000", from: "20260101",
            to: "20270101",
            days: ["03-01"]),
        Case(rule: "FREQ=DAILY", start: "19700101T090000", from: "20260104", to: "20260106", days: ["01-04", "01-05"]),
    ]

    @Test(arguments: cases) func ruleYieldsItsDays(of one: Case) async throws {
        let rig = try CalendarRig()
        try rig.write(events: ["UID:1\nSUMMARY:x\nDTSTART:\(one.start)\nRRULE:\(one.rule)"])
        #expect(await rig.times(one.from, one.to) == one.days.map { $0 + " 09:00" })
    }

    @Test func exceptionsAndChangedOccurrencesApply() async throws {
        let rig = try CalendarRig()
        try rig.write(events: [
            "UID:1\nSUMMARY:standup\nDTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;COUNT=5\n"
                + "EXDATE:20260106T090000Z,20260107T090000Z\nRDATE:20260120T080000Z",
            "UID:1\nSUMMARY:late standup\nRECURRENCE-ID:20260108T090000Z\nDTSTART:20260108T150000Z",
            "UID:1\nSUMMARY:gone\nRECURRENCE-ID:20260109T090000Z\nDTSTART:20260109T090000Z\nSTATUS:CANCELLED",
            "UID:2\nSUMMARY:holiday\nDTSTART;VALUE=DATE:20260101\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20260108",
        ])
        let found = await rig.read("20260105", "20260201").appointments
        #expect(
            found.filter { !$0.isAllDay }.map { rig.text($0.start) + " " + $0.title } == [
                "01-05 09:00 standup", "01-08 15:00 late standup", "01-20 08:00 standup",
            ])
        #expect(found.filter(\.isAllDay).map { rig.text($0.start) } == ["01-15 00:00", "01-22 00:00", "01-29 00:00"])
    }

    @Test func anUnsupportedRuleYieldsOneOccurrenceAndAFault() async throws {
        let rig = try CalendarRig()
        let rules = [
            "FREQ=FORTNIGHTLY", "FREQ=WEEKLY;INTERVAL=0", "FREQ=YEARLY;BYWEEKNO=54", "nonsense", "FREQ=DAILY;COUNT=-1",
            "FREQ=YEARLY;RSCALE=CHINESE", "FREQ=DAILY;BYHOUR=24",
            "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=MONTHLY;BYDAY=9XX",
        ]
        try rig.write(events: rules.enumerated().map { "UID:\($0)\nDTSTART:20260105T090000Z\nRRULE:\($1)" })
        let reading = await rig.read("20260105", "20260201")
        #expect(reading.appointments.count == 1, "all of them are the same")
        #expect(reading.faults == [.unknownRepetition(path: rig.folder.path + "/work.ics", count: rules.count)])
    }

    struct Times: Sendable, CustomTestStringConvertible {
        var lines: String
        var from = "20260105"
        var to = "20260107"
        var times: [String]

        var testDescription: String { lines }
    }

    private static let within = [
        Times(
            lines: "DTSTART:20260105T090000\nRRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;COUNT=5",
            times: ["01-05 09:00", "01-05 09:30", "01-05 17:00", "01-05 17:30", "01-06 09:00"]),
        Times(
            lines: "DTSTART:20260105T090000\nRRULE:FREQ=DAILY;BYHOUR=9,12,17;BYSETPOS=-1,1",
            times: ["01-05 09:00", "01-05 17:00", "01-06 09:00", "01-06 17:00"]),
        Times(
            lines: "DTSTART:20260105T213000\nRRULE:FREQ=HOURLY;INTERVAL=2;UNTIL=20260106T013000",
            times: ["01-05 21:30", "01-05 23:30", "01-06 01:30"]),
        Times(
            lines: "DTSTART:20260105T090000\nRRULE:FREQ=MINUTELY;INTERVAL=90;BYDAY=MO;BYHOUR=9,10,11,12",
            times: ["01-05 09:00", "01-05 10:30", "01-05 12:00"]),
        Times(
            lines: "DTSTART:20200105T090000\nRRULE:FREQ=HOURLY;BYMONTH=1;BYMONTHDAY=6;BYHOUR=8,20",
            times: ["01-06 08:00", "01-06 20:00"]),
        // Times of day mean nothing to whole days.
        Times(lines: "DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY;BYHOUR=9", times: ["01-05 00:00"]),
        // The rules of an entry together.
        Times(
            lines: "DTSTART:20260105T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU\nRRULE:FREQ=DAILY;COUNT=3", to: "20260108",
            times: ["01-05 09:00", "01-06 09:00", "01-07 09:00"]),
    ]

    @Test(arguments: within) func timesWithinDaysAreYielded(of one: Times) async throws {
        let rig = try CalendarRig()
        try rig.write(events: ["UID:1\nSUMMARY:x\n" + one.lines])
        let reading = await rig.read(one.from, one.to)
        #expect(reading.appointments.map { rig.text($0.start) } == one.times)
        #expect(reading.faults == [])
    }

    @Test func newestVersionOfAnEntryCounts() async throws {
        let rig = try CalendarRig()
        try rig.write(events: [
            "UID:1\nSUMMARY:new\nSEQUENCE:2\nDTSTART:20260105T110000Z",
            "UID:1\nSUMMARY:old\nDTSTART:20260105T090000Z",
            "UID:2\nSUMMARY:older\nDTSTAMP:20250101T000000Z\nDTSTART:20260105T090000Z",
            "UID:2\nSUMMARY:later\nDTSTAMP:20250102T000000Z\nDTSTART:20260105T120000Z",
            "UID:3\nSUMMARY:daily\nDTSTART:20260104T130000Z\nRRULE:FREQ=DAILY",
            "UID:3\nSUMMARY:second\nSEQUENCE:2\nRECURRENCE-ID:20260105T130000Z\nDTSTART:20260105T150000Z",
            "UID:3\nSUMMARY:first\nSEQUENCE:1\nRECURRENCE-ID:20260105T130000Z\nDTSTART:20260105T140000Z",
            // Programs that know no UID give none, or the same one to all.
            "SUMMARY:a\nDTSTART:20260105T160000Z", "SUMMARY:b\nDTSTART:20260105T170000Z",
            "UID:x\nSUMMARY:c\nDTSTART:20260105T180000Z", "UID:x\nSUMMARY:d\nDTSTART:20260105T190000Z",
        ])
        let found = await rig.read("20260105", "20260106").appointments
        #expect(found.map(\.title) == ["new", "later", "second", "a", "b", "c", "d"])
    }

    @Test func changeOfAllLaterOccurrencesApplies() async throws {
        let rig = try CalendarRig()
        try rig.write(events: [
            "UID:1\nSUMMARY:run\nDTSTART:20260105T090000Z\nDTEND:20260105T100000Z\nRRULE:FREQ=DAILY;COUNT=5",
            "UID:1\nSUMMARY:late run\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z\nDTSTART:20260107T183000Z\n"
                + "DTEND:20260107T190000Z",
            "UID:2\nSUMMARY:course\nDTSTART:20260105T200000Z\nRRULE:FREQ=DAILY",
            "UID:2\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260106T200000Z\nDTSTART:20260106T200000Z\nSTATUS:CANCELLED",
        ])
        let found = await rig.read("20260105", "20260201").appointments
        #expect(
            found.map { rig.text($0.start) + "–" + rig.text($0.end).suffix(5) + " " + $0.title } == [
                "01-05 09:00–10:00 run", "01-05 20:00–20:00 course", "01-06 09:00–10:00 run",
                "01-07 18:30–19:00 late run", "01-08 18:30–19:00 late run", "01-09 18:30–19:00 late run",
            ])
    }

    @Test func exceptionsOfTheOtherKindApply() async throws {
        let rig = try CalendarRig()
        try rig.write(events: [
            "UID:1\nSUMMARY:times\nDTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20260106",
            "UID:1\nSUMMARY:moved\nRECURRENCE-ID;VALUE=DATE:20260107\nDTSTART:20260107T150000Z",
            "UID:2\nSUMMARY:days\nDTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260106T000000Z",
            "UID:2\nSUMMARY:other day\nRECURRENCE-ID:20260107T000000\nDTSTART;VALUE=DATE:20260109",
        ])
        let found = await rig.read("20260105", "20260201").appointments
        #expect(
            found.map { rig.text($0.start) + " " + $0.title } == [
                "01-05 00:00 days", "01-05 09:00 times", "01-07 15:00 moved", "01-09 00:00 other day",
            ])
    }

    @Test func periodsHaveTheirOwnLength() async throws {
        let rig = try CalendarRig()
        try rig.write(events: [
            "UID:1\nSUMMARY:x\nDTSTART:20260105T090000Z\nDTEND:20260105T100000Z\nRRULE:FREQ=WEEKLY;COUNT=2\n"
                + "RDATE;VALUE=PERIOD:20260106T080000Z/PT20M,20260107T080000Z/20260107T120000Z,20260112T090000Z/PT2H\n"
                + "RDATE:20260108T080000Z"
        ])
        let found = await rig.read("20260105", "20260201").appointments
        #expect(
            found.map { rig.text($0.start) + "–" + rig.text($0.end).suffix(5) } == [
                "01-05 09:00–10:00", "01-06 08:00–08:20", "01-07 08:00–12:00", "01-08 08:00–09:00", "01-12 09:00–11:00",
            ])
    }

    @Test func clockChangesKeepTheHoursOfADay() async throws {
        let rig = try CalendarRig()
        try rig.write(events: [
            // Skipped: it counts on from the gap.
            "UID:1\nSUMMARY:a\nDTSTART;TZID=Europe/Berlin:20260329T023000\nDTEND;TZID=Europe/Berlin:20260329T033000",
            // A night shift ends by the clock, a length in hours does not care.
            "UID:2\nSUMMARY:b\nDTSTART;TZID=Europe/Berlin:20260327T220000\nDTEND;TZID=Europe/Berlin:20260328T060000\n"
                + "RRULE:FREQ=DAILY;COUNT=2",
            "UID:3\nSUMMARY:c\nDTSTART;TZID=Europe/Berlin:20260328T220000\nDURATION:PT8H",
            "UID:4\nSUMMARY:d\nDTSTART;TZID=Europe/Berlin:20260328T220000\nDURATION:P1D",
            // Twice: the first.
            "UID:5\nSUMMARY:e\nDTSTART;TZID=Europe/Berlin:20261025T023000",
        ])
        let found = await rig.read("20260328", "20261101").appointments
        #expect(
            found.filter { $0.title != "b" || $0.start > rig.clock.now() }.map {
                $0.title + " " + rig.text($0.start) + "–" + rig.text($0.end)
            } == [
                "b 03-27 21:00–03-28 05:00", "b 03-28 21:00–03-29 04:00", "c 03-28 21:00–03-29 05:00",
                "d 03-28 21:00–03-29 20:00", "a 03-29 01:30–03-29 02:30", "e 10-25 00:30–10-25 00:30",
            ])
    }
}
