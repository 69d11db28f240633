// SPDX-License-Identifier: GPL-3.0-or-later
// The calendar folder that the user has chosen for changes: a "vdir", as khal and vdirsyncer keep it, with a file for each
// entry (https://vdirsyncer.pimutils.org/en/stable/vdir.html). Runs on its own thread.
//
// A file is written as a whole beside the old one and renamed, so a kill leaves the old or the new content. Other files
// are never opened for writing.

import Glibc
public import JarvisCore
import JarvisPlatform
import JarvisUnderstanding

/// Adds, moves and removes appointments in a calendar folder.
public actor VdirCalendar: AppointmentWriter {
    private static let largestFile = 16 << 20
    private static let mostFiles = 20_000

    private let executor = WorkerExecutor(name: "calendar-changes")
    private let folder: @Sendable () -> String
    private let clock: any WallClock

    /// - Parameter folder: The path in the settings; empty if none is chosen. Called for each change.
    public init(clock: any WallClock, folder: @escaping @Sendable () -> String) {
        self.folder = folder
        self.clock = clock
    }

    /// The thread that reads and writes the files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public func isChosen() -> Bool { !folder().isEmpty }

    public func add(_ appointment: Appointment) throws -> CalendarChange {
        let folder = try checkedFolder()
        let identity = (0..<16).map { _ in String(UInt8.random(in: 16 ... .max), radix: 16) }.joined() + "@jarvis"
        let path = "\(folder)/\(identity).ics"
        let bytes = CalendarEntryText.new(appointment, identity: identity, now: clock.now(), clock: clock)
        try replace(path, with: bytes)
        return CalendarChange(path: path, before: nil, after: bytes)
    }

    public func check(_ appointment: Appointment) throws { _ = try entry(appointment) }

    public func move(_ appointment: Appointment, to start: Timestamp, until end: Timestamp) throws -> CalendarChange {
        let (path, bytes, found) = try entry(appointment)
        var text = found
        let zones = SystemZones()
        func written(_ instant: Timestamp) -> (CalendarEntryText.Form) -> String {
            { [clock] form in
                switch form {
                case .date: return ";VALUE=DATE:" + CalendarEntryText.date(instant, clock)
                case .floating:
                    return ":" + CalendarEntryText.time(CalendarTime(local: clock.local(instant)).seconds)
                case .zone(let name):
                    guard let seconds = Self.wall(instant.secondsSinceEpoch, name, zones) else { break }
                    return ";TZID=\(name):" + CalendarEntryText.time(seconds)
                case .utc: break
                }
                return ":" + CalendarEntryText.utc(instant)
            }
        }
        let after = text.moved(
            start: written(start), end: written(end), stamp: CalendarEntryText.utc(clock.now()))
        try replace(path, with: after, of: bytes)
        return CalendarChange(path: path, before: bytes, after: after)
    }

    public func remove(_ appointment: Appointment) throws -> CalendarChange {
        let (path, bytes, text) = try entry(appointment)
        let after = text.isOnlyEntry ? nil : text.removed
        try replace(path, with: after, of: bytes)
        return CalendarChange(path: path, before: bytes, after: after)
    }

    public func undo(_ change: CalendarChange) throws {
        let now = try stored { () throws(StoreFailure) in try AtomicFile.read(change.path) }
        guard now == change.after else { throw CalendarWriteFailure.changedSince }
        try replace(change.path, with: change.before)
    }

    // MARK: Files

    private func checkedFolder() throws(CalendarWriteFailure) -> String {
        let folder = folder()
        guard !folder.isEmpty else { throw .notChosen }
        let target = AtomicFile.target(of: folder)
        // What a relative path names depends on where the program was started.
        guard folder.hasPrefix("/"), FolderTree.isFolder(target) else { throw .noFolder(path: folder) }
        return target
    }

    /// Replaces a file, or removes it.
    /// - Parameters:
    ///   - bytes: The new content; nil to remove the file.
    ///   - old: The content that the change was made of; the file is left alone if another program has changed it.
    private func replace(_ path: String, with bytes: [UInt8]?, of old: [UInt8]? = nil) throws {
        try stored { () throws(StoreFailure) in
            let target = AtomicFile.target(of: path)
            var status = FileStatus()
            let isThere = FileSystem().statusOfPath(target, &status) >= 0
            if let old, try AtomicFile.read(target) != old {
                throw StoreFailure.busy(path: path)
            }
            Leftovers.removeTemporaryFiles(
                in: Folder.parent(of: target), ending: ".ics", now: Int(clock.now().secondsSinceEpoch))
            if let bytes {
                try AtomicFile.write(target, bytes, mode: isThere ? status.permissions & 0o777 : 0o600)
            } else {
                guard unlink(path) == 0 else { throw StoreFailure.inputOutput(path: path, errno: errno) }
                try Folder.synchronize(Folder.parent(of: path))
            }
        }
    }

    private func stored<Result>(_ work: () throws(StoreFailure) -> Result) throws(CalendarWriteFailure) -> Result {
        do {
            return try work()
        } catch {
            if case .busy = error { throw .changedSince }
            throw .store(error)
        }
    }

    /// The file of an appointment, and the entry in it.
    /// - Throws: `elsewhere` if the folder doesn't have it, or `repeats`.
    private func entry(
        _ appointment: Appointment
    ) throws -> (path: String, bytes: [UInt8], text: CalendarEntryText) {
        let folder = try checkedFolder()
        let zones = SystemZones()
        var names: [String] = []
        guard FileSystem().listFolder(folder, &names) >= 0 else { throw CalendarWriteFailure.noFolder(path: folder) }
        for name in names.sorted().prefix(Self.mostFiles) where name.lowercased().hasSuffix(".ics") {
            let path = "\(folder)/\(name)"
            guard let bytes = try? WholeFile.bytes(path, limit: Self.largestFile), let file = CalendarFile(bytes),
                let event = event(appointment, in: file, zones)
            else { continue }
            let isSeries = !event.rules.isEmpty || !event.additions.isEmpty || event.replaces != nil
            guard !isSeries, file.events.count(where: { $0.identity == event.identity }) == 1 else {
                throw CalendarWriteFailure.repeats(title: appointment.title)
            }
            guard !event.identity.isEmpty, let text = CalendarEntryText(bytes, identity: event.identity) else { break }
            return (path, bytes, text)
        }
        throw CalendarWriteFailure.elsewhere(title: appointment.title)
    }

    /// The entry of a file that makes this appointment.
    private func event(_ appointment: Appointment, in file: CalendarFile, _ zones: SystemZones) -> CalendarEvent? {
        let candidates = file.events.filter { $0.title == appointment.title }
        guard !candidates.isEmpty else { return nil }
        let end = max(appointment.end, appointment.start.advanced(by: .seconds(60)))
        for candidate in candidates {
            // The whole series, but nothing else, since entries of one title may be at different times.
            let one = file.only(candidate.identity)
            var budget = ExpansionBudget(steps: 100_000)
            var occurrences = CalendarOccurrences(one, zones: zones, clock: clock, from: appointment.start, to: end)
            let found = occurrences.find(&budget)
            if found.contains(where: { $0.title == appointment.title && $0.start == appointment.start }) {
                return candidate
            }
        }
        return nil
    }

    /// What the clocks of a zone show, in seconds since 1970; nil if the system doesn't know the zone.
    private static func wall(_ instant: Int64, _ zone: String, _ zones: SystemZones) -> Int64? {
        guard var offset = zones.offset(zone, at: instant) else { return nil }
        offset = zones.offset(zone, at: instant + offset) ?? offset
        let wall = instant + offset
        return zones.offset(zone, at: wall).map { wall - $0 } == instant ? wall : nil
    }
}
