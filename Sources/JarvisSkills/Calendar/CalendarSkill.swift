// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions about the user's calendars: a day, a week, free time and the next appointment.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct CalendarSkill: Skill {
    private static let readLimit = 6
    private static let daysAhead = 366

    let quotesOthers = true
    let holdsPersonal = true
    let help = CommandHelp(
        skill: "calendar", title: "Calendar", summary: "Reads your appointments from the calendars on this computer.",
        examples: [
            "what is on my calendar tomorrow", "what is my next appointment", "am i free at three",
            "when am i free on friday", "where is the dentist appointment",
        ],
        icon: "x-office-calendar-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "what is (on|in) my calendar [[on] {day}]", "what do i have on my calendar [[on] {day}]",
                    "what appointments do i have [[on] {day}]", "do i have any (appointments|meetings) [[on] {day}]",
                ],
                typed: [
                    "what do i have (from|between) {from:day} (to|and) {to:day}",
                    "what is on my calendar (from|between) {from:day} (to|and) {to:day}",
                ], named: "calendar.day", answer: Self.day),
            SkillIntent(.tells, ["am i (free|busy) [at] {time}"], named: "calendar.free", answer: Self.free),
            SkillIntent(.tells, ["when am i free [[on] {day}]"], typed: Self.gapPatterns, answer: Self.gaps),
            SkillIntent(
                .tells,
                [
                    "(what|when) is my next (appointment|meeting)", "what is next on my calendar",
                ], typed: ["how {question:text} (until|till|before) my next (appointment|meeting|event)"],
                named: "calendar.next", answer: Self.next),
            SkillIntent(
                .tells, [],
                typed: [
                    "where is my next (appointment|meeting|event)",
                    "where is (my|the|our) {title:text} (appointment|meeting|event) [[on] {day}]",
                    "where is (my|the|our) (appointment|meeting|event) (with|about|at) {title:text}",
                    "where is {title:text} with {who:text}", "where (am i meeting|do i meet) {who:text}",
                    "where is (my|the|our) {title:text} [on] {day}", "where is {day} {title:text}",
                ], answer: Self.place),
            SkillIntent(
                .tells, [],
                typed: [
                    "[what is] (when is|when's|what time is|what day is|the date of) \(Self.owner) "
                        + "[next|upcoming|scheduled] "
                        + "\(Self.kind) (with|about|at|for) {who:text} [scheduled] [for] [[on] {day}]",
                    "(when is|what time is|what day is) \(Self.owner) [next|upcoming] {title:text} \(Self.kind) "
                        + "[scheduled] [for] [[on] {day}]",
                    "(when|what time) (am i|are we) (meeting|meeting with|seeing) {who:text} [[on] {day}]",
                    "(when|what time) (am i|are we) (going to be|gonna be) (meeting|meeting with|seeing) {who:text}",
                    "when (my|our) \(Self.kind) is with {who:text}",
                    "when (do|will) (i|we) (meet|see) {who:text} [{day}]",
                    "(what time|when) (does|will) (my|our) {title:text} (start|begin|end|finish) [[on] {day}]",
                    "what time (is|was) {day} \(Self.kind) with {who:text}",
                    "when is {day} \(Self.kind) with {who:text}",
                    "what time (i am|am i|we are|do i have to|i have to|do i|i) (meet|meeting) [with] {who:text} [{day}]",
                    "what is the date of my [next] [scheduled] {title:text} \(Self.kind)",
                ], answer: Self.time),
            SkillIntent(
                .tells, [],
                typed: [
                    "(is there|have i|have i got|do i have|do we have|are there|do you see|is) "
                        + "[a|an|any|another|the|my|our] [more] \(Self.kinds) [coming up|scheduled|planned] "
                        + "(with|about|at) {who:text} [[on] {day}] [\(Self.onCalendar)] [[on] {day}]",
                    "(check|check to see|see|look|tell me|check my calendar to see|can you see) (if|whether) "
                        + "(i have|there is|there are|i have got) [a|an|any] \(Self.kinds) (with|about|called) "
                        + "{who:text} "
                        + "[\(Self.onCalendar)] [[on] {day}]",
                    "(is|does) {title:text} (on|in) (my|the|our) (calendar|schedule|agenda) [[for|on] {day}]",
                    "(search|check|look through) (my|the|our) calendar for {title:text}",
                    "(did|have) i [already] (put|add|added|enter|entered|note|noted|schedule|scheduled|have) {title:text} "
                        + "(on|in|to|into) (my|the|our) (calendar|schedule|agenda)",
                    "does (my|the|our) (calendar|schedule|agenda) [already] (have|list|show|include|contain) {title:text} "
                        + "[noted|listed|marked|scheduled|written down] [on it]",
                    "(am i|are we) (meeting|meeting with|seeing) {who:text} [{day}]",
                    "do (i|we) (have to|need to) (meet|meet with|see) {who:text} [{day}]",
                    "(check|look in) my calendar to see if [an|a|the] event [called] {title:text} (exists|is there)",
                ], answer: Self.existence),
            SkillIntent(
                .tells, [],
                typed: [
                    "who [else] is (coming|going|invited) to my next (appointment|meeting|event)",
                    "who [else] is (coming|going|invited) to {title:text} with {who:text}",
                    "who [else] is (coming|going|invited) to (my|the|our) {title:text} [[on] {day}]",
                    "who [else] is (coming|going|invited) to {title:text} [[on] {day}]",
                    "who [else] is in (my|the|our) {title:text} (meeting|appointment) [[on] {day}]",
                    "who [else] will be at (my|the|our) {title:text} (meeting|appointment) [[on] {day}]",
                ], answer: Self.people),
        ]
    }

    private static let owner = "(my|the|our|that|this|today's|tomorrow's)"
    private static let kind = "(appointment|meeting|event|call|interview|date)"
    private static let kinds =
        "(appointment|meeting|event|call|interview|appointments|meetings|events|calls|meeting "
        + "scheduled|meetings scheduled)"
    private static let onCalendar = "(on|in) (my|the|our) (calendar|schedule|agenda)"

    private static func day(_ invocation: SkillInvocation) async throws -> SkillReply {
        let span = CalendarSpan(periodIn: invocation) ?? CalendarSpan(invocation, day: invocation.day("day"))
        return try await tell(span, invocation)
    }

    private static func tell(_ span: CalendarSpan, _ invocation: SkillInvocation) async throws -> SkillReply {
        let reading = try await read(from: span.start, to: span.end, invocation)
        guard reading.calendarCount > 0 else { return noCalendar(reading) }
        let wording = AppointmentWording(invocation.services)
        let found = reading.appointments
        var values = ["count": String(found.count), "day": span.day.canonical]
        guard !found.isEmpty else {
            return reply("There's nothing on your calendar \(span.name).", values, reading)
        }
        values["titles"] = found.map(\.title).joined(separator: ", ")
        let rest = found.count - readLimit
        let read = found.prefix(rest > 1 ? readLimit : found.count).map {
            wording.entry($0, saysDay: span.isLong, from: span.start, to: span.end)
        }
        let list = rest > 1 ? read + ["\(rest) more"] : read
        let count = found.count == 1 ? "one appointment" : "\(found.count) appointments"
        return reply("You have \(count) \(span.name): \(list.joined(separator: "; ")).", values, reading)
    }

    private static func free(_ invocation: SkillInvocation) async throws -> SkillReply {
        let clock = invocation.services.clock
        if let span = CalendarSpan(periodIn: invocation) {
            return span.isLong
                ? try await freeDay(span, invocation) : try await free(from: span.start, to: span.end, invocation)
        }
        if let from = invocation.time("from"), let to = invocation.time("to") {
            let start = CalendarSpan.instant(of: from, on: invocation.day("day"), clock)
            return try await free(from: start, to: CalendarSpan.next(to, after: start, clock), invocation)
        }
        let start: Timestamp
        switch invocation.moment("when") ?? invocation.time("time").map({ .at($0, nil) }) {
        case .after(let seconds)?: start = clock.now().advanced(by: .seconds(seconds))
        case .at(let time, let day)?:
            // "Am I free tomorrow?" is about the whole day.
            if let day, !CalendarSpan.hasTime(invocation.words) {
                return try await freeDay(CalendarSpan(invocation, day: day), invocation)
            }
            start = CalendarSpan.instant(of: time, on: day, clock)
        case nil: return try await freeDay(CalendarSpan(invocation, day: invocation.day("day")), invocation)
        }
        return try await free(from: start, to: nil, invocation)
    }

    /// - Parameter end: The end of the time asked about, or `nil` for a question about one moment.
    private static func free(
        from start: Timestamp, to end: Timestamp?, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let clock = invocation.services.clock
        let reading = try await read(from: start, to: end ?? start.advanced(by: .seconds(60)), invocation)
        guard reading.calendarCount > 0 else { return noCalendar(reading) }
        let wording = AppointmentWording(invocation.services)
        let local = clock.local(start)
        let busy = reading.appointments.filter(\.isBusy)
        let values = [
            "free": busy.isEmpty ? "yes" : "no", "time": ClockTime(hour: local.hour, minute: local.minute).canonical,
            "day": CivilDate(local).canonical,
        ]
        let when = wording.when(start, to: end)
        let (free, taken) = answers(to: invocation)
        guard let first = busy.first else { return reply("\(free), you're free \(when).", values, reading) }
        let entry = wording.entry(first, withEnd: true, from: start, to: end)
        return reply("\(taken), \(when) you have \(entry).", values, reading)
    }

    private static func freeDay(_ span: CalendarSpan, _ invocation: SkillInvocation) async throws -> SkillReply {
        let reading = try await read(from: span.start, to: span.end, invocation)
        guard reading.calendarCount > 0 else { return noCalendar(reading) }
        let wording = AppointmentWording(invocation.services)
        let busy = reading.appointments.filter(\.isBusy)
        let values = ["free": busy.isEmpty ? "yes" : "no", "count": String(busy.count), "day": span.day.canonical]
        guard !busy.isEmpty else {
            return reply("\(answers(to: invocation).free), you're free \(span.name).", values, reading)
        }
        let list = busy.prefix(readLimit).map {
            wording.entry($0, withEnd: true, saysDay: span.isLong, from: span.start, to: span.end)
        }
        return reply("Not all the time. You have \(list.joined(separator: "; ")).", values, reading)
    }

    /// The first word of the answer if the user is free, and if not: "am I busy" swaps yes and no.
    private static func answers(to invocation: SkillInvocation) -> (free: String, taken: String) {
        let words = Set(invocation.words)
        let asksBusy =
            !words.isDisjoint(with: ["busy", "booked", "occupied", "conflict", "conflicts", "clash", "clashes"])
            && words.isDisjoint(with: ["free", "available", "open", "clear", "time"])
        return asksBusy ? ("No", "Yes") : ("Yes", "No")
    }

    private static func next(_ invocation: SkillInvocation) async throws -> SkillReply {
        let question = LengthQuestion(invocation.text("question"))
        if question == nil, invocation.text("question") != nil { return .notMine }
        let clock = invocation.services.clock
        let now = clock.now()
        // Most people have something soon, so the whole year is read only if the next two weeks are empty.
        var reading = CalendarReading()
        for days in [14, daysAhead] {
            reading = try await read(from: now, to: now.advanced(by: .seconds(days * 86_400)), invocation)
            reading.appointments = reading.appointments.filter { $0.start > now }
            if !reading.appointments.isEmpty || reading.calendarCount == 0 { break }
        }
        guard reading.calendarCount > 0 else { return noCalendar(reading) }
        guard let first = reading.appointments.first else {
            return reply("There's nothing on your calendar for the next year.", ["count": "0"], reading)
        }
        let wording = AppointmentWording(invocation.services)
        let local = clock.local(first.start)
        var values = ["title": wording.title(first), "day": CivilDate(local).canonical]
        if !first.isAllDay { values["time"] = ClockTime(hour: local.hour, minute: local.minute).canonical }
        let place = wording.place(first).map { ", \($0)" } ?? ""
        if let question, !first.isAllDay {
            let left = (first.start.since(now) + .milliseconds(500)).components.seconds
            values["left"] = String(left)
            let text = "Your next appointment is in \(question.text(seconds: left)): \(wording.title(first)),"
            return reply("\(text) \(wording.when(first))\(place).", values, reading)
        }
        return reply("Next is \(wording.title(first)), \(wording.when(first))\(place).", values, reading)
    }

    static func read(
        from start: Timestamp, to end: Timestamp, _ invocation: SkillInvocation
    ) async throws -> CalendarReading {
        guard let reader = invocation.services.appointments else { throw SkillError("I can't read calendars here.") }
        return await reader.appointments(from: start, to: end)
    }

    /// Adds a warning if a calendar could not be read: the answer may then be incomplete.
    static func reply(_ text: String, _ values: [String: String], _ reading: CalendarReading) -> SkillReply {
        guard !reading.faults.isEmpty else { return SkillReply(text, values: values) }
        return SkillReply(
            "\(text) I couldn't read everything, though. Run the diagnosis in Settings to see why.", values: values)
    }

    static func noCalendar(_ reading: CalendarReading) -> SkillReply {
        let text =
            reading.faults.isEmpty
            ? "I can't find a calendar. You can choose one in Settings."
            : "I can't read your calendar. Run the diagnosis in Settings to see why."
        return SkillReply(text, values: ["calendars": "0"])
    }
}
