// SPDX-License-Identifier: GPL-3.0-or-later
// Separates what an appointment is called from when it is: "lunch with Tom tomorrow at one". Pure, but for the clock.

import JarvisCore
import JarvisUnderstanding

/// A title, and a time as far as the words give one.
struct AppointmentPhrase {
    /// As said, without the words of the time; empty if there are no others.
    private(set) var title = ""
    private(set) var start: SpokenMoment?
    private(set) var end: SpokenMoment?
    private(set) var length: CalendarDuration?
    /// "In two hours".
    private(set) var offset: SpokenOffset?

    init(_ text: String) {
        let utterance = Utterance(text)
        let words = utterance.words
        var used: [Range<Int>] = []
        for entry in ValueChart(words).entries {
            let before = entry.range.lowerBound > 0 ? words[entry.range.lowerBound - 1] : ""
            // "Ten" is a time after "at", and a number otherwise.
            let readings = Self.joints.contains(before) ? entry.readings[...] : entry.readings.prefix(1)
            guard let reading = readings.first(where: { Self.isTime($0.value) }) else { continue }
            guard take(reading.value, after: before) else { continue }
            used.append(entry.range)
        }
        if let whole = Self.wholeDay(in: words) { used.append(whole) }
        var isUsed = [Bool](repeating: false, count: words.count)
        for range in used {
            for place in range where place < words.count { isUsed[place] = true }
            var place = range.lowerBound - 1
            while place >= 0, Self.joints.contains(words[place]) {
                isUsed[place] = true
                place -= 1
            }
        }
        var (pieces, first): ([String], Int?) = ([], nil)
        for place in words.indices {
            if !isUsed[place], first == nil { first = place }
            if let begin = first, isUsed[place] || place == words.count - 1 {
                pieces.append(utterance.original(begin..<(isUsed[place] ? place : place + 1)))
                first = nil
            }
        }
        title = Self.titled(pieces.joined(separator: " "))
    }

    /// Words that lead to a time.
    private static let joints: Set<String> = [
        "on", "at", "from", "for", "in", "by", "the", "this", "starting", "beginning", "to", "until", "till", "around",
    ]

    private static func wholeDay(in words: [String]) -> Range<Int>? {
        words.indices.dropLast().first { words[$0] == "all" && words[$0 + 1] == "day" }.map { $0..<$0 + 2 }
    }

    private static func isTime(_ value: SpokenValue) -> Bool {
        switch value {
        case .moment, .duration, .offset, .period: true
        default: false
        }
    }

    /// - Returns: False if the value isn't the time of an appointment, such as the "an hour" of "an hour of yoga".
    private mutating func take(_ value: SpokenValue, after before: String) -> Bool {
        switch value {
        case .moment(let moment):
            guard let known = start else {
                start = moment
                return true
            }
            guard known.day == nil || moment.day == nil, known.time == nil || moment.time == nil else { return false }
            start?.day = known.day ?? moment.day
            start?.time = known.time ?? moment.time
            start?.part = known.part ?? moment.part
            if let end, end.day == nil, end.time != nil { self.end?.day = start?.day }
            return true
        case .duration(let length) where before == "for":
            self.length = length
            return true
        case .offset(let offset) where start == nil && !offset.isBefore:
            self.offset = offset
            return true
        case .period(.between(let from?, let to)):
            let day = start?.day
            (start, end) = (from, to)
            if from.day == nil, from.time != nil { start?.day = day }
            if to?.day == nil, to?.time != nil { end?.day = start?.day }
            return true
        case .period(.running(let length, let from)):
            (start, self.length) = (from, length)
            return true
        default: return false
        }
    }

    /// With a capital, and without an article at the beginning or punctuation at the end.
    static func titled(_ text: String) -> String {
        var words = text.split(whereSeparator: \.isWhitespace)
        let articles: Set = ["a", "an", "the", "my", "our", "called", "named", "for"]
        while let word = words.first, articles.contains(word.lowercased()) { words.removeFirst() }
        let plain = words.joined(separator: " ").reversed().drop { ",.;:?!".contains($0) }.reversed()
        return (plain.first.map { $0.uppercased() } ?? "") + plain.dropFirst()
    }

    /// True if the words say when.
    var hasTime: Bool { start != nil || offset != nil }

    /// An appointment with an end.
    struct Time: Hashable {
        var start: Timestamp
        var end: Timestamp
        var isAllDay = false
        /// The end was said, or follows from a length.
        var hasEnd = false
    }

    private static let usualSeconds: Int64 = 3_600

    /// The time that the words mean; nil if they don't say when.
    func time(_ clock: any WallClock) -> Time? {
        let resolver = MomentResolver(clock: clock)
        if let offset, let start = resolver.resolve(offset, hint: .daytime) { return ended(start, resolver) }
        guard let start else { return nil }
        if start.time == nil, start.part == nil {
            let today = resolver.today()
            var beginning = start.day?.date(from: today) ?? today
            // On a Monday, people call it today: "from Monday" is the next one.
            if case .weekday(_, isNextWeek: false) = start.day, beginning == today { beginning = today.adding(days: 7) }
            let first = midnight(beginning, clock)
            var days = 1
            if let day = end?.day, end?.time == nil {
                let date = CivilDate(clock.local(first))
                let near = day.date(from: resolver.today())
                // "From Monday to Wednesday" ends after that Monday.
                let last = near < date ? day.date(from: date) : near
                days = max(1, last.dayNumber - date.dayNumber + 1)
            } else if let length, length.days > 1 {
                days = length.days
            }
            let after = midnight(CivilDate(clock.local(first)).adding(days: days), clock)
            return Time(start: first, end: after, isAllDay: true, hasEnd: days > 1)
        }
        if let end {
            let found = resolver.resolve(.between(start, end), hint: .daytime)
            if let first = found.start, let last = found.end, last > first {
                return Time(start: first, end: last, hasEnd: true)
            }
        }
        return resolver.resolve(start, hint: .daytime).instants.first.map { ended($0, resolver) }
    }

    private func ended(_ start: Timestamp, _ resolver: MomentResolver) -> Time {
        guard let length, length.days == 0, length.months == 0, length.seconds >= 60 else {
            return Time(start: start, end: start.advanced(by: .seconds(Self.usualSeconds)))
        }
        return Time(start: start, end: resolver.shifted(start, by: length), hasEnd: true)
    }

    private func midnight(_ date: CivilDate, _ clock: any WallClock) -> Timestamp {
        clock.instant(
            of: LocalTime(
                year: date.year, month: date.month, day: date.day, hour: 0, minute: 0, second: 0, weekday: date.weekday)
        )
    }
}
