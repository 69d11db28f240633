// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a range of words as one whole value, in the forms that skills use.

import JarvisCore

extension ValueParser {
    /// The longest phrase parsed as one value, in words; longer ones are not speech.
    static let phraseLimit = 24

    /// A parser of just these words; nil if there are too many, or if no value can begin with the first one.
    static func whole(_ words: some Collection<String>) -> ValueParser? {
        guard let first = words.first, words.count <= phraseLimit, mayBegin(first) else { return nil }
        return ValueParser(Array(words))
    }

    /// False if no value can begin with this word.
    static func mayBegin(_ word: String) -> Bool {
        word.utf8.first.map { $0 < 97 || $0 > 122 } ?? false || !ValueLexicon.english.entries(of: word).isEmpty
    }

    /// The number if the words in `range` form one; otherwise nil.
    func number(_ range: Range<Int>) -> Double? {
        numbers(at: range.lowerBound).first {
            $0.end == range.upperBound && $0.value.form != .percent && $0.value.form != .ordinal
        }?.value.value
    }

    /// The duration in whole seconds; nil if the words form none or it includes months.
    func seconds(_ range: Range<Int>) -> Int64? {
        durations(at: range.lowerBound).first { $0.end == range.upperBound }?.value.wholeSeconds
    }

    /// A time of day without a day.
    func clockTime(_ range: Range<Int>) -> ClockTime? {
        if let found = times(at: range.lowerBound).first(where: { $0.end == range.upperBound }) { return found.value }
        // "Half an hour before noon"
        for offset in offsets(at: range.lowerBound) where offset.end == range.upperBound {
            if let moment = moment(of: offset.value), moment.day == nil { return moment.time }
        }
        return nil
    }

    /// A day without a time, perhaps with a part of the day.
    func day(_ range: Range<Int>) -> DayReference? {
        if let found = moments(at: range.lowerBound).first(where: { $0.end == range.upperBound }) {
            return found.value.time == nil ? found.value.day : nil
        }
        return wholeWeek(range)
    }

    /// "Next week" is a week from today, a weekend its Saturday.
    private func wholeWeek(_ range: Range<Int>) -> DayReference? {
        for period in periods(at: range.lowerBound) where period.end == range.upperBound {
            switch period.value {
            case .week(let weeks) where weeks != 0: return .offset(7 * weeks)
            case .weekend(0): return .weekday(6, isNextWeek: false)
            case .weekend(let weeks): return .weekdayOfWeek(6, weeks: weeks)
            default: break
            }
        }
        return nil
    }

    /// A moment in the local time zone: a day, a time or a part of the day.
    func moment(_ range: Range<Int>) -> SpokenMoment? {
        if let found = moments(at: range.lowerBound).first(where: { $0.end == range.upperBound }) {
            return found.value.zone == nil ? found.value : nil
        }
        for offset in offsets(at: range.lowerBound) where offset.end == range.upperBound {
            if let moment = moment(of: offset.value), moment.zone == nil { return moment }
        }
        return wholeWeek(range).map { SpokenMoment(day: $0) }
    }

    /// A duration from now: "in ten minutes", "ten minutes", "an hour from now". Not "an hour later", which may start
    /// from another moment.
    func lengthFromNow(_ range: Range<Int>) -> CalendarDuration? {
        if terminal(.later, at: range.upperBound - 1)?.end == range.upperBound, !has(.in, at: range.lowerBound) {
            return nil
        }
        for offset in offsets(at: range.lowerBound) where offset.end == range.upperBound {
            if case .now = offset.value.anchor, !offset.value.isBefore { return offset.value.length }
        }
        return durations(at: skipHedges(at: range.lowerBound)).first { $0.end == range.upperBound }?.value
    }

    /// The recurrence if the words in `range` form one; otherwise nil.
    func recurrence(_ range: Range<Int>) -> SpokenRecurrence? {
        recurrences(at: range.lowerBound).first { $0.end == range.upperBound }?.value
    }
}
