// SPDX-License-Identifier: GPL-3.0-or-later
// Calendars, news feeds and D-Bus values.

import CGio
@testable import GioKit
@testable import JarvisKnowledge
import JarvisCore
import JarvisTesting

extension FuzzTarget {
    static let outside = [
        FuzzTarget("ics", opening: "BEGIN:VCALENDAR\n", separator: "\n", closing: "\nEND:VCALENDAR", calendar),
        FuzzTarget("feed", opening: "<rss>", closing: "</rss>", feed), FuzzTarget("bus", bus),
    ]

    private static func calendar(_ bytes: [UInt8]) {
        guard let file = CalendarFile(bytes) else { return }
        hold(file.events.allSatisfy { $0.title.count <= 200 && $0.location.count <= 200 }, "titles are short")
        let clock = FakeWallClock()
        let (start, end) = (clock.now(), clock.now().advanced(by: .seconds(14 * 86_400)))
        var budget = ExpansionBudget(steps: 20_000)
        var occurrences = CalendarOccurrences(file, zones: SystemZones(), clock: clock, from: start, to: end)
        let found = occurrences.find(&budget)
        for appointment in found {
            hold(appointment.start < end && appointment.end >= start, "what is found touches the time")
            hold(appointment.start <= appointment.end, "nothing ends before it begins")
        }
        hold(occurrences.unknownZones.count <= 20, "unknown zones are told of up to a limit")
    }

    private static func feed(_ bytes: [UInt8]) {
        guard let feed = FeedReader.feed(in: bytes) else { return }
        hold(feed.headlines.count <= 30, "headlines are few")
        for title in feed.headlines + [feed.title] {
            hold(title.count <= 201 && !title.contains(where: \.isNewline), "a headline is one line")
            let hasControl = title.unicodeScalars.contains { $0.properties.generalCategory == .control }
            hold(!hasControl, "and has no control characters")
        }
    }

    private static let types = [
        "a{sv}", "v", "(iisssiu)", "as", "a(sv)", "a{ss}", "(sa{sv}as)", "a{sa{sv}}", "(ybnqiuxtdsog)", "aav", "ay",
    ]

    /// The first byte selects the type of the others. The bus itself passes only complete values.
    private static func bus(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let name = types[Int(first) % types.count]
        let type = g_variant_type_new(name)
        defer { g_variant_type_free(type) }
        let data = bytes.dropFirst().withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(data) }
        guard let given = g_variant_ref_sink(g_variant_new_from_bytes(type, data, 0)) else { return }
        defer { g_variant_unref(given) }
        guard let whole = g_variant_get_normal_form(given) else { return }
        defer { g_variant_unref(whole) }
        guard let value = BusValue(whole), value.fits(name[...]) else { return }
        let written = g_variant_ref_sink(value.variant(name[...]))
        guard let written else { return }
        defer { g_variant_unref(written) }
        hold(BusValue(written).map(canonical) == canonical(value), "a value that is sent reads the same")
    }

    /// A text for comparison, since NaN does not equal itself.
    private static func canonical(_ value: BusValue) -> String {
        switch value {
        case .list(let members): "[" + members.map(canonical).joined(separator: ",") + "]"
        case .table(let entries):
            "{" + entries.sorted { $0.key < $1.key }.map { "\($0.key):\(canonical($0.value))" }.joined(separator: ",")
                + "}"
        default: "\(value)"
        }
    }
}
