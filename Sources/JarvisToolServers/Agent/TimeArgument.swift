// SPDX-License-Identifier: GPL-3.0-or-later
// Spoken days, times and lengths in the written form that a tool's schema asks for. Pure.

import JarvisCore
import JarvisPlatform
import JarvisUnderstanding

/// The written form of a time, by JSON schema's names: "date" is 2026-11-29, "time" is 17:05, "date-time" is
/// 2026-11-29T17:05:00+01:00, "duration" is PT5400S.
enum TimeArgument: String, Hashable, Sendable {
    case date, time, duration
    case dateTime = "date-time"

    /// The form that a property of a schema asks for, by its format or by the pattern in its description; nil for other
    /// texts.
    init?(_ property: JSONObject) {
        if let form = property["format"]?.asText.flatMap(Self.init(rawValue:)) {
            self = form
            return
        }
        guard property["format"] == nil, let text = property["description"]?.asText else { return nil }
        let words = text.uppercased()
        let hasDate = words.contains("YYYY-MM-DD")
        // With a blank between them, servers differ in what they accept.
        let hasTime = words.contains("HH:MM")
        if words.contains("YYYY-MM-DDTHH:MM")
            || words.contains("ISO 8601") && words.contains("DATE") && words.contains("TIME")
        {
            self = .dateTime
        } else if hasDate, !hasTime {
            self = .date
        } else if hasTime, !hasDate {
            self = .time
        } else {
            return nil
        }
    }

    /// The written form of words that are a time and nothing else; nil for others.
    func written(_ words: ArraySlice<String>, clock: any WallClock) -> String? {
        let found = ValueChart.readings(of: Array(words)).lazy.compactMap { written($0.value, clock) }
        return found.first
    }

    /// The only time among the words; nil if there is none or more than one.
    func place(in words: ArraySlice<String>, clock: any WallClock) -> (range: Range<Int>, written: String)? {
        let found = ValueChart(Array(words)).entries.compactMap { entry in
            entry.readings.lazy.compactMap { written($0.value, clock) }.first.map { (entry.range, $0) }
        }
        guard found.count == 1 else { return nil }
        let range = found[0].0
        return (range.lowerBound + words.startIndex..<range.upperBound + words.startIndex, found[0].1)
    }

    private func written(_ value: SpokenValue, _ clock: any WallClock) -> String? {
        let resolver = MomentResolver(clock: clock)
        switch (self, value) {
        case (.duration, .duration(let duration)): return duration.canonical
        case (.date, .moment(let moment)) where moment.day != nil && moment.time == nil,
            (.time, .moment(let moment)) where moment.day == nil && moment.time != nil,
            (.dateTime, .moment(let moment)) where moment.time != nil:
            return resolver.resolve(moment).instants.first.map { written($0, clock) }
        case (.date, .offset(let offset)), (.dateTime, .offset(let offset)), (.time, .offset(let offset)):
            return resolver.resolve(offset).map { written($0, clock) }
        default: return nil
        }
    }

    private func written(_ instant: Timestamp, _ clock: any WallClock) -> String {
        let local = clock.local(instant)
        let date = "\(local.year.padded(to: 4))-\(local.month.padded())-\(local.day.padded())"
        let time = "\(local.hour.padded()):\(local.minute.padded())"
        switch self {
        case .date: return date
        case .time: return time
        case .dateTime, .duration:
            return "\(date)T\(time):\(local.second.padded())\(Self.offset(of: local, at: instant))"
        }
    }

    /// "+01:00", the distance of local time from UTC.
    private static func offset(of local: LocalTime, at instant: Timestamp) -> String {
        let days = CivilDate(local).dayNumber
        let seconds = days * 86_400 + local.hour * 3_600 + local.minute * 60 + local.second
        let minutes = (seconds - Int(instant.secondsSinceEpoch)) / 60
        let size = abs(minutes)
        return "\(minutes < 0 ? "-" : "+")\((size / 60).padded()):\((size % 60).padded())"
    }
}
