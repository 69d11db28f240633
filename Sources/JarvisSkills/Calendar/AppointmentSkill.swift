// SPDX-License-Identifier: GPL-3.0-or-later
// Adds, moves and cancels appointments in the calendar folder that the user has chosen. JARVIS always asks first, and
// "undo" takes the change back.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct AppointmentSkill: Skill {
    let quotesOthers = true
    let holdsPersonal = true
    let help = CommandHelp(
        skill: "appointment", title: "New appointments",
        summary: "Adds, moves and cancels appointments in a calendar you choose.",
        examples: [
            "put lunch with tom on my calendar tomorrow at one", "move the dentist appointment to friday at ten",
            "cancel the dentist appointment",
        ], icon: "appointment-new-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        guard await services.calendarWriter?.isChosen() != true else { return nil }
        return SkillLimitation("Needs a calendar folder in Settings.")
    }

    private static let calendar = "(on|in|to|into|onto) (my|the|our) (calendar|diary|agenda|schedule)"
    private static let kind = "(appointment|meeting|event|call|interview|date)"
    private static let article = "(my|the|our)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .adds, [],
                typed: [
                    "(put|add|enter|write|note|schedule|save|pencil in) {title:text} \(Self.calendar)",
                    "(put|add|enter|write|note|schedule|save|pencil in) {title:text} \(Self.calendar) {rest:text}",
                    "(add|put|enter|create|make) \(Self.calendar) {rest:text}",
                    "(schedule|book|set up|create|make|arrange|plan|add) (a|an) [new] \(Self.kind) {rest:text}",
                    "(schedule|book|set up|arrange|plan|pencil in) [a] {title:text} with {guest:text}",
                    "(schedule|book|set up|create|make|arrange|plan|add) (a|an) [new] (calendar entry|calendar event) "
                        + "{rest:text}",
                ], answer: Self.add),
            SkillIntent(
                .changes, [],
                typed: [
                    "(move|reschedule|shift|postpone|change|put off|bring forward) \(Self.article) {title:text} \(Self.kind) "
                        + "(to|until|till|for) {rest:text}",
                    "(move|reschedule|shift|postpone|change|put off) \(Self.article) \(Self.kind) (with|about|at) {title:text} "
                        + "(to|until|till|for) {rest:text}",
                    "(reschedule|postpone) \(Self.article) {title:text} (to|until|till|for) {rest:text}",
                    "move \(Self.article) {title:text} (on|in) \(Self.article) (calendar|diary|agenda|schedule) (to|until) "
                        + "{rest:text}",
                    "move {title:text} with {who:text} (to|until) {rest:text}",
                    "(move|reschedule|shift) \(Self.article) next \(Self.kind) (to|until) {rest:text}",
                    "(move|shift|push|push back|put back) \(Self.article) {title:text} \(Self.kind) [back] by {length:duration}",
                    "(move|shift) \(Self.article) {title:text} \(Self.kind) {length:duration} (later|earlier)",
                ], answer: Self.move),
            SkillIntent(
                .removes, [],
                typed: [
                    "(cancel|delete|remove|call off|drop) \(Self.article) {title:text} \(Self.kind) [[on] {day}]",
                    "(cancel|delete|remove|call off|drop) \(Self.article) \(Self.kind) (with|about|at) {title:text} [[on] {day}]",
                    "(cancel|delete|remove|call off) \(Self.article) next \(Self.kind)",
                    "(cancel|delete|remove|take|drop) {title:text} (from|off) (my|the|our) (calendar|diary|agenda|schedule) "
                        + "[[on] {day}]",
                    "cancel {title:text} with {who:text} [[on] {day}]",
                ], answer: Self.cancel
            ).needing(.plain),
        ]
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let known = invocation.previousValues
        let said = invocation.utterance.original(0..<invocation.words.count)
        switch known["asks"] {
        case "when":
            let phrase = AppointmentPhrase(said)
            guard phrase.hasTime, let title = known["title"] else { return nil }
            return try await Self.ask(title, phrase, invocation)
        case "title":
            guard let request = known["request"] else { return nil }
            return try await Self.ask(AppointmentPhrase.titled(said), AppointmentPhrase(request), invocation)
        default: return nil
        }
    }

    // MARK: Adding

    /// What people do together.
    private static let gatherings: Set = [
        "lunch", "dinner", "breakfast", "brunch", "coffee", "drinks", "supper", "tea", "chat", "call", "walk", "run",
        "meeting", "appointment", "interview", "session", "lesson", "party", "game", "visit", "date", "sync",
    ]

    private static func add(_ invocation: SkillInvocation) async throws -> SkillReply {
        let who = invocation.text("guest").map { "with \($0)" }
        // "Book a flight with Delta" is nothing for a calendar.
        if who != nil, Set(Utterance(invocation.text("title") ?? "").words).isDisjoint(with: gatherings) {
            return .notMine
        }
        let said = [kindOfMeeting(invocation), invocation.text("title"), who, invocation.text("rest")].compactMap { $0 }
        let text = said.joined(separator: " ")
        let phrase = AppointmentPhrase(text)
        guard !phrase.title.isEmpty else {
            return SkillReply(
                "What's it called?", values: ["asks": "title", "request": text], followUp: .dictation)
        }
        return try await ask(phrase.title, phrase, invocation)
    }

    /// "Meeting" in "schedule a meeting with Tom", where the word belongs to the title.
    private static func kindOfMeeting(_ invocation: SkillInvocation) -> String? {
        guard invocation.text("title") == nil, let rest = invocation.text("rest") else { return nil }
        let words = Utterance(rest).words
        guard ["with", "about", "at"].contains(words.first ?? "") else { return nil }
        return invocation.words.first { ["meeting", "call", "interview", "date"].contains($0) }
            ?? (words.first == "with" ? "appointment" : nil)
    }

    private static func ask(
        _ title: String, _ phrase: AppointmentPhrase, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        guard let writer = try await writer(invocation) else { return notChosen }
        let clock = invocation.services.clock
        let title = title.isEmpty ? "Appointment" : title
        guard let time = phrase.time(clock) else {
            return SkillReply("When is it?", values: ["asks": "when", "title": title], followUp: .dictation)
        }
        guard time.isAllDay ? time.end > clock.now() : time.start > clock.now() else {
            return SkillReply("That time has already passed. Try a later one.", values: ["title": title])
        }
        let appointment = Appointment(
            title: title, start: time.start, end: time.end, isAllDay: time.isAllDay, isBusy: !time.isAllDay)
        let when = AppointmentWording(invocation.services).spoken(time)
        let values = values(of: appointment, clock)
        let clash = await clash(with: appointment, invocation)
        return SkillReply(
            "\(clash)Add \(title) \(when)?", values: values,
            proposal: DeferredAction { _ in
                try await explaining {
                    let change = try await writer.add(appointment)
                    return SkillReply(
                        "Added: \(title), \(when).", values: values,
                        undo: undoing(change, "\(title) is off your calendar again.", writer))
                }
            })
    }

    /// "You have Dentist from 3:00 PM to 4:00 PM then. "
    private static func clash(with appointment: Appointment, _ invocation: SkillInvocation) async -> String {
        guard !appointment.isAllDay, let reader = invocation.services.appointments else { return "" }
        let reading = await reader.appointments(from: appointment.start, to: appointment.end)
        guard let other = reading.appointments.first(where: { $0.isBusy && !$0.isAllDay }) else { return "" }
        return "You have \(AppointmentWording(invocation.services).entry(other, withEnd: true)). "
    }

    // MARK: Moving

    private static func move(_ invocation: SkillInvocation) async throws -> SkillReply {
        let search = try await CalendarSkill.search(invocation)
        guard case .found(let old, _) = search else { return nothing(search, invocation) }
        guard let writer = try await writer(invocation) else { return notChosen }
        let clock = invocation.services.clock
        guard let start = newStart(of: old, invocation) else {
            return SkillReply("I didn't get the new time. Say it like “Friday at ten”.", values: ["title": old.title])
        }
        guard start > clock.now() || old.isAllDay else {
            return SkillReply("That time has already passed. Try a later one.", values: ["title": old.title])
        }
        var moved = old
        moved.start = start
        moved.end = start.advanced(by: old.end.since(old.start))
        let wording = AppointmentWording(invocation.services)
        let (title, when) = (wording.title(old), wording.when(moved))
        let values = values(of: moved, clock)
        return try await explaining {
            try await writer.check(old)
            return SkillReply(
                "Move \(title) from \(wording.spokenMoment(old)) to \(wording.spokenMoment(moved))?", values: values,
                proposal: DeferredAction { [moved] _ in
                    try await explaining {
                        let change = try await writer.move(old, to: moved.start, until: moved.end)
                        return SkillReply(
                            "Moved: \(title), \(when).", values: values,
                            undo: undoing(change, "\(title) is back at its old time.", writer))
                    }
                })
        }
    }

    /// The new start; the day or time that the request doesn't name stays the same.
    private static func newStart(of old: Appointment, _ invocation: SkillInvocation) -> Timestamp? {
        let clock = invocation.services.clock
        if let length = invocation.duration("length") {
            let isEarlier = invocation.words.contains("earlier")
            return old.start.advanced(by: .seconds(isEarlier ? -length : length))
        }
        let rest = invocation.text("rest") ?? ""
        // "To five" is a time of day, though "five" alone is a number.
        let said = AppointmentPhrase(rest)
        let phrase = said.hasTime ? said : AppointmentPhrase("at " + rest)
        guard var moment = phrase.start else { return phrase.time(clock)?.start }
        let (local, today) = (clock.local(old.start), invocation.today)
        if moment.day == nil { moment.day = .offset(CivilDate(local).dayNumber - today.dayNumber) }
        if old.isAllDay { (moment.time, moment.part) = (nil, nil) }
        if moment.time == nil, moment.part == nil, !old.isAllDay {
            moment.time = ClockTime(hour: local.hour, minute: local.minute)
        }
        return MomentResolver(clock: clock).resolve(moment, hint: .daytime).instants.first
    }

    // MARK: Cancelling

    private static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let search = try await CalendarSkill.search(invocation)
        guard case .found(let old, _) = search else { return nothing(search, invocation) }
        guard let writer = try await writer(invocation) else { return notChosen }
        let wording = AppointmentWording(invocation.services)
        let (title, when) = (wording.title(old), wording.when(old))
        let values = values(of: old, invocation.services.clock)
        return try await explaining {
            try await writer.check(old)
            return SkillReply(
                "Cancel \(title), \(when)?", values: values,
                proposal: DeferredAction { _ in
                    try await explaining {
                        let change = try await writer.remove(old)
                        return SkillReply(
                            "Cancelled: \(title).", values: values,
                            undo: undoing(change, "\(title) is back on your calendar.", writer))
                    }
                })
        }
    }

    // MARK: Parts

    private static func nothing(_ search: CalendarSkill.Search, _ invocation: SkillInvocation) -> SkillReply {
        guard case .nothing(let reading) = search else { return .notMine }
        return CalendarSkill.nothing(invocation, reading)
    }

    /// - Returns: Nil if no calendar is chosen.
    private static func writer(_ invocation: SkillInvocation) async throws -> (any AppointmentWriter)? {
        guard let writer = invocation.services.calendarWriter else {
            throw SkillError("I can't change calendars here.")
        }
        return await writer.isChosen() ? writer : nil
    }

    private static var notChosen: SkillReply {
        SkillReply(CalendarWriteFailure.notChosen.advice, values: ["calendars": "0"])
    }

    private static func explaining(_ work: () async throws -> SkillReply) async throws -> SkillReply {
        do {
            return try await work()
        } catch let failure as CalendarWriteFailure {
            return SkillReply(failure.advice, values: ["done": "no"])
        }
    }

    private static func undoing(
        _ change: CalendarChange, _ text: String, _ writer: any AppointmentWriter
    ) -> DeferredAction {
        DeferredAction { _ in
            try await explaining {
                try await writer.undo(change)
                return SkillReply(text)
            }
        }
    }

    private static func values(of appointment: Appointment, _ clock: any WallClock) -> [String: String] {
        let local = clock.local(appointment.start)
        var values = ["title": appointment.title, "day": CivilDate(local).canonical]
        if !appointment.isAllDay { values["time"] = ClockTime(hour: local.hour, minute: local.minute).canonical }
        return values
    }
}

extension AppointmentWording {
    /// "tomorrow at 1:00 PM", "on Friday from noon to 1:00 PM", "on Friday, all day"
    func spoken(_ time: AppointmentPhrase.Time) -> String {
        let appointment = Appointment(title: "", start: time.start, end: time.end, isAllDay: time.isAllDay)
        guard time.isAllDay else { return when(time.start, to: time.hasEnd ? time.end : nil) }
        guard time.hasEnd else { return when(appointment) }
        let last = CivilDate(clock.local(time.end.advanced(by: .seconds(-60))))
        return "\(when(appointment)) to \(dayName(last))"
    }

    /// "3:00 PM", "tomorrow at 3:00 PM", "Friday"
    func spokenMoment(_ appointment: Appointment) -> String {
        let text = when(appointment)
        for opening in ["at ", "on "] where text.hasPrefix(opening) { return String(text.dropFirst(opening.count)) }
        return text
    }
}
