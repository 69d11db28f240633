// SPDX-License-Identifier: GPL-3.0-or-later
// A calendar file in memory (iCalendar, RFC 5545): its entries, its time zones, and how much of it made no sense. Pure.

/// Something in a calendar, with all its times.
struct CalendarEvent: Sendable {
    var identity = ""
    var title = ""
    var location = ""
    var start: CalendarTime
    /// Seconds; of whole days a multiple of a day.
    var length: Int64 = 0
    var end: CalendarTime?
    var rule: RecurrenceRule?
    /// Further times.
    var additions: [CalendarTime] = []
    var exclusions: [CalendarTime] = []
    /// Which time of another entry this one stands for.
    var replaces: CalendarTime?
    var isCancelled = false
    var isBusy = true
}

/// A part of a file: an entry, a time zone, or one of its two halves.
struct CalendarComponent: Sendable {
    struct Property: Sendable {
        var name: String
        var zone: String?
        var value: String
    }

    var name: String
    var properties: [Property] = []
    var parts: [CalendarComponent] = []

    func first(_ name: String) -> Property? { properties.first { $0.name == name } }
}

/// What a calendar file says.
struct CalendarFile: Sendable {
    private(set) var events: [CalendarEvent] = []
    private(set) var zones: [String: CalendarFileZone] = [:]
    /// Entries that make no sense.
    private(set) var damagedCount = 0
    /// Entries that repeat in a way that is not understood.
    private(set) var unknownRuleCount = 0

    /// - Returns: nil when the bytes are not a calendar.
    init?(_ bytes: [UInt8]) {
        var reader = CalendarLineReader(bytes)
        var stack: [CalendarComponent] = []
        var (isCalendar, ignored) = (false, 0)
        while let line = reader.next() {
            guard let property = line else {
                if !stack.isEmpty { damagedCount += 1 }
                continue
            }
            switch property.name {
            case "BEGIN":
                let name = property.value.uppercased()
                isCalendar = isCalendar || name == "VCALENDAR"
                // Alarms and the like, deep nests included, are of no concern.
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
                if ignored == 0, let last = stack.indices.last, stack[last].name != "VCALENDAR" {
                    stack[last].properties.append(property)
                }
            }
            if !isCalendar { return nil }
        }
        // What a cut file has begun and not ended.
        damagedCount += stack.filter { $0.name != "VCALENDAR" }.count
        if !isCalendar { return nil }
    }

    private static let known: Set = ["VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT"]

    private mutating func close(_ component: CalendarComponent, _ stack: inout [CalendarComponent]) {
        switch component.name {
        case "VEVENT":
            if let event = event(component) { events.append(event) } else { damagedCount += 1 }
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

    private mutating func event(_ component: CalendarComponent) -> CalendarEvent? {
        guard let start = component.first("DTSTART").flatMap(Self.time) else { return nil }
        var event = CalendarEvent(start: start)
        event.length = start.isDate ? CalendarTime.day : 0
        var hasUnknownRule = false
        for property in component.properties {
            let value = property.value[...]
            switch property.name {
            case "UID": event.identity = property.value
            case "SUMMARY": event.title = Self.plain(property.value)
            case "LOCATION": event.location = Self.plain(property.value)
            case "DTEND":
                guard let end = Self.time(property), end.isDate == start.isDate else { return nil }
                event.end = end
            case "DURATION":
                guard let length = CalendarTime.length(value) else { return nil }
                event.length = length
            case "RRULE":
                event.rule = RecurrenceRule(value)
                hasUnknownRule = event.rule == nil
            case "RDATE": event.additions += Self.times(property)
            case "EXDATE": event.exclusions += Self.times(property)
            case "RECURRENCE-ID":
                guard let time = Self.time(property) else { return nil }
                event.replaces = time
            case "STATUS": event.isCancelled = property.value.uppercased() == "CANCELLED"
            case "TRANSP": event.isBusy = property.value.uppercased() != "TRANSPARENT"
            default: break
            }
        }
        if hasUnknownRule { unknownRuleCount += 1 }
        return event
    }

    private static func time(_ property: CalendarComponent.Property) -> CalendarTime? {
        CalendarTime(property.value[...], zone: property.zone)
    }

    /// Of periods the beginning.
    private static func times(_ property: CalendarComponent.Property) -> [CalendarTime] {
        property.value.split(separator: ",").compactMap { entry in
            CalendarTime(entry.prefix { $0 != "/" }, zone: property.zone)
        }
    }

    /// One line of at most 200 characters, without escapes.
    private static func plain(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for character in text.prefix(400) {
            if isEscaped {
                result.append(character == "n" || character == "N" ? " " : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                let isControl = character.unicodeScalars.contains {
                    $0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
                }
                result.append(isControl ? " " : character)
            }
        }
        return String(result.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200))
    }
}
