// SPDX-License-Identifier: GPL-3.0-or-later
// Expands the entries of a calendar file into appointments: repetitions, exceptions and time zones.

import JarvisCore
import JarvisUnderstanding

/// Finds a calendar's appointments in a period.
struct CalendarOccurrences {
    /// A limit on the appointments in a period, beyond any real calendar, because a file may contain any number.
    static let most = 2000

    let file: CalendarFile
    let zones: SystemZones
    let clock: any WallClock
    let (start, end): (Timestamp, Timestamp)
    /// The addresses of the calendar's owner.
    let owners: Set<String>
    /// Zones that neither the system nor the file defines.
    private(set) var unknownZones: [String] = []

    /// Occurrences of a series that don't take place, or not as the series says.
    private struct Exceptions {
        var days: Set<Int> = []
        var instants: Set<Timestamp> = []
        /// On the wall clock, in seconds since 1970.
        var walls: Set<Int64> = []
    }

    /// The length of an occurrence.
    private enum Length {
        /// On the wall clock: people mean the hours that a clock shows, even if it changes in between.
        case wall(Int64)
        case duration(CalendarTime.Length)
    }

    /// The entries with one UID.
    private struct Series {
        /// The entries that state the series: one, unless a program gave the same UID to several.
        var cores: [CalendarEvent] = []
        var changes: [CalendarEvent] = []
    }

    init(
        _ file: CalendarFile, zones: SystemZones, clock: any WallClock, from start: Timestamp, to end: Timestamp,
        owners: Set<String> = []
    ) {
        self.file = file
        self.zones = zones
        self.clock = clock
        (self.start, self.end) = (start, end)
        self.owners = owners.union(file.owners)
    }

    /// Appointments that overlap `start` to `end`.
    mutating func find(_ budget: inout ExpansionBudget) -> [Appointment] {
        var found: [Appointment] = []
        for series in series() {
            let changes = newestChanges(series.changes)
            let replaced = exceptions(changes.compactMap(\.replaces))
            let ranges = changes.filter(\.changesFuture)
                .sorted { instant($0.replaces ?? $0.start) < instant($1.replaces ?? $1.start) }
            for core in series.cores {
                guard found.count < Self.most, !budget.isSpent else { return found }
                found += appointments(of: core, replaced: replaced, ranges: ranges, &budget)
            }
            let excluded = exceptions(series.cores.flatMap(\.exclusions))
            for change in changes where !change.isCancelled {
                guard found.count < Self.most else { return found }
                if let time = change.replaces, contains(excluded, time, daysCount: time.isDate) { continue }
                found += appointment(of: change, at: change.start, length(of: change)).map { [$0] } ?? []
            }
        }
        return found
    }

    /// The entries by UID, in the order of the file, without versions that have been superseded.
    private func series() -> [Series] {
        var (all, places): ([Series], [String: Int]) = ([], [:])
        for event in file.events {
            let place = event.identity.isEmpty ? all.count : places[event.identity, default: all.count]
            if place == all.count {
                all.append(Series())
                places[event.identity] = place
            }
            if event.replaces == nil { all[place].cores.append(event) } else { all[place].changes.append(event) }
        }
        for index in all.indices where all[index].cores.count > 1 {
            let newest = all[index].cores.map(Self.version).max { $0 < $1 } ?? (0, "")
            all[index].cores.removeAll { Self.version($0) != newest }
        }
        return all
    }

    private static func version(_ event: CalendarEvent) -> (Int, String) { (event.sequence, event.stamp) }

    /// The newest change of each occurrence.
    private mutating func newestChanges(_ changes: [CalendarEvent]) -> [CalendarEvent] {
        var (newest, places): ([CalendarEvent], [String: Int]) = ([], [:])
        for change in changes {
            guard let time = change.replaces else { continue }
            let key = time.isDate ? "\(time.dayNumber)" : "at \(instant(time).secondsSinceEpoch)"
            if let place = places[key] {
                if Self.version(newest[place]) < Self.version(change) { newest[place] = change }
            } else {
                places[key] = newest.count
                newest.append(change)
            }
        }
        return newest
    }

    // MARK: Exceptions

    private mutating func exceptions(_ times: [CalendarTime]) -> Exceptions {
        var exceptions = Exceptions()
        for time in times {
            if time.isDate {
                exceptions.days.insert(time.dayNumber)
            } else {
                exceptions.instants.insert(instant(time))
                if time.zone == .floating { exceptions.walls.insert(time.seconds) }
            }
        }
        return exceptions
    }

    /// Whether an occurrence of a series is among the exceptions, which may be given as days or as times.
    /// - Parameter daysCount: Whether a day means every occurrence on it, not only the one at its beginning.
    private mutating func contains(_ exceptions: Exceptions, _ time: CalendarTime, daysCount: Bool = true) -> Bool {
        if daysCount || time.secondOfDay == 0, exceptions.days.contains(time.dayNumber) { return true }
        if exceptions.instants.isEmpty { return false }
        if exceptions.walls.contains(time.seconds) || exceptions.instants.contains(instant(time)) { return true }
        // Midnight in UTC also means that day.
        return time.isDate && exceptions.instants.contains(Timestamp(secondsSinceEpoch: time.seconds))
    }

