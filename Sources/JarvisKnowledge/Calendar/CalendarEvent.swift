// SPDX-License-Identifier: GPL-3.0-or-later
// An entry of a calendar file, as its properties state it. Pure.

import JarvisCore

/// A calendar entry with all its times.
struct CalendarEvent: Sendable {
    /// What an entry says about its end.
    enum Extent: Sendable {
        case none
        case end(CalendarTime)
        case duration(CalendarTime.Length)
    }

    /// A start time in addition to those of the rules (RDATE), possibly with its own extent.
    struct Addition: Sendable {
        var start: CalendarTime
        var extent: Extent?
    }

    /// Somebody who is invited.
    struct Attendee: Sendable {
        var guest: Guest
        /// In lower case, without "mailto:".
        var address: String
    }

    var identity = ""
    var title = ""
    var location = ""
    var start: CalendarTime
    var extent = Extent.none
    /// The occurrences of all rules together form the series.
    var rules: [RecurrenceRule] = []
    var additions: [Addition] = []
    var exclusions: [CalendarTime] = []
    /// For a changed occurrence, the time of the one it replaces in its series.
    var replaces: CalendarTime?
    /// The change also applies to all later occurrences.
    var changesFuture = false
    /// Of several versions of an entry, the one with the highest number is valid.
    var sequence = 0
    /// When this version was written, as text that sorts by time.
    var stamp = ""
    var isCancelled = false
    /// Whether the entry says that it takes up time; nil if it doesn't say.
    var takesTime: Bool?
    /// Outlook's mark for whole days, which it writes as times at midnight.
    var isWholeDays = false
    var attendees: [Attendee] = []
    /// The organizer's address.
    var organizer = ""
    /// The address at which the user was invited, if a program has recorded it.
    var invited = ""

    /// Reads an entry's properties.
    /// - Parameter hasUnknownRule: Set to true if the entry repeats in an unsupported way.
    /// - Returns: Nil if its times make no sense.
    init?(_ component: CalendarComponent, hasUnknownRule: inout Bool) {
        guard let start = component.first("DTSTART").flatMap(CalendarTime.init) else { return nil }
        self.start = start
        for property in component.properties {
            guard set(property, &hasUnknownRule) else { return nil }
        }
    }

    private mutating func set(_ property: CalendarComponent.Property, _ hasUnknownRule: inout Bool) -> Bool {
        let value = property.value[...]
        switch property.name {
        case "UID": identity = property.value
        case "SUMMARY": title = CalendarText.plain(property.value)
        case "LOCATION": location = CalendarText.plain(property.value)
        case "DTEND":
            guard let end = CalendarTime(property) else { return false }
            extent = .end(end)
        case "DURATION":
            guard let length = CalendarTime.length(value) else { return false }
            extent = .duration(length)
        case "RRULE":
            if rules.count < 20, let rule = RecurrenceRule(value) { rules.append(rule) } else { hasUnknownRule = true }
        case "RDATE": additions += Self.additions(property)
        case "EXDATE": exclusions += value.split(separator: ",").compactMap { CalendarTime($0, zone: property.zone) }
        case "RECURRENCE-ID":
            guard let time = CalendarTime(property) else { return false }
            replaces = time
            changesFuture = property.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
        case "SEQUENCE": sequence = Int(property.value) ?? 0
        case "DTSTAMP": stamp = String(property.value.prefix(20))
        case "STATUS": isCancelled = property.value.uppercased() == "CANCELLED"
        default: setAvailability(property)
        }
        return true
    }

