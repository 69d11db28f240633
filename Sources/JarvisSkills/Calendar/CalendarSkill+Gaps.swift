// SPDX-License-Identifier: GPL-3.0-or-later
// Answers "when am I free": the gaps of a day, or the next ones that are long enough.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension CalendarSkill {
    /// The gaps that are told of one day, and of several days.
    private static let (mostGaps, mostDays) = (4, 4)

    /// Patterns of questions for free time. What follows "free" names a time or a length.
    static let gapPatterns: [String] = [
        "when am i (free|available|not busy)", "when am i (free|available|not busy) {span:text}",
        "when (do|will|would) i have (time|free time|some time|a gap|a free slot|a free moment) [{span:text}]",
        "when (do|will|would|could|can) i have {span:text} [free]",
        "when (is|are) my (gap|gaps|free slot|free slots) [{span:text}]",
        "what (time|times) am i (free|available) [{span:text}]", "what time do i have free [{span:text}]",
        "(when|what time) (is|does) my (calendar|schedule|agenda) (free|empty|open|clear) [{span:text}]",
        "(find|find me|look for|show me) (a gap|a free slot|free time|some free time|a time slot|a slot) "
            + "[(in|on) (my|the) (calendar|schedule|agenda)] [{span:text}]",
        "when (could|can) i (meet|fit in|schedule) {span:text}",
        "(do i have|have i got) {span:text} free [{more:text}]",
    ]

    /// Words that may stand beside a time or a length in such a question.
    private static let known: Set<String> = [
        "for", "on", "in", "at", "the", "this", "next", "coming", "week", "weekend", "least", "about", "around",
        "during",
        "between", "and", "or", "a", "an", "of", "day", "days", "free", "time", "some", "morning", "afternoon",
        "evening", "tonight", "night", "please", "then", "again", "my", "calendar", "within", "from", "to", "meeting",
    ]

    static func gaps(_ invocation: SkillInvocation) async throws -> SkillReply {
        let utterance = invocation.utterance
        let entries = ValueChart(utterance.words).entries
        let said = Utterance(
            [invocation.text("span"), invocation.text("more")].compactMap { $0 }.joined(separator: " "))
        let valued = ValueChart(said.words).entries.flatMap { Array($0.range) }
        let isUnderstood = said.words.indices.allSatisfy { valued.contains($0) || Self.known.contains(said.words[$0]) }
        // "When am I free of debt" is about something else.
        guard isUnderstood else { return .notMine }
        var (length, day, hasPeriod): (Int64?, DayReference?, Bool) = (nil, nil, false)
        for reading in entries.flatMap(\.readings) {
            switch reading.value {
            case .duration(let duration) where duration.months == 0 && duration.days == 0 && length == nil:
                length = Int64(duration.seconds)
            case .moment(let moment) where day == nil: day = moment.day
            case .period: hasPeriod = true
            default: break
            }
        }
        let words = Set(invocation.words)
        let isOpen = day == nil && !hasPeriod && words.isDisjoint(with: partsOfDay.union(["week", "weekend", "today"]))
        var span = CalendarSpan(periodIn: invocation) ?? CalendarSpan(invocation, day: day)
        if isOpen {
            // Without a day, the next ones count.
            span.end = span.start.advanced(by: .seconds((length == nil ? 2 : 7) * 86_400))
            (span.isLong, span.name) = (true, length == nil ? "today and tomorrow" : "in the next seven days")
        }
        return try await tellGaps(
            of: span, atLeast: length, isNamedPart: !words.isDisjoint(with: partsOfDay), invocation)
    }

    private static let partsOfDay: Set<String> = ["morning", "afternoon", "evening", "tonight", "night"]

    private static func tellGaps(
        of span: CalendarSpan, atLeast length: Int64?, isNamedPart: Bool, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let clock = invocation.services.clock
        let reading = try await read(from: span.start, to: span.end, invocation)
        guard reading.calendarCount > 0 else { return noCalendar(reading) }
        let wording = AppointmentWording(invocation.services)
        let busy = reading.appointments.filter(\.isBusy)
        var (parts, count, slots): ([String], Int, [String]) = ([], 0, [])
        var (days, wholeDays) = (0, 0)
        var date = CivilDate(clock.local(span.start))
        let last = CivilDate(clock.local(span.end.advanced(by: .milliseconds(-1))))
        while date <= last, days < 62 {
            defer { date = date.adding(days: 1) }
            guard let window = FreeTime.window(on: date, in: span, isNamedPart: isNamedPart, clock: clock) else {
                continue
            }
            days += 1
            let gaps = FreeTime.gaps(between: busy, from: window.start, to: window.end, atLeast: length ?? 900)
            count += gaps.count
            if gaps.first?.isWhole == true { wholeDays += 1 }
            guard !gaps.isEmpty, parts.count < (span.isLong ? mostDays : 1) else { continue }
            slots += gaps.map { clock.local($0.start) }.map { ClockTime(hour: $0.hour, minute: $0.minute).canonical }
            parts.append(wording.gaps(Array(gaps.prefix(mostGaps)), on: date, saysDay: span.isLong))
        }
        let values = [
            "free": count > 0 ? "yes" : "no", "count": String(count), "day": span.day.canonical,
            "gaps": slots.joined(separator: ", "),
        ]
        let what = length.map { SpokenFormat.duration(seconds: $0) + " " } ?? ""
        guard days > 0 else { return reply("\(span.name.capitalizedFirst) is nearly over.", values, reading) }
        guard count > 0 else {
            let lack = length == nil ? "You aren't free" : "You don't have \(what)free"
            return reply("\(lack) \(span.name).", values, reading)
        }
        if wholeDays == days {
            let whole = span.isLong || isNamedPart ? "the whole time" : "all day"
            return reply("You're free \(whole) \(span.name).", values, reading)
        }
        let have = length == nil ? "You're free" : "You have \(what)free"
        return reply("\(have) \(parts.joined(separator: "; ")).", values, reading)
    }

}

extension AppointmentWording {
    /// "tomorrow from 8:00 AM to noon and from 1:00 PM to 8:00 PM", "on Friday all day"
    func gaps(_ gaps: [FreeTime], on date: CivilDate, saysDay: Bool) -> String {
        let today = CivilDate(clock.local(clock.now()))
        let name = dayName(date)
        let day = ["today", "tomorrow"].contains(name) ? name : "on \(name)"
        if gaps.first?.isWhole == true { return "\(day) all day" }
        let times = gaps.map { gap in
            let (start, end) = (clock.local(gap.start), clock.local(gap.end))
            let from = SpokenFormat.time(hour: start.hour, minute: start.minute, in: region)
            return "from \(from) to \(SpokenFormat.time(hour: end.hour, minute: end.minute, in: region))"
        }
        let list = SpokenFormat.list(times, joiner: "and")
        return date == today && !saysDay ? "today \(list)" : "\(day) \(list)"
    }
}
