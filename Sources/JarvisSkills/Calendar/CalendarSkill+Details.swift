// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions about one appointment: where it is, and who is invited.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension CalendarSkill {
    private static let searchDays = 60

    /// The result of a search for an appointment.
    enum Search {
        case found(Appointment, CalendarReading)
        case nothing(CalendarReading)
    }

    static func place(_ invocation: SkillInvocation) async throws -> SkillReply {
        switch try await search(invocation) {
        case .nothing(let reading): return nothing(invocation, reading)
        case .found(let appointment, let reading):
            let wording = AppointmentWording(invocation.services)
            let title = wording.title(appointment)
            var values = ["title": title]
            guard let place = wording.place(appointment) else {
                return reply("Your calendar doesn't say where \(title) is.", values, reading)
            }
            values["place"] = appointment.location
            return reply("\(title), \(wording.when(appointment)): \(place).", values, reading)
        }
    }

    /// Says when one appointment is.
    static func time(_ invocation: SkillInvocation) async throws -> SkillReply {
        switch try await search(invocation) {
        case .nothing(let reading): return nothing(invocation, reading)
        case .found(let appointment, let reading): return told(appointment, "", reading, invocation)
        }
    }

    /// Says whether there is an appointment of this name or with these people.
    static func existence(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard !wanted(invocation).isEmpty else { return .notMine }
        switch try await search(invocation) {
        case .nothing(let reading):
            guard reading.calendarCount > 0 else { return noCalendar(reading) }
            let day =
                invocation.day("day").map { " " + CalendarSpan(invocation, day: $0).name } ?? " in the next two months"
            return reply(
                "No, I can't find “\(wanted(invocation).joined(separator: " "))” on your calendar\(day).",
                ["count": "0"],
                reading)
        case .found(let appointment, let reading): return told(appointment, "Yes. ", reading, invocation)
        }
    }

    private static func told(
        _ appointment: Appointment, _ opening: String, _ reading: CalendarReading, _ invocation: SkillInvocation
    ) -> SkillReply {
        let wording = AppointmentWording(invocation.services)
        let title = wording.title(appointment)
        let place = wording.place(appointment).map { ", \($0)" } ?? ""
        return reply(
            "\(opening)\(title), \(wording.when(appointment))\(place).", ["title": title, "count": "1"], reading)
    }

    static func people(_ invocation: SkillInvocation) async throws -> SkillReply {
        switch try await search(invocation) {
        case .nothing(let reading): return nothing(invocation, reading)
        case .found(let appointment, let reading):
            let wording = AppointmentWording(invocation.services)
            let title = wording.title(appointment)
            let values = ["title": title, "people": appointment.guests.map(\.name).joined(separator: ", ")]
            guard !appointment.guests.isEmpty else {
                return reply("Your calendar doesn't say who's coming to \(title).", values, reading)
            }
            return reply("\(title), \(wording.when(appointment)): \(wording.guests(appointment)).", values, reading)
        }
    }

    /// The next appointment with all the words of the question in its title, place or guests.
    static func search(_ invocation: SkillInvocation) async throws -> Search {
        let clock = invocation.services.clock
        let now = clock.now()
        var (start, end) = (now, now.advanced(by: .seconds(searchDays * 86_400)))
        if let day = invocation.day("day") {
            let span = CalendarSpan(invocation, day: day)
            (start, end) = (span.start, span.end)
        }
        let reading = try await read(from: start, to: end, invocation)
        let wanted = wanted(invocation)
        let matching = reading.appointments.filter { appointment in
            let words = words(of: [appointment.title, appointment.location] + appointment.guests.map(\.name))
            return wanted.allSatisfy { word in words.contains { $0 == word || $0 == word + "s" || $0 + "s" == word } }
        }
        // Without words to search for, take the next appointment that has not begun.
        let found = wanted.isEmpty ? matching.first { $0.start > now } : matching.first
        return found.map { .found($0, reading) } ?? .nothing(reading)
    }

    private static func wanted(_ invocation: SkillInvocation) -> [String] {
        let ignored: Set = [
            "the", "my", "our", "a", "an", "with", "at", "to", "on", "and", "appointment", "meeting", "event",
        ]
        return words(of: [invocation.text("title"), invocation.text("who")].compactMap { $0 })
            .filter { !ignored.contains($0) }
    }

    private static func words(of texts: [String]) -> [String] {
        texts.flatMap { text in
            text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.map { word in
                let name = word.replacing("’", with: "'")
                return name.hasSuffix("'s") ? String(name.dropLast(2)) : String(name)
            }
        }
    }

    static func nothing(_ invocation: SkillInvocation, _ reading: CalendarReading) -> SkillReply {
        guard reading.calendarCount > 0 else { return noCalendar(reading) }
        let wanted = wanted(invocation).joined(separator: " ")
        // The question may not be about an appointment: "where is the Eiffel Tower with its lifts".
        if !invocation.words.contains(where: { ["appointment", "meeting", "event", "coming", "invited"].contains($0) })
        {
            return .notMine
        }
        let what = wanted.isEmpty ? "anything" : "“\(wanted)”"
        return reply("I can't find \(what) on your calendar in the next two months.", ["count": "0"], reading)
    }
}
