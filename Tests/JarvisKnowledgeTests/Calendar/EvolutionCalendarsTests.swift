// SPDX-License-Identifier: GPL-3.0-or-later
// Appointments from Evolution Data Server, over a real bus.

import GioKit
import JarvisBusTesting
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisKnowledge

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct EvolutionCalendarsTests {
    private static let work = "[Data Source]\nDisplayName=Work\nEnabled=true\n[Calendar]\nBackendName=caldav\n"
    private let bus: PrivateBus
    private let rig: CalendarRig

    init() throws {
        bus = try PrivateBus()
        rig = try CalendarRig()
    }

    private func calendars() -> EvolutionCalendars {
        EvolutionCalendars(clock: rig.clock) { [bus] () async throws(BusFailure) in try await bus.connection() }
    }

    /// The week from Monday, 2026-01-05 on.
    private func week(_ reader: any AppointmentReader) async -> CalendarReading {
        await reader.appointments(
            from: Timestamp(secondsSinceEpoch: 1_767_571_200), to: Timestamp(secondsSinceEpoch: 1_768_176_000))
    }

    private static func event(_ lines: String...) -> String {
        (["BEGIN:VEVENT"] + lines + ["END:VEVENT", ""]).joined(separator: "\r\n")
    }

    @Test func calendarsAreReadForThePeriod() async throws {
        let dentist = Self.event(
            "UID:1", "SUMMARY:Dentist", "LOCATION:Main Street", "DTSTART:20260106T090000Z", "DTEND:20260106T100000Z")
        let double = try await EvolutionDouble(
            on: bus.connection(), ["work": .init(data: Self.work, entries: [dentist])])
        let reading = await week(calendars())
        #expect(reading.calendarCount == 1 && reading.faults.isEmpty, "\(reading.faults)")
        #expect(reading.appointments.map { rig.text($0.start) + " " + $0.title } == ["01-06 09:00 Dentist"])
        #expect(
            double.questions == [
                "(occur-in-time-range? (make-time \"20260105T000000Z\") (make-time \"20260112T000000Z\"))"
            ])
        #expect(double.closed == ["work"])
    }

    @Test func movedOccurrenceLeavesItsOriginalTime() async throws {
        let master = Self.event(
            "UID:2", "SUMMARY:Stand-up", "DTSTART:20251229T080000Z", "DTEND:20251229T081500Z", "RRULE:FREQ=DAILY")
        let moved = Self.event(
            "UID:2", "SUMMARY:Stand-up", "RECURRENCE-ID:20260107T080000Z", "DTSTART:20260201T080000Z",
            "DTEND:20260201T081500Z")
        let whole = "BEGIN:VCALENDAR\r\n\(master)\(moved)END:VCALENDAR\r\n"
        let double = try await EvolutionDouble(
            on: bus.connection(), ["work": .init(data: Self.work, entries: [master], series: ["2": whole])])
        let days = await week(calendars()).appointments.map { rig.text($0.start).prefix(5) }
        #expect(days == ["01-05", "01-06", "01-08", "01-09", "01-10", "01-11"])
        withExtendedLifetime(double) {}
    }

    @Test func zonesKnownOnlyToTheServiceAreFetched() async throws {
        let entry = Self.event("UID:3", "SUMMARY:Call", "DTSTART;TZID=Base:20260106T120000", "DURATION:PT1H")
        let zone = """
            BEGIN:VTIMEZONE\r\nTZID:Base\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r
            TZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """
        let double = try await EvolutionDouble(
            on: bus.connection(), ["work": .init(data: Self.work, entries: [entry], zones: ["Base": zone])])
        let reading = await week(calendars())
        #expect(reading.appointments.map { rig.text($0.start) } == ["01-06 09:00"] && reading.faults.isEmpty)
        withExtendedLifetime(double) {}
    }

    @Test func hiddenAndDisabledSourcesAreNotQueried() async throws {
        let kinds = [
            "off": "[Data Source]\nEnabled=false\n[Calendar]\nBackendName=local\n",
            "hidden": "[Data Source]\nEnabled=true\n[Calendar]\nBackendName=local\nSelected=false\n",
            "mail": "[Data Source]\nEnabled=true\n[Mail Account]\nBackendName=imap\n",
            "weather": "[Data Source]\nEnabled=true\n[Calendar]\nBackendName=weather\n", "rubbish": "\u{1}\u{2}",
        ]
        let double = try await EvolutionDouble(on: bus.connection(), kinds.mapValues { .init(data: $0) })
        var nothing = CalendarReading()
        nothing.isServed = true
        #expect(await week(calendars()) == nothing)
        #expect(double.questions.isEmpty)
    }

    @Test func refusingCalendarIsReportedAndOthersAreRead() async throws {
        let lunch = Self.event("UID:4", "SUMMARY:Lunch", "DTSTART:20260106T120000Z", "DURATION:PT1H")
        let broken = "[Data Source]\nDisplayName=Shared\n[Calendar]\nBackendName=caldav\n"
        let double = try await EvolutionDouble(
            on: bus.connection(),
            [
                "work": .init(data: Self.work, entries: [lunch, "rubbish", ""]),
                "shared": .init(data: broken, refusal: .failed("Host unreachable")),
            ])
        let reading = await week(calendars())
        #expect(reading.appointments.map(\.title) == ["Lunch"])
        #expect(reading.faults.contains(.noAnswer(name: "Shared", reason: "Host unreachable")), "\(reading.faults)")
        withExtendedLifetime(double) {}
    }

    @Test func withoutServiceOrBusThereAreNoCalendarsOrFaults() async throws {
        #expect(await week(calendars()) == CalendarReading())
        let none = EvolutionCalendars(clock: rig.clock) { () async throws(BusFailure) in
            throw .disconnected("no bus")
        }
        #expect(await week(none) == CalendarReading())
    }

    @Test func hiddenCalendarsAreNotReadFromTheirFiles() async throws {
        let hidden = "[Data Source]\nEnabled=true\n[Calendar]\nBackendName=local\nSelected=false\n"
        let double = try await EvolutionDouble(on: bus.connection(), ["home": .init(data: hidden)])
        let all = AllCalendars(
            service: calendars(), places: { CalendarPlaces(setting: "", home: "/nowhere", data: "/nowhere") },
            files: { EchoingFiles(places: $0) })
        #expect(await !week(all).places.contains { $0.contains("evolution") })
        withExtendedLifetime(double) {}
    }

    @Test func unresponsiveCalendarIsClosedAndReported() async throws {
        let master = Self.event("UID:5", "SUMMARY:Run", "DTSTART:20260105T080000Z", "RRULE:FREQ=DAILY")
        let double = try await EvolutionDouble(
            on: bus.connection(), ["work": .init(data: Self.work, entries: [master], series: ["5": "gone"])])
        double.hangsAtSeries = true
        let reading = await week(calendars())
        #expect(
            reading.calendarCount == 0 && reading.faults == [.noAnswer(name: "Work", reason: "no answer")], "\(reading)"
        )
        #expect(double.closed == ["work"])
    }

    /// The service's own files are not read as well; if the user names files, only those are read.
    @Test func theServiceReplacesItsFilesAndChosenFilesReplaceIt() async throws {
        let lunch = Self.event("UID:4", "SUMMARY:Lunch", "DTSTART:20260106T120000Z", "DURATION:PT1H")
        let double = try await EvolutionDouble(on: bus.connection(), ["work": .init(data: Self.work, entries: [lunch])])
        func all(_ setting: String) -> AllCalendars {
            AllCalendars(
                service: calendars(),
                places: { CalendarPlaces(setting: setting, home: "/nowhere", data: "/nowhere") },
                files: { EchoingFiles(places: $0) })
        }
        let both = await week(all(""))
        #expect(both.appointments.map(\.title) == ["Lunch"] && both.calendarCount == 1)
        #expect(both.places.contains("/nowhere/calendars") && !both.places.contains { $0.contains("evolution") })
        let named = await week(all("/mine.ics"))
        #expect(named.calendarCount == 0 && named.places == ["/mine.ics"])
        withExtendedLifetime(double) {}
    }
}

/// Returns only the places that it was given.
private struct EchoingFiles: AppointmentReader {
    let places: CalendarPlaces

    func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading {
        CalendarReading(places: places.paths)
    }
}
