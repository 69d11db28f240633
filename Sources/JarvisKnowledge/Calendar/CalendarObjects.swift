// SPDX-License-Identifier: GPL-3.0-or-later
// Calendar entries as a service returns them: iCalendar texts, each an entry, a time zone or a whole calendar.

import JarvisCore

struct CalendarObjects: Sendable {
    /// Each text with its entry's UID, which is empty for a zone.
    private(set) var texts: [(identity: String, text: String)] = []
    /// The UIDs of recurring entries. The service may have omitted exceptions that belong to them.
    private(set) var series: [String] = []

    init(_ texts: [String]) {
        for text in texts { add(text) }
    }

    private mutating func add(_ text: String) {
        let event = Self.file([text])?.events.first
        let identity = event?.identity ?? ""
        texts.append((identity, text))
        guard let event, !identity.isEmpty, !event.rules.isEmpty || event.replaces != nil || !event.additions.isEmpty,
            !series.contains(identity)
        else { return }
        series.append(identity)
    }

    /// Replaces an entry's texts with its complete text.
    mutating func replace(_ identity: String, by text: String) {
        texts.removeAll { $0.identity == identity }
        texts.append((identity, text))
    }

    mutating func add(zone text: String) { texts.append(("", text)) }

    private static func file(_ texts: [String]) -> CalendarFile? {
        CalendarFile(Array(("BEGIN:VCALENDAR\n" + texts.joined(separator: "\n") + "\nEND:VCALENDAR\n").utf8))
    }

    /// The appointments that overlap `start` to `end`, and the zones that neither the system nor the texts define.
    /// - Parameters:
    ///   - source: The calendar; its name is for faults.
    ///   - steps: The number of recurrence periods to examine.
    func reading(
        of source: EvolutionSource, from start: Timestamp, to end: Timestamp, clock: any WallClock, steps: Int
    ) -> (reading: CalendarReading, unknownZones: [String]) {
        var reading = CalendarReading(calendarCount: 1)
        guard !texts.isEmpty, let file = Self.file(texts.map(\.text)) else { return (reading, []) }
        if file.damagedCount > 0 { reading.faults.append(.damagedEntries(path: source.name, count: file.damagedCount)) }
        if file.unknownRuleCount > 0 {
            reading.faults.append(.unknownRepetition(path: source.name, count: file.unknownRuleCount))
        }
        var budget = ExpansionBudget(steps: steps)
        var occurrences = CalendarOccurrences(
            file, zones: SystemZones(), clock: clock, from: start, to: end, owners: source.owners)
        reading.appointments = occurrences.find(&budget)
        if budget.isSpent { reading.faults.append(.tooComplex(path: source.name)) }
        return (reading, occurrences.unknownZones)
    }
}