    private mutating func setAvailability(_ property: CalendarComponent.Property) {
        let value = property.value.uppercased()
        switch property.name {
        // Outlook's own words say more than TRANSP, which can only say two things.
        case "TRANSP": takesTime = takesTime == false ? false : value != "TRANSPARENT"
        case "X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-BUSYSTATUS":
            takesTime = !["FREE", "WORKINGELSEWHERE"].contains(value)
        case "X-MICROSOFT-CDO-ALLDAYEVENT": isWholeDays = value == "TRUE"
        case "ATTENDEE":
            guard attendees.count < 200, let attendee = Attendee(property) else { return }
            attendees.append(attendee)
        case "ORGANIZER": organizer = CalendarText.address(property.value)
        case "X-MOZ-INVITED-ATTENDEE": invited = CalendarText.address(property.value)
        default: break
        }
    }

    private static func additions(_ property: CalendarComponent.Property) -> [Addition] {
        property.value.split(separator: ",").compactMap { entry in
            let parts = entry.split(separator: "/", maxSplits: 1)
            guard let first = parts.first, let start = CalendarTime(first, zone: property.zone) else { return nil }
            guard parts.count == 2 else { return Addition(start: start) }
            if let length = CalendarTime.length(parts[1]) { return Addition(start: start, extent: .duration(length)) }
            return Addition(start: start, extent: CalendarTime(parts[1], zone: property.zone).map(Extent.end))
        }
    }

    /// Whether the entry makes the user busy. A single whole day counts as a birthday or a holiday, unless it says that
    /// it takes up time and doesn't come every year.
    /// - Parameter owners: The addresses of the calendar's owner.
    func isBusy(isAllDay: Bool, isOneDay: Bool, owners: Set<String>) -> Bool {
        if takesTime == false || isDeclined(by: owners) { return false }
        guard isAllDay, isOneDay else { return true }
        return takesTime == true && !rules.contains { $0.frequency == .yearly }
    }

    /// The owner has declined or, if the owner is not known, everyone who was invited.
    private func isDeclined(by owners: Set<String>) -> Bool {
        let owner = attendees.filter { owners.contains($0.address) || $0.address == invited && !invited.isEmpty }
        if !owner.isEmpty { return owner.allSatisfy { $0.guest.answer == .declined } }
        let invitees = attendees.filter { $0.address != organizer }
        return !invitees.isEmpty && invitees.allSatisfy { $0.guest.answer == .declined }
    }

    /// Those who are invited besides the owner.
    func guests(owners: Set<String>) -> [Guest] {
        attendees.filter { !owners.contains($0.address) && ($0.address != invited || invited.isEmpty) }.map(\.guest)
    }
}

extension CalendarEvent.Attendee {
    /// Reads a person; nil for rooms and equipment.
    init?(_ property: CalendarComponent.Property) {
        if ["ROOM", "RESOURCE"].contains(property.parameter("CUTYPE")?.uppercased()) { return nil }
        address = CalendarText.address(property.value)
        var name = CalendarText.plain(property.parameter("CN") ?? "")
        if name.isEmpty || name.contains("@") {
            let account = (name.isEmpty ? address : name).prefix { $0 != "@" }
            name = account.split(whereSeparator: { ".-_".contains($0) })
                .map { $0.capitalizedFirst }.joined(separator: " ")
        }
        if name.isEmpty { return nil }
        let answer: Guest.Answer =
            switch property.parameter("PARTSTAT")?.uppercased() {
            case "ACCEPTED": .accepted
            case "DECLINED": .declined
            case "TENTATIVE": .tentative
            default: .none
            }
        guest = Guest(name: String(name.prefix(100)), answer: answer)
    }
}

/// Texts of calendar files.
enum CalendarText {
    /// The text unescaped, as a single line of at most 200 characters.
    static func plain(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for character in text.prefix(400) {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            let isControl = character.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
            }
            let isNewLine = isEscaped && (character == "n" || character == "N")
            result.append(isControl || isNewLine ? " " : character)
            isEscaped = false
        }
        return String(result.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200))
    }

    /// An e-mail address in lower case, without "mailto:".
    static func address(_ text: String) -> String {
        let lower = text.prefix(300).lowercased()
        return lower.hasPrefix("mailto:") ? String(lower.dropFirst(7)) : lower
    }
}
