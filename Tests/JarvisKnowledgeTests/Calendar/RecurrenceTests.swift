// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisKnowledge
import JarvisCore
import JarvisTesting
import Testing

/// What repeats comes on the days that the standard's own examples give (RFC 5545, 3.8.5.3), or that a calendar shows.
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
        Case(rule: "FREQ=DAILY", start: "19700101T090000", from: "20260104", to: "20260106", days: ["01-04", "01-05"]),
    ]

    @Test(arguments: cases) func comesOnItsDays(of one: Case) async throws {
        let rig = try CalendarRig()
        try rig.write(events: ["UID:1\nSUMMARY:x\nDTSTART:\(one.start)\nRRULE:\(one.rule)"])
        #expect(await rig.times(one.from, one.to) == one.days.map { $0 + " 09:00" })
    }

    @Test func exceptionsAndChangesHold() async throws {
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

    @Test func aRuleThatNobodyUnderstandsCountsOnceAndIsTold() async throws {
        let rig = try CalendarRig()
        let rules = [
            "FREQ=HOURLY", "FREQ=WEEKLY;INTERVAL=0", "FREQ=YEARLY;BYWEEKNO=20", "nonsense", "FREQ=DAILY;COUNT=-1",
            "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=MONTHLY;BYDAY=9XX",
        ]
        try rig.write(events: rules.enumerated().map { "UID:\($0)\nDTSTART:20260105T090000Z\nRRULE:\($1)" })
        let reading = await rig.read("20260105", "20260201")
        #expect(reading.appointments.count == 1, "all of them are the same")
        #expect(reading.faults == [.unknownRepetition(path: rig.folder.path + "/work.ics", count: rules.count)])
    }
}
