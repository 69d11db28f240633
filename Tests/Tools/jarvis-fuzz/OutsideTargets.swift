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
        FuzzTarget("vdir", vdir), FuzzTarget("feed", opening: "<rss>", closing: "</rss>", feed),
        FuzzTarget("charset", charset), FuzzTarget("bus", bus),
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

    /// Changes one entry of a calendar file: all others must stay as they are, byte for byte.
    private static func vdir(_ bytes: [UInt8]) {
        guard let file = CalendarFile(bytes) else { return }
        for event in file.events.prefix(3) where !event.identity.isEmpty {
            let isSeries = !event.rules.isEmpty || !event.additions.isEmpty || event.replaces != nil
            guard !isSeries, file.only(event.identity).events.count == 1,
                var text = CalendarEntryText(bytes, identity: event.identity)
            else { continue }
            let others = file.events.filter { $0.identity != event.identity }.map { "\($0)" }
            hold(!text.isOnlyEntry || others.isEmpty, "a file with other entries isn't deleted")
            let removed = text.removed
            let head = zip(bytes, removed).prefix { $0 == $1 }.count
            hold(bytes.suffix(removed.count - head) == removed.dropFirst(head), "what is removed is in one piece")
            let left = CalendarFile(removed)?.events ?? []
            hold(left.map { "\($0)" } == others || text.isOnlyEntry && left.isEmpty, "other entries stay: \(left)")

            let stamp = "20260105T093000Z"
            let moved = text.moved(start: { _ in ":" + stamp }, end: { _ in ":20260105T103000Z" }, stamp: stamp)
            let after = CalendarFile(moved)?.events ?? []
            hold(after.count == file.events.count, "no entry is lost or made")
            hold(after.filter { $0.identity != event.identity }.map { "\($0)" } == others, "others stay where they are")
            let own = after.first { $0.identity == event.identity }
            hold(own?.title == event.title && own?.location == event.location, "an entry keeps its words")
            hold(own.map { "\($0.attendees)" } == "\(event.attendees)", "and its guests")
            let kept = lines(moved)
            hold(lines(bytes).allSatisfy { kept.contains($0) || isTime($0) }, "all other lines stay")
        }
        let title = CalendarText.plain(Array(bytes.prefix(150)).text)
        var new = Appointment(title: title, start: FakeWallClock().now(), end: FakeWallClock().now())
        new.location = title
        let written = CalendarEntryText.new(new, identity: "a@b", now: new.start, clock: FakeWallClock())
        let again = CalendarFile(written)?.events
        hold(again?.count == 1 && again?.first?.title == title && again?.first?.location == title, "a title stays")
    }

    /// The lines, each joined with its continuations.
    private static func lines(_ bytes: [UInt8]) -> Set<[UInt8]> {
        var lines: [[UInt8]] = []
        for line in bytes.split(separator: 0x0A) {
            let piece = line.last == 0x0D ? line.dropLast() : line
            if let first = piece.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += piece.dropFirst()
            } else {
                lines.append(Array(piece))
            }
        }
        return Set(lines)
    }

    /// Whether a line is one that moving an entry replaces.
    private static func isTime(_ line: [UInt8]) -> Bool {
        let text = line.text.uppercased()
        return ["DTSTART", "DTEND", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"].contains { text.hasPrefix($0) }
    }

    /// The first line holds the header of an answer, the rest its bytes.
    private static func charset(_ bytes: [UInt8]) {
        let (head, rest) = bytes.headAndRest
        if let text = WebText.decoded(rest, contentType: head.text, limit: 1 << 20) {
            // A byte becomes a character of three bytes at most, and a compressed file grows up to the limit.
            hold(text.utf8.count <= max(4 * rest.count, 4 << 20), "a text is no longer than what came")
        }
        check(FeedReader.feed(in: rest, contentType: head.text))
    }

    private static func feed(_ bytes: [UInt8]) { check(FeedReader.feed(in: bytes)) }

    private static func check(_ feed: Headlines.Feed?) {
        guard let feed else { return }
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