    // MARK: Series

    private mutating func appointments(
        of event: CalendarEvent, replaced: Exceptions, ranges: [CalendarEvent], _ budget: inout ExpansionBudget
    ) -> [Appointment] {
        let length = length(of: event)
        // Compare wall-clock times first. They may be off by a day, but they quickly rule out most entries.
        var (longest, earlier, later) = (Self.days(of: length), 0, 0)
        for range in ranges {
            longest = max(longest, Self.days(of: self.length(of: range)))
            let shift = Int(shift(of: range) / CalendarTime.day)
            (earlier, later) = (max(earlier, shift), max(later, -shift))
        }
        for addition in event.additions {
            longest = max(longest, Self.days(of: self.length(from: addition.start, addition.extent ?? .none)))
        }
        let first = Int(start.secondsSinceEpoch / CalendarTime.day) - 2 - longest - earlier
        let last = Int(end.secondsSinceEpoch / CalendarTime.day) + 2 + later
        let excluded = exceptions(event.exclusions)
        let isDaily = !event.rules.contains(where: \.isOftenADay)
        var found: [Appointment] = []
        for time in times(of: event, first, last, &budget) where first...last ~= time.start.dayNumber {
            if contains(excluded, time.start) || contains(replaced, time.start, daysCount: isDaily) { continue }
            let own = time.extent.map { self.length(from: time.start, $0) }
            let range = isChanged(time.start, ranges)
            if range?.isCancelled ?? event.isCancelled { continue }
            var moved = time.start
            if let range {
                moved.seconds += shift(of: range)
                moved.isDate = range.start.isDate
            }
            let lengthNow = own ?? range.map { self.length(of: $0) } ?? length
            if let one = appointment(of: range ?? event, at: moved, lengthNow) { found.append(one) }
        }
        return found
    }

    /// All start times of a series that are near the period.
    private mutating func times(
        of event: CalendarEvent, _ first: Int, _ last: Int, _ budget: inout ExpansionBudget
    ) -> [CalendarEvent.Addition] {
        var times: [CalendarTime] = event.rules.isEmpty ? [event.start] : []
        var known: Set<Int64> = []
        for rule in event.rules {
            let seconds = RecurrenceTimes(rule: rule, start: event.start).times(
                from: Int64(first) * CalendarTime.day, through: Int64(last + 1) * CalendarTime.day - 1, &budget)
            for second in seconds where !known.contains(second) {
                let time = CalendarTime(seconds: second, zone: event.start.zone, isDate: event.start.isDate)
                guard isWithin(time, rule.until) else { continue }
                known.insert(second)
                times.append(time)
            }
        }
        return added(event, to: times)
    }

    /// The start times and the additional ones. If both contain a time, the addition decides about its end.
    private mutating func added(_ event: CalendarEvent, to times: [CalendarTime]) -> [CalendarEvent.Addition] {
        var all = times.map { CalendarEvent.Addition(start: $0) }
        guard !event.additions.isEmpty else { return all }
        var places: [Timestamp: Int] = [:]
        for (place, one) in all.enumerated() { places[instant(one.start)] = place }
        for var addition in event.additions {
            if addition.start.isDate, !event.start.isDate {
                // A date among times means the series' own time of day.
                addition.start = CalendarTime(
                    seconds: addition.start.seconds + event.start.secondOfDay, zone: event.start.zone)
            }
            let instant = instant(addition.start)
            if let place = places[instant] {
                all[place].extent = addition.extent ?? all[place].extent
            } else {
                places[instant] = all.count
                all.append(addition)
            }
        }
        return all
    }

    /// The change of an earlier occurrence that also applies to this one; nil if there is none.
    private mutating func isChanged(_ time: CalendarTime, _ ranges: [CalendarEvent]) -> CalendarEvent? {
        ranges.last { range in
            guard let since = range.replaces else { return false }
            if since.isDate || time.isDate { return time.dayNumber > since.dayNumber }
            return instant(time) > instant(since)
        }
    }

    /// How much later, in seconds on the wall clock, all occurrences after a change take place.
    private mutating func shift(of range: CalendarEvent) -> Int64 {
        guard let old = range.replaces else { return 0 }
        if old.isDate || range.start.isDate || old.zone == range.start.zone { return range.start.seconds - old.seconds }
        return instant(range.start).secondsSinceEpoch - instant(old).secondsSinceEpoch
    }

    private mutating func isWithin(_ time: CalendarTime, _ until: CalendarTime?) -> Bool {
        guard let until else { return true }
        if until.isDate { return time.dayNumber <= until.dayNumber }
        guard until.zone == .utc, !time.isDate, abs(time.seconds - until.seconds) < CalendarTime.day else {
            return time.seconds <= until.seconds
        }
        return instant(time).secondsSinceEpoch <= until.seconds
    }

