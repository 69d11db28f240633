// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3))) struct ReminderStoreTests {
    let folder: TemporaryFolder
    let store: JSONReminderStore
    var path: String { folder.path + "/jarvis/reminders.json" }

    init() throws {
        folder = try TemporaryFolder()
        store = JSONReminderStore(path: folder.path + "/jarvis/reminders.json")
    }

    /// Removes the plans, which record the state of the clocks.
    private func plain(_ reminders: [Reminder]) -> [Reminder] {
        reminders.map { reminder in
            var reminder = reminder
            reminder.plan = nil
            return reminder
        }
    }

    @Test func anUnreadableEntryIsReportedAndSetAside() async throws {
        let whole = """
            {"version":1,"reminders":[{"id":"a","kind":"timer","createdAt":5,"dueAt":9000000000000},
            {"id":"b","kind":"timer","createdAt":5,"dueAt":"soon"},{"id":"c","kind":"birthday"}]}
            """
        try Folder.create(folder.path + "/jarvis")
        try AtomicFile.write(path, Array(whole.utf8))
        #expect(try await store.pending().map(\.id) == ["a"])
        #expect(
            store.notices.map(\.advice).contains { $0.contains("one entry can't be read") && $0.contains("damaged-1") })
        #expect(try folder.text("jarvis/reminders.json.damaged-1") == whole)
        #expect(try folder.text("jarvis/reminders.json").contains("birthday"), "one of a later version stays")
    }

    @Test func readableEntriesLoadFromAReadOnlyDisk() async throws {
        try Folder.create(folder.path + "/jarvis")
        try AtomicFile.write(
            path, Array(#"{"reminders":[7,{"id":"a","kind":"timer","createdAt":5,"dueAt":9000000000000}]}"#.utf8))
        var system = FileSystem()
        system.rename = { _, _ in -Int(EROFS) }
        let readOnly = JSONReminderStore(path: path, system: system)
        #expect(try await readOnly.pending().map(\.id) == ["a"])
        #expect(readOnly.notices.count == 1)
    }

    private func reminder(_ id: String, due: Int64, kind: Reminder.Kind = .timer) -> Reminder {
        Reminder(
            id: id, kind: kind, label: "tea \"\(id)\"", createdAt: Timestamp(millisecondsSinceEpoch: 5),
            dueAt: Timestamp(millisecondsSinceEpoch: due))
    }

    @Test func remindersSurviveARestartSortedByDueTime() async throws {
        #expect(try await store.pending().isEmpty)
        let (a, b, c) = (
            reminder("a", due: 30), reminder("b", due: 10, kind: .alarm), reminder("c", due: 20, kind: .reminder)
        )
        for reminder in [a, b, c] { try await store.add(reminder) }
        let other = JSONReminderStore(path: path)
        #expect(plain(try await other.pending()) == [b, c, a])
        try await other.remove(["c", "unknown"])
        try await other.add(reminder("a", due: 1))
        #expect(plain(try await store.pending()) == [reminder("a", due: 1), b])
        #expect(folder.permissions("jarvis/reminders.json") == 0o600)
    }

    @Test func changesByAnotherStoreAreReported() async throws {
        var changes = store.changes().makeAsyncIterator()
        try await JSONReminderStore(path: path).add(reminder("a", due: 1))
        #expect(await changes.next() != nil)
        #expect(try await store.pending().count == 1)
    }

    /// A watch on the removed folder doesn't cover its successor; a timer set afterwards would never ring.
    @Test func changesAreReportedAfterTheFolderWasRemoved() async throws {
        var changes = store.changes().makeAsyncIterator()
        try await store.add(reminder("a", due: 1))
        #expect(await changes.next() != nil)
        try folder.remove("jarvis")
        // The removal is reported once or twice, then nothing until the next reminder.
        while try await !store.pending().isEmpty { #expect(await changes.next() != nil) }
        try await store.add(reminder("b", due: 2))
        repeat { #expect(await changes.next() != nil) } while try await store.pending().isEmpty
        #expect(try await store.pending().map(\.id) == ["b"])
        try await JSONReminderStore(path: path).add(reminder("c", due: 3))
        while try await store.pending().count < 2 { #expect(await changes.next() != nil) }
    }

    @Test func aDamagedFileIsReportedOnceAndNotReadAsEmpty() async throws {
        try folder.write("{\"rem".utf8, to: "jarvis/reminders.json")
        for _ in 0..<3 {
            await #expect(throws: StoreFailure.self) { try await store.pending() }
        }
        #expect(store.notices.count == 1)
        // Another process, or the next start, doesn't read it as empty either.
        await #expect(throws: StoreFailure.self) { try await JSONReminderStore(path: path).pending() }
    }

    @Test func readableEntriesOfADamagedFileAreKept() async throws {
        var alarm = reminder("b", due: 20, kind: .alarm)
        alarm.recurrence = .weekdays([1, 5], atMinute: 425)
        for reminder in [reminder("a", due: 10), alarm, reminder("c", due: 30)] { try await store.add(reminder) }
        let text = try folder.text("jarvis/reminders.json")
        // Cuts the last entry in the middle.
        let cut = String(text.dropLast(60))
        try folder.write(cut.utf8, to: "jarvis/reminders.json")
        let other = JSONReminderStore(path: path)
        #expect(plain(try await other.pending()) == [reminder("a", due: 10), alarm])
        #expect(other.notices.count == 1)
        #expect(try folder.text("jarvis/reminders.json.damaged-1") == cut)
    }

    @Test(arguments: [MonthDay.date(15), .last, .weekday(1, week: 5)])
    func monthlyRemindersSurviveARestart(day: MonthDay) async throws {
        var rent = reminder("r", due: 300, kind: .reminder)
        rent.recurrence = .monthly(day, atMinute: 545)
        try await store.add(rent)
        #expect(plain(try await JSONReminderStore(path: path).pending()) == [rent])
    }

    @Test func allFieldsSurviveAndOlderFilesAreRead() async throws {
        var timer = reminder("t", due: 100)
        timer.remaining = .milliseconds(61_500)
        var alarm = reminder("a", due: 200, kind: .alarm)
        alarm.recurrence = .days(2, atMinute: 7 * 60 + 5)
        alarm.snoozedFrom = Timestamp(millisecondsSinceEpoch: 150)
        alarm.ringingSince = Timestamp(millisecondsSinceEpoch: 201)
        var pills = reminder("p", due: 300, kind: .reminder)
        pills.recurrence = .every(seconds: 7200)
        for reminder in [timer, alarm, pills] { try await store.add(reminder) }
        #expect(plain(try await JSONReminderStore(path: path).pending()) == [timer, alarm, pills])
        let old = #"{"version":1,"reminders":[{"id":"x","kind":"timer","label":"tea","createdAt":5,"dueAt":9}]}"#
        try folder.write(old.utf8, to: "jarvis/reminders.json")
        let read = try await store.pending()
        #expect(read.map(\.dueAt.millisecondsSinceEpoch) == [9] && read[0].recurrence == nil && !read[0].isPaused)
    }

    // MARK: Clocks that change

    private let clock = FakeWallClock(zone: .berlin)
    private var clocked: JSONReminderStore { JSONReminderStore(path: path, clock: clock) }
    private var noon: Timestamp {
        clock.instant(of: LocalTime(year: 2026, month: 1, day: 6, hour: 12, minute: 0, second: 0, weekday: 2))
    }

    private func set(_ kind: Reminder.Kind, due: Timestamp, basis: Reminder.Basis? = nil) -> Reminder {
        Reminder(id: kind.rawValue, kind: kind, label: "", createdAt: clock.now(), dueAt: due, basis: basis)
    }

    @Test func alarmsKeepTheirLocalTimeAcrossTimeZones() async throws {
        try await clocked.add(set(.alarm, due: noon))
        clock.travel(to: .tokyo)
        #expect(try await clocked.pending().map(\.dueAt) == [noon])
        clock.travel(to: .berlin)
        #expect(try await clocked.pending().map(\.dueAt) == [noon])
    }

    @Test func timersKeepTheirLengthWhenTheClockIsSet() async throws {
        try await clocked.add(set(.timer, due: clock.now().advanced(by: .seconds(600))))
        clock.advance(by: .seconds(60))
        clock.set(by: .seconds(-365 * 86_400))
        let left = try await clocked.pending().map { [$0.dueAt.since(clock.now()), $0.dueAt.since($0.createdAt)] }
        #expect(left == [[.seconds(540), .seconds(600)]])
        // The file records the state of the clock for other processes.
        try await clocked.update(["timer"]) { $0.ringing(since: $0.dueAt) }
        clock.set(by: .seconds(365 * 86_400))
        #expect(try await clocked.pending().map { $0.dueAt.since(clock.now()) } == [.seconds(540)])
    }

    @Test func timersFollowTheWallClockAfterAReboot() async throws {
        let due = clock.now().advanced(by: .seconds(600))
        try await clocked.add(set(.timer, due: due))
        clock.advance(by: .seconds(60))
        clock.reboot()
        #expect(try await clocked.pending().map(\.dueAt) == [due])
        // While the clock is far behind, the timer counts from boot, until the clock is corrected.
        clock.set(by: .seconds(-365 * 86_400))
        #expect(try await clocked.pending().map { $0.dueAt.since(clock.now()) } == [.seconds(580)])
        clock.set(by: .seconds(365 * 86_400))
        #expect(try await clocked.pending().map(\.dueAt) == [due])
    }

    /// An older version that snoozes a reminder leaves the plan for the previous time.
    @Test func anOutdatedPlanFromAnOlderVersionIsIgnored() async throws {
        let later = noon.advanced(by: .milliseconds(540_123))
        let plan =
            #"{"dueAt":\#(noon.millisecondsSinceEpoch),"basis":"timeOfDay","local":"2026-01-06T12:00:00","madeAt":5,"offset":3600}"#
        let entry = #"{"id":"x","kind":"alarm","createdAt":5,"dueAt":\#(later.millisecondsSinceEpoch),"plan":\#(plan)}"#
        try folder.write("{\"version\":1,\"reminders\":[\(entry)]}".utf8, to: "jarvis/reminders.json")
        clock.travel(to: .tokyo)
        let read = try await clocked.pending()
        #expect(read.map(\.dueAt) == [later] && read[0].plan == nil && read[0].basis == .elapsed)
    }

    @Test func remindersWithoutAPlanGetABasisFromTheirKindAndTime() async throws {
        let entries = [
            (kind: "timer", due: noon), ("alarm", noon), ("alarm", noon.advanced(by: .milliseconds(1))),
            ("reminder", noon),
        ].enumerated().map { place, entry in
            #"{"id":"\#(place)","kind":"\#(entry.kind)","createdAt":5,"dueAt":\#(entry.due.millisecondsSinceEpoch)}"#
        }
        try folder.write(
            "{\"version\":1,\"reminders\":[\(entries.joined(separator: ","))]}".utf8, to: "jarvis/reminders.json")
        let read = try await clocked.pending().sorted { $0.id < $1.id }
        #expect(read.map(\.basis) == [.elapsed, .timeOfDay, .elapsed, .timeOfDay])
        // Reading writes nothing; the process that rings stores the plans.
        #expect(!(try folder.text("jarvis/reminders.json").contains("plan")))
        try await clocked.update(read.map(\.id)) { $0 }
        clock.travel(to: .tokyo)
        #expect(try await clocked.pending().filter { $0.id == "1" }.map(\.dueAt) == [noon])
    }

    @Test(arguments: [
        ("basis", #""moon""#), ("local", #""2026-13-06T12:00:00""#), ("local", #""x""#), ("offset", "999999999"),
        ("offset", "-9223372036854775808"),
        ("uptime", "-1"), ("uptime", "9223372036854775807"), ("madeAt", #""yesterday""#), ("boot", "7"),
    ])
    func aDamagedPlanIsIgnored(key: String, value: String) async throws {
        var members = [
            "dueAt": "9", "basis": #""elapsed""#, "local": #""2026-01-06T12:00:00""#, "madeAt": "5", "offset": "3600",
            "boot": #""boot-1""#, "uptime": "5",
        ]
        members[key] = value
        let plan = members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
        let entry = #"{"id":"x","kind":"timer","createdAt":5,"dueAt":9,"plan":{\#(plan)}}"#
        try folder.write("{\"version\":1,\"reminders\":[\(entry)]}".utf8, to: "jarvis/reminders.json")
        #expect(try await clocked.pending().map(\.dueAt.millisecondsSinceEpoch) == [9])
    }

    @Test func updatesApplyTogetherAndKeepUnknownFields() async throws {
        let first = #"{"id":"x","kind":"timer","createdAt":5,"dueAt":9,"colour":"red","repeats":{"moon":"full"}}"#
        let second = #"{"id":"y","kind":"alarm","createdAt":5,"dueAt":8}"#
        let text = #"{"version":1,"reminders":[\#(first),\#(second),{"id":"z","kind":"x"}]}"#
        try folder.write(text.utf8, to: "jarvis/reminders.json")
        try await store.update(["x", "y", "unknown"]) { reminder in
            reminder.id == "y" ? nil : reminder.ringing(since: Timestamp(millisecondsSinceEpoch: 10))
        }
        let after = try await store.pending()
        #expect(after.map(\.id) == ["x"] && after[0].isRinging)
        let written = try folder.text("jarvis/reminders.json")
        for part in ["red", "full", "\"z\""] { #expect(written.contains(part)) }
    }

    @Test func concurrentStoresLoseNoReminders() async throws {
        let other = JSONReminderStore(path: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let (store, reminder) = (number % 2 == 0 ? store : other, reminder("\(number)", due: Int64(number)))
                group.addTask { try await store.add(reminder) }
            }
            try await group.waitForAll()
        }
        #expect(try await store.pending().map(\.id) == (0..<40).map(String.init))
    }

    @Test func unknownEntriesAndFieldsSurviveAChange() async throws {
        let text = #"{"version":1,"later":true,"reminders":[{"id":"x","kind":"geofence","at":"home"},7]}"#
        try folder.write(text.utf8, to: "jarvis/reminders.json")
        try await store.add(reminder("a", due: 1))
        #expect(try await store.pending().map(\.id) == ["a"])
        let written = try folder.text("jarvis/reminders.json")
        for part in ["geofence", "\"later\": true", "7"] { #expect(written.contains(part)) }
    }

    @Test func addingToADamagedFileSetsItAside() async throws {
        try folder.write("{\"rem".utf8, to: "jarvis/reminders.json")
        try await store.add(reminder("a", due: 1))
        #expect(try await store.pending().map(\.id) == ["a"])
        #expect(try folder.text("jarvis/reminders.json.damaged-1") == "{\"rem")
        try await store.remove(["a"])
        #expect(try await store.pending().isEmpty, "from the first change on an empty file says that there are none")
        #expect(store.notices.contains { $0.advice.contains("damaged-1") })
    }

    @Test func damageFoundByAReaderIsReportedOnceByTheNextWriter() async throws {
        for id in ["a", "b"] { try await store.add(reminder(id, due: 10)) }
        try folder.write(try folder.bytes("jarvis/reminders.json").dropLast(40), to: "jarvis/reminders.json")
        #expect(try await JSONReminderStore(path: path).pending().map(\.id) == ["a"])
        let acting = JSONReminderStore(path: path)
        try await acting.add(reminder("c", due: 30))
        #expect(acting.notices.count == 1 && acting.notices.allSatisfy { $0.advice.contains("damaged-1") })
        let later = JSONReminderStore(path: path)
        try await later.add(reminder("d", due: 40))
        #expect(later.notices.isEmpty, "it was told")
        #expect(try await later.pending().map(\.id) == ["a", "c", "d"])
    }

    /// A reminder's text may be as long as a letter.
    @Test func aLongReminderSurvivesDamage() async throws {
        var long = reminder("long", due: 5)
        long.label = String(repeating: "word ", count: 5_000)
        for reminder in [long, reminder("b", due: 20)] { try await store.add(reminder) }
        try folder.write(try folder.bytes("jarvis/reminders.json").dropLast(40), to: "jarvis/reminders.json")
        #expect(plain(try await JSONReminderStore(path: path).pending()) == [long])
    }

    @Test func aFailingSystemCallLeavesTheFileIntact() async throws {
        for code in [ENOSPC, EIO] {
            var place = 0
            while true {
                try folder.write("{}".utf8, to: "jarvis/reminders.json")
                try await store.add(reminder("old", due: 1))
                let faulty = FaultySystem()
                faulty.arm(place, .error(code))
                var failure: (any Error)?
                do {
                    try await JSONReminderStore(path: path, system: faulty.system).add(reminder("new", due: 2))
                } catch {
                    failure = error
                    #expect(error is StoreFailure)
                }
                let ids = try await store.pending().map(\.id)
                if failure == nil {
                    #expect(ids == ["old", "new"], "\(faulty.failedCalls)")
                } else {
                    #expect(ids.first == "old", "\(faulty.failedCalls)")
                }
                guard faulty.callCount > place else { break }
                place += 1
            }
            #expect(place > 5)
        }
    }
}
