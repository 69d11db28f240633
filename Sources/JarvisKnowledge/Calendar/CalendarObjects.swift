// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of a calendar as a service hands them out: texts of iCalendar, each an entry, a zone or a whole calendar.

import JarvisCore

struct CalendarObjects: Sendable {
    /// By the identity of the entry; zones have names of their own.
    private(set) var texts: [(identity: String, text: String)] = []
    /// Identities of what repeats. Of these a service may have left out entries that stand for others.
    private(set) var series: [String] = []

    init(_ texts: [String]) {
        for text in texts { add(text) }
    }

    private mutating func add(_ text: String) {
        let event = Self.file([text])?.events.first
        let identity = event?.identity ?? ""
        texts.append((identity, text))
        guard let event, !identity.isEmpty, event.rule != nil || event.replaces != nil || !event.additions.isEmpty,
            !series.contains(identity)
        else { return }
        series.append(identity)
    }

    /// Puts everything that belongs to an entry in the place of what there was of it.
    mutating func replace(_ identity: String, by text: String) {
        texts.removeAll { $0.identity == identity }
        texts.append((identity, text))
    }

    mutating func add(zone text: String) { texts.append(("", text)) }

    private static func file(_ texts: [String]) -> CalendarFile? {
        CalendarFile(Array(("BEGIN:VCALENDAR\n" + texts.joined(separator: "\n") + "\nEND:VCALENDAR\n").utf8))
    }

    /// What touches the time from `start` up to `end`, and the zones that neither the system nor the texts know.
    /// - Parameter name: of the calendar, for faults.
    func reading(
        of name: String, from start: Timestamp, to end: Timestamp, clock: any WallClock, steps: Int
    ) -> (reading: CalendarReading, unknownZones: [String]) {
        var reading = CalendarReading(calendarCount: 1)
        guard !texts.isEmpty, let file = Self.file(texts.map(\.text)) else { return (reading, []) }
        if file.damagedCount > 0 { reading.faults.append(.damagedEntries(path: name, count: file.damagedCount)) }
        if file.unknownRuleCount > 0 {
            reading.faults.append(.unknownRepetition(path: name, count: file.unknownRuleCount))
        }
        var budget = ExpansionBudget(steps: steps)
        var occurrences = CalendarOccurrences(file, zones: SystemZones(), clock: clock, from: start, to: end)
        reading.appointments = occurrences.find(&budget)
        if budget.isSpent { reading.faults.append(.tooComplex(path: name)) }
        return (reading, occurrences.unknownZones)
    }
}
