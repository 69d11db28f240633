// SPDX-License-Identifier: GPL-3.0-or-later
// Time zones: those that the system knows by name, by GLib, and those that a calendar file describes itself.

import CGio
import JarvisUnderstanding

/// A time zone as a calendar file describes it: when its clock changes, and by how much.
struct CalendarFileZone: Sendable {
    static let mostChanges = 64

    private struct Change: Sendable {
        var start: CalendarTime
        var before: Int64
        var after: Int64
        var rule: RecurrenceRule?
    }

    private var changes: [Change] = []

    /// - Returns: nil when it describes nothing.
    init?(_ component: CalendarComponent) {
        changes = component.parts.compactMap { part in
            guard let start = part.first("DTSTART").flatMap({ CalendarTime($0.value[...]) }),
                let before = part.first("TZOFFSETFROM").flatMap({ CalendarTime.offset($0.value[...]) }),
                let after = part.first("TZOFFSETTO").flatMap({ CalendarTime.offset($0.value[...]) })
            else { return nil }
            // Clocks change in one month of the year; other rules would only take time.
            let rule = part.first("RRULE").flatMap { RecurrenceRule($0.value[...]) }
            let isUsual = rule?.frequency == .yearly && rule?.months.count == 1
            return Change(start: start, before: before, after: after, rule: isUsual ? rule : nil)
        }
        if changes.isEmpty { return nil }
    }

    /// Seconds east of Greenwich at a time by the zone's own clock.
    func offset(at local: Int64) -> Int64 {
        var newest: (onset: Int64, offset: Int64)?
        for change in changes {
            guard let onset = Self.last(change, upTo: local), onset >= newest?.onset ?? .min else { continue }
            newest = (onset, change.after)
        }
        let first = changes.min { $0.start.seconds < $1.start.seconds }
        return newest?.offset ?? first?.before ?? 0
    }

    /// When this change came last.
    private static func last(_ change: Change, upTo local: Int64) -> Int64? {
        guard change.start.seconds <= local else { return nil }
        guard var rule = change.rule else { return change.start.seconds }
        let until = rule.until.map { $0.zone == .utc ? $0.seconds + change.before : $0.seconds } ?? .max
        let end = min(local, until)
        rule.count = nil
        let last = CalendarTime(seconds: end, zone: .floating).dayNumber
        var budget = ExpansionBudget(steps: 800)
        let days = RecurrenceDays(rule: rule, first: CivilDate(dayNumber: change.start.dayNumber))
            .days(from: last - 800, through: last, &budget)
        return days.map { Int64($0) * CalendarTime.day + change.start.secondOfDay }.last { $0 <= end }
            ?? change.start.seconds
    }
}

/// Zones by their name in the system's database, each opened once.
final class SystemZones {
    private static let most = 500
    private var zones: [String: OpaquePointer?] = [:]

    deinit {
        for zone in zones.values { if let zone { g_time_zone_unref(zone) } }
    }

    /// Seconds east of Greenwich at a time by the zone's own clock; nil when the system does not know the zone. Of an hour that
    /// comes twice the first is meant.
    func offset(_ name: String, at local: Int64) -> Int64? {
        guard let zone = zone(name) else { return nil }
        var time = gint64(local)
        let interval = g_time_zone_adjust_time(zone, G_TIME_TYPE_DAYLIGHT, &time)
        return Int64(g_time_zone_get_offset(zone, interval))
    }

    /// Programs put names of their own before it: "/freeassociation.sourceforge.net/Europe/Berlin".
    private func zone(_ name: String) -> OpaquePointer? {
        if let known = zones[name] { return known }
        guard zones.count < Self.most else { return nil }
        let parts = name.split(separator: "/")
        let isPlain = !parts.contains("..") && name.utf8.count < 200
        let found = parts.indices.lazy.map { parts[$0...].joined(separator: "/") }
            .filter { isPlain && ($0.contains("/") || parts.count == 1) }
            .compactMap { g_time_zone_new_identifier($0) }.first
        zones[name] = .some(found)
        return found
    }
}
