// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the user's .ics files from the usual folders of calendar programs or those named in the settings. Every query
// reads them again, on a separate thread and within limits.

import Glibc
public import JarvisCore
import JarvisPlatform

/// The files and folders to search for calendars.
public struct CalendarPlaces: Hashable, Sendable {
    /// Files and folders.
    public var paths: [String]
    /// Whether the user chose these. If so, missing ones are reported.
    public var areChosen: Bool
    /// The folder that new appointments go to: a calendar even while it is empty.
    private(set) var written: String?

    /// The entries of the setting with "~" expanded or, if it is empty, the usual folders of calendar programs.
    /// - Parameters:
    ///   - home: The home folder.
    ///   - data: `$XDG_DATA_HOME`.
    public init(setting: String, home: String, data: String) {
        let entries = SettingDescriptor.Domain.entries(of: setting).map(\.trimmed).filter { !$0.isEmpty }
        areChosen = !entries.isEmpty
        paths = entries.map { entry in
            let path = entry.lowercased().hasPrefix("file:///") ? String(entry.dropFirst(7)) : entry
            return path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
        }
        guard entries.isEmpty else { return }
        paths = [
            home + "/.calendars", data + "/calendars", data + Self.evolution, data + "/khal/calendars",
            data + "/korganizer", data + "/orage",
        ]
    }

    /// A path with "~" expanded.
    public static func expanded(_ path: String, home: String) -> String {
        let path = path.trimmed
        return path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// Also reads the folder that new appointments go to, unless it is within one of the others.
    public mutating func include(_ folder: String) {
        if !folder.isEmpty { written = folder }
        let isCovered = paths.contains { folder == $0 || folder.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
        if !folder.isEmpty, !isCovered { paths.append(folder) }
    }

    private static let evolution = "/evolution/calendar"

    /// Whether an entry is an address on the web, which is not read.
    static func isAddress(_ path: String) -> Bool {
        let start = path.prefix(10).lowercased()
        return ["http://", "https://", "webcal://", "webcals://"].contains { start.hasPrefix($0) }
    }

    /// Removes Evolution's files if its service provides them.
    mutating func leaveOutEvolution() { paths.removeAll { $0.hasSuffix(Self.evolution) } }
}

/// Reads appointments from calendar files.
public actor CalendarFiles: AppointmentReader {
    /// Limits on reading.
    public struct Limits: Sendable {
        public var fileBytes = 16 << 20
        public var totalBytes = 64 << 20
        public var files = 5000
        /// The number of recurrence periods to examine; a million take about half a second.
        public var steps = 1_000_000

        public init() {}
    }

    private let executor = WorkerExecutor(name: "calendars")
    private let places: @Sendable () -> CalendarPlaces
    private let clock: any WallClock
    private let limits: Limits

    /// - Parameter places: Called for each query.
    public init(places: @escaping @Sendable () -> CalendarPlaces, clock: any WallClock, limits: Limits = Limits()) {
        self.places = places
        self.clock = clock
        self.limits = limits
    }

    /// The thread that reads the files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Appointments that overlap `start` to `end`, sorted by start.
    public func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading {
        let places = places()
        var reading = CalendarReading(places: places.paths)
        var budget = ExpansionBudget(steps: limits.steps)
        let zones = SystemZones()
        var bytesLeft = limits.totalBytes
        for (path, size) in files(in: places, &reading.faults) {
            if Task.isCancelled { break }
            guard size <= limits.fileBytes, size <= bytesLeft else {
                reading.faults.append(
                    .tooLarge(
                        path: path,
                        limitMegabytes: (size > limits.fileBytes ? limits.fileBytes : limits.totalBytes) >> 20))
                continue
            }
            bytesLeft -= size
            guard let file = file(path, &reading.faults) else { continue }
            reading.calendarCount += 1
            var occurrences = CalendarOccurrences(
                file, zones: zones, clock: clock, from: start, to: end, owners: Self.owners(of: path))
            reading.appointments += occurrences.find(&budget)
            reading.faults += occurrences.unknownZones.map { .unknownZone(path: path, name: $0) }
            if budget.isSpent {
                reading.faults.append(.tooComplex(path: path))
                budget.steps = limits.steps / 10
            }
        }
        if reading.calendarCount == 0, let folder = places.written, Environment.exists(folder) {
            reading.calendarCount = 1
        }
        reading.appointments = CalendarReading.inOrder(reading.appointments)
        return reading
    }

    /// The addresses in a path: vdirsyncer names the folders of Google's calendars after their owners.
    private static func owners(of path: String) -> Set<String> {
        Set(path.split(separator: "/").filter { $0.contains("@") && !$0.hasSuffix(".ics") }.map { $0.lowercased() })
    }

    private func file(_ path: String, _ faults: inout [CalendarFault]) -> CalendarFile? {
        do {
            let bytes = try WholeFile.bytes(path, limit: limits.fileBytes)
            guard let file = CalendarFile(bytes) else {
                // A program may have just created an empty file.
                if !bytes.isEmpty { faults.append(.notCalendar(path: path)) }
                return nil
            }
            if file.damagedCount > 0 { faults.append(.damagedEntries(path: path, count: file.damagedCount)) }
            if file.unknownRuleCount > 0 {
                faults.append(.unknownRepetition(path: path, count: file.unknownRuleCount))
            }
            return file
        } catch {
            faults.append(.unreadable(path: path, reason: StoreFailure.systemText(of: error.code)))
            return nil
        }
    }

    /// The calendar files and their sizes in bytes.
    private func files(in places: CalendarPlaces, _ faults: inout [CalendarFault]) -> [(path: String, size: Int)] {
        var found: [(path: String, size: Int)] = []
        for place in places.paths {
            if CalendarPlaces.isAddress(place) {
                let host = place.split(separator: "/").dropFirst().first.map(String.init) ?? place
                faults.append(.onWeb(host: String(host.split(separator: "@").last ?? "")))
                continue
            }
            var status = stat()
            guard stat(place, &status) == 0 else {
                let code = errno
                guard places.areChosen || code != ENOENT && code != ENOTDIR else { continue }
                faults.append(.unreadable(path: place, reason: StoreFailure.systemText(of: code)))
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                let files = FolderTree.files(in: place, depth: 4).filter { $0.key.lowercased().hasSuffix(".ics") }
                found += files.map { (place + "/" + $0.key, $0.value) }.sorted { $0.0 < $1.0 }
            case S_IFREG: found.append((place, Int(status.st_size)))
            // Reading a pipe or a device might never end.
            default: faults.append(.notCalendar(path: place))
            }
        }
        if found.count > limits.files {
            faults.append(.tooMany(limit: limits.files))
            found.removeLast(found.count - limits.files)
        }
        return found
    }
}
