// SPDX-License-Identifier: GPL-3.0-or-later
// Moments in the future: "in ten minutes", "at seven", "tomorrow at nine", "friday".

/// Reads answers to "When?".
package enum WhenPhrase {
    /// A moment to do something.
    package enum Moment: Hashable, Sendable {
        /// Whole seconds from now.
        case after(Int64)
        case at(ClockTime, DayReference?)
    }

    /// The time for a reminder whose day has none: nine in the morning, or the time that "tonight" and the like
    /// suggest.
    package static func defaultTime(in words: [String]) -> ClockTime {
        (PartOfDay.part(in: words) ?? .morning).time
    }

    /// `time` in the half of the day that `words` name with the day: "tomorrow morning at seven".
    package static func narrowed(_ time: ClockTime, in words: [String]) -> ClockTime {
        guard time.isAmbiguous, let part = PartOfDay.part(in: words), part != .noon else { return time }
        return ClockTime(hour: time.hour % 12 + (part == .morning ? 0 : 12), minute: time.minute)
    }

    /// True if the words are about something done by day, such as calls and meetings.
    package static func isDaytime(_ words: [String]) -> Bool {
        words.contains { word in ValueLexicon.english.entries(of: word).contains { $0.role == .daytime } }
    }

    /// The moment if all of `words` form one; otherwise nil.
    package static func moment(of words: some Collection<String>) -> Moment? {
        ValueParser.whole(words)?.when(0..<words.count)
    }

    /// The time of day, with the day before or after it if one was said; nil if `words` form neither.
    package static func time(of words: [String]) -> (ClockTime, DayReference?)? {
        guard let moment = ValueParser.whole(words)?.moment(0..<words.count), let time = moment.time else { return nil }
        return (time, moment.day)
    }
}

extension ValueParser {
    /// The answer to "When?" in these words: a duration from now, or a time of day.
    func when(_ range: Range<Int>) -> WhenPhrase.Moment? {
        if let length = lengthFromNow(range) {
            if let seconds = length.wholeSeconds { return .after(seconds) }
            return length.seconds == 0 ? .at(PartOfDay.morning.time, Self.ahead(length)) : nil
        }
        guard let moment = moment(range) else { return nil }
        return .at(moment.time ?? (moment.part ?? .morning).time, moment.day)
    }
}