    // MARK: Lengths

    private mutating func length(of event: CalendarEvent) -> Length { length(from: event.start, event.extent) }

    private mutating func length(from start: CalendarTime, _ extent: CalendarEvent.Extent) -> Length {
        switch extent {
        case .none: return .duration(CalendarTime.Length(days: start.isDate ? 1 : 0))
        case .duration(let length):
            guard start.isDate else { return .duration(length) }
            let rest = (length.seconds + CalendarTime.day - 1) / CalendarTime.day
            return .duration(CalendarTime.Length(days: max(1, length.days + rest)))
        case .end(let end):
            var difference = end.seconds - start.seconds
            if start.isDate {
                return .duration(
                    CalendarTime.Length(days: max(1, (difference + CalendarTime.day - 1) / CalendarTime.day)))
            }
            if end.isDate {
                // A date means the end of the day before, or of that day itself if the day before ends too early.
                return .wall(difference > 0 ? difference : max(0, difference + CalendarTime.day))
            }
            if end.zone != start.zone {
                difference = instant(end).secondsSinceEpoch - instant(start).secondsSinceEpoch
            }
            return .wall(max(0, difference))
        }
    }

    /// An upper bound.
    private static func days(of length: Length) -> Int {
        switch length {
        case .wall(let seconds): Int(seconds / CalendarTime.day) + 1
        case .duration(let length): Int(length.days + length.seconds / CalendarTime.day) + 1
        }
    }

    private mutating func finish(of time: CalendarTime, _ beginning: Timestamp, _ length: Length) -> Timestamp {
        var after = time
        switch length {
        case .duration(let length):
            after.seconds += length.days * CalendarTime.day
            return (length.days == 0 ? beginning : instant(after)).advanced(by: .seconds(length.seconds))
        case .wall(let seconds):
            after.seconds += seconds
            let finish = instant(after)
            let isRegular = finish.since(beginning) == .seconds(seconds)
            return isRegular || !isSkipped(time) ? max(beginning, finish) : beginning.advanced(by: .seconds(seconds))
        }
    }

    /// Whether a clock that went forward never showed this time.
    private mutating func isSkipped(_ time: CalendarTime) -> Bool {
        let instant = instant(time)
        return [Int64(1800), 3600, 7200].contains { seconds in
            var later = time
            later.seconds += seconds
            return self.instant(later) == instant
        }
    }

    // MARK: Times

    /// An occurrence that starts at `time`; nil if it doesn't touch the period.
    private mutating func appointment(
        of event: CalendarEvent, at time: CalendarTime, _ length: Length
    ) -> Appointment? {
        var beginning = instant(time)
        var finish = finish(of: time, beginning, length)
        let isAllDay = time.isDate || event.isWholeDays
        if !time.isDate, event.isWholeDays { (beginning, finish) = wholeDays(time, beginning, finish) }
        let touches = finish > start || beginning == finish && beginning >= start
        guard beginning < end, touches else { return nil }
        let isOneDay = finish.since(beginning) < .seconds(CalendarTime.day * 3 / 2)
        return Appointment(
            title: event.title, location: event.location, start: beginning, end: finish, isAllDay: isAllDay,
            isBusy: event.isBusy(isAllDay: isAllDay, isOneDay: isOneDay, owners: owners),
            guests: event.guests(owners: owners))
    }

    /// The whole days that Outlook gives as midnights of a zone, in the user's zone.
    private mutating func wholeDays(
        _ time: CalendarTime, _ beginning: Timestamp, _ finish: Timestamp
    ) -> (Timestamp, Timestamp) {
        let local = CalendarTime(local: clock.local(beginning))
        var day = CalendarTime(
            seconds: Int64((local.secondOfDay == 0 ? local : time).dayNumber) * CalendarTime.day,
            zone: .floating, isDate: true)
        let first = instant(day)
        let length = finish.since(beginning).components.seconds
        day.seconds += max(1, (Int64(length) + CalendarTime.day / 2) / CalendarTime.day) * CalendarTime.day
        return (first, instant(day))
    }

    /// The instant of a time. A date means midnight in the user's time zone.
    private mutating func instant(_ time: CalendarTime) -> Timestamp {
        switch time.zone {
        case .utc: return Timestamp(secondsSinceEpoch: time.seconds)
        case .named(let name):
            let offset =
                zones.offset(name, at: time.seconds) ?? file.zones[name]?.offset(at: time.seconds)
                ?? zones.offset(windows: name, at: time.seconds)
            if let offset { return Timestamp(secondsSinceEpoch: time.seconds - offset) }
            if unknownZones.count < 20, !unknownZones.contains(name) { unknownZones.append(name) }
        case .floating: break
        }
        let date = CivilDate(dayNumber: time.dayNumber)
        let second = Int(time.secondOfDay)
        return clock.instant(
            of: LocalTime(
                year: date.year, month: date.month, day: date.day, hour: second / 3600, minute: second / 60 % 60,
                second: second % 60, weekday: date.weekday))
    }
}
