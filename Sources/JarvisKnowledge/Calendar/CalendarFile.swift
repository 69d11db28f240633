// SPDX-License-Identifier: GPL-3.0-or-later
// A parsed calendar file (iCalendar, RFC 5545): its entries, its time zones, and the number of unreadable entries.
// Pure.

/// A component of a file: an entry, a time zone, or the standard or daylight part of a zone.
struct CalendarComponent: Sendable {
    struct Property: Sendable {
        var name: String
        var parameters: [(name: String, value: String)] = []
        var value: String

        /// The first parameter of that name, which is in upper case.
        func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

        var zone: String? { parameter("TZID") }
    }

    var name: String
    var properties: [Property] = []
    var parts: [CalendarComponent] = []

    func first(_ name: String) -> Property? { properties.first { $0.name == name } }

    /// Appends a line to the text before it, whose line ends were not escaped.
    /// - Returns: False if no text is before it.
    mutating func appendText(of line: CalendarLineReader.Line) -> Bool {
        guard let last = properties.indices.last,
            ["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT"].contains(properties[last].name)
                || properties[last].name.hasPrefix("X-")
        else { return false }
        guard properties[last].value.utf8.count < 1000 else { return true }
        switch line {
        case .text(let text): properties[last].value += " " + text
        case .property(let property): properties[last].value += " \(property.name): \(property.value)"
        }
        return true
    }
}

/// The contents of a calendar file.
struct CalendarFile: Sendable {
    private(set) var events: [CalendarEvent] = []
    private(set) var zones: [String: CalendarFileZone] = [:]
    /// The addresses of the calendar's owner.
    private(set) var owners: Set<String> = []
    /// The number of unreadable entries.
    private(set) var damagedCount = 0
    /// The number of entries with an unsupported repetition rule.
    private(set) var unknownRuleCount = 0

    /// Parses a file.
    /// - Returns: Nil if the bytes are not a calendar.
    init?(_ bytes: [UInt8]) {
        var reader = CalendarLineReader(bytes)
        var stack: [CalendarComponent] = []
        var (isCalendar, ignored) = (false, 0)
        while let line = reader.next() {
            guard case .property(let property) = line, !Self.isText(property) else {
                if ignored == 0, let last = stack.indices.last, !stack[last].appendText(of: line) { damagedCount += 1 }
                continue
            }
            switch property.name {
            case "BEGIN":
                let name = property.value.uppercased()
                isCalendar = isCalendar || name == "VCALENDAR"
                // Ignore alarms and other components, however deeply nested.
                if ignored > 0 || stack.count >= 4 || !Self.known.contains(name) {
                    ignored += 1
                } else {
                    stack.append(CalendarComponent(name: name))
                }
            case "END":
                if ignored > 0 {
                    ignored -= 1
                } else if let done = stack.popLast() {
                    close(done, &stack)
                }
            default:
                guard ignored == 0, let last = stack.indices.last else { continue }
                if stack[last].name != "VCALENDAR" {
                    stack[last].properties.append(property)
                } else if ["X-WR-CALNAME", "X-OWNER", "X-WR-RELCALID"].contains(property.name), owners.count < 5 {
                    // Google names a calendar after its owner's address.
                    let address = CalendarText.address(property.value)
                    if address.contains("@") { owners.insert(address) }
                }
            }
            if !isCalendar { return nil }
        }
        // A truncated file leaves components open.
        damagedCount += stack.filter { $0.name != "VCALENDAR" }.count
        if !isCalendar { return nil }
    }

    /// The same calendar with the entries of one UID alone.
    func only(_ identity: String) -> CalendarFile {
        var file = self
        file.events = events.filter { $0.identity == identity }
        return file
    }

    /// Whether it only looks like the beginning or end of a component: "END: noon".
    static func isText(_ property: CalendarComponent.Property) -> Bool {
        ["BEGIN", "END"].contains(property.name)
            && property.value.contains { !$0.isASCII || !$0.isLetter && !$0.isNumber && $0 != "-" }
    }

    private static let known: Set = ["VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT"]

    private mutating func close(_ component: CalendarComponent, _ stack: inout [CalendarComponent]) {
        switch component.name {
        case "VEVENT":
            var hasUnknownRule = false
            if let event = CalendarEvent(component, hasUnknownRule: &hasUnknownRule) {
                events.append(event)
                if hasUnknownRule { unknownRuleCount += 1 }
            } else {
                damagedCount += 1
            }
        case "VTIMEZONE":
            if zones.count < 200, let zone = CalendarFileZone(component), let name = component.first("TZID")?.value {
                zones[name] = zone
            }
        case "STANDARD", "DAYLIGHT":
            if let last = stack.indices.last, stack[last].parts.count < CalendarFileZone.mostChanges {
                stack[last].parts.append(component)
            }
        default: break
        }
    }
}
