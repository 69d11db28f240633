// SPDX-License-Identifier: GPL-3.0-or-later
// Time zones: those of the system, looked up by name through GLib, and those that a calendar file defines itself.

import CGio
import JarvisUnderstanding

/// A time zone defined in a calendar file: when its clock changes, and by how much.
struct CalendarFileZone: Sendable {
    static let mostChanges = 64

    private struct Change: Sendable {
        var start: CalendarTime
        var before: Int64
        var after: Int64
        var rule: RecurrenceRule?
        /// Changes at other times (RDATE).
        var additions: [Int64] = []
    }

    private var changes: [Change] = []

    /// Reads the zone's clock changes.
    /// - Returns: Nil if it defines no offset.
    init?(_ component: CalendarComponent) {
        changes = component.parts.compactMap { part in
            guard let start = part.first("DTSTART").flatMap({ CalendarTime($0.value[...]) }),
                let before = part.first("TZOFFSETFROM").flatMap({ CalendarTime.offset($0.value[...]) }),
                let after = part.first("TZOFFSETTO").flatMap({ CalendarTime.offset($0.value[...]) })
            else { return nil }
            // Clock changes occur in one month of the year. Following other rules would only cost time.
            let rule = part.first("RRULE").flatMap { RecurrenceRule($0.value[...]) }
            let isUsual = rule?.frequency == .yearly && rule?.months.count == 1
            let additions = part.properties.filter { $0.name == "RDATE" }
                .flatMap { $0.value.split(separator: ",").compactMap { CalendarTime($0)?.seconds } }
            return Change(
                start: start, before: before, after: after, rule: isUsual ? rule : nil,
                additions: Array(additions.prefix(Self.mostChanges)))
        }
        if changes.isEmpty { return nil }
    }

    /// The offset from UTC in seconds, positive to the east, at a local time in seconds since 1970. For a skipped hour,
    /// the offset before it; for one that occurs twice, the first.
    func offset(at local: Int64) -> Int64 {
        var newest: (onset: Int64, change: Change)?
        for change in changes {
            guard let onset = Self.last(change, upTo: local), onset >= newest?.onset ?? .min else { continue }
            newest = (onset, change)
        }
        let first = changes.min { $0.start.seconds < $1.start.seconds }
        guard let newest else { return first?.before ?? 0 }
        let isSkipped = local - newest.onset < newest.change.after - newest.change.before
        return isSkipped ? newest.change.before : newest.change.after
    }

    /// The last change at or before a local time.
    private static func last(_ change: Change, upTo local: Int64) -> Int64? {
        guard change.start.seconds <= local else { return nil }
        let added = change.additions.filter { $0 <= local }.max() ?? change.start.seconds
        guard var rule = change.rule else { return max(change.start.seconds, added) }
        let until = rule.until.map { $0.zone == .utc ? $0.seconds + change.before : $0.seconds } ?? .max
        let end = min(local, until)
        rule.count = nil
        var budget = ExpansionBudget(steps: 800)
        let times = RecurrenceTimes(rule: rule, start: change.start)
            .times(from: end - 800 * CalendarTime.day, through: end, &budget)
        return max(times.last ?? change.start.seconds, added)
    }
}

/// Zones by name from the system's database. Opens each only once.
final class SystemZones {
    private static let most = 500
    private var zones: [String: OpaquePointer?] = [:]

    deinit {
        for zone in zones.values { if let zone { g_time_zone_unref(zone) } }
    }

    /// The offset from UTC in seconds, positive to the east, at a local time. Nil if the system doesn't know the zone.
    /// For an hour that occurs twice, uses the first; for a skipped one, the offset before it (RFC 5545, 3.3.5).
    func offset(_ name: String, at local: Int64) -> Int64? {
        zone(name).map { Self.offset($0, at: local) }
    }

    /// The same for a name of Windows.
    func offset(windows name: String, at local: Int64) -> Int64? {
        WindowsZones.names[name].flatMap { offset($0, at: local) }
    }

    private static func offset(_ zone: OpaquePointer, at local: Int64) -> Int64 {
        func offset(_ instant: Int64) -> Int64 {
            Int64(g_time_zone_get_offset(zone, g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(instant))))
        }
        // No zone changes its clock twice within two days.
        let before = offset(local - 26 * 3600)
        let after = offset(local + 26 * 3600)
        return [max(before, after), min(before, after)].first { offset(local - $0) == $0 } ?? before
    }

    /// Finds a zone by name, without any prefix that programs add: "/freeassociation.sourceforge.net/Europe/Berlin".
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

/// The names of time zones in Windows, which calendars of Outlook and Exchange use.
enum WindowsZones {
    /// The names in the system's database, by Windows name.
    static let names: [String: String] = {
        let text = String(decoding: PackageResources.windows_zones_txt, as: UTF8.self)
        let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
        let names = rows.compactMap { $0.count == 2 ? (String($0[0]), String($0[1])) : nil }
        return Dictionary(names + [("tzone://Microsoft/Utc", "UTC")]) { first, _ in first }
    }()
}
