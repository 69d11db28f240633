// SPDX-License-Identifier: GPL-3.0-or-later
// Values of phrases on Monday, 5 January 2026, 09:30, as short texts for tables.

import JarvisCore
import JarvisTesting

@testable import JarvisUnderstanding

enum ValueReadings {
    static let zones = ["oslo": "Europe/Oslo", "paris": "Europe/Paris", "paris texas": "America/Chicago"]

    /// Every value the whole phrase can have, separated by " | "; empty if words are left over.
    static func of(_ text: String, names: [KnownName] = []) -> String {
        let words = Utterance(text, dates: .monthFirst).words
        return ValueChart.readings(of: words, names: names) { zones[$0] }.map { describe($0.value) }
            .joined(separator: " | ")
    }

    static func describe(_ value: SpokenValue) -> String {
        switch value {
        case .number(let number): SpokenFormat.number(number.value) + (number.form == .percent ? "%" : "")
        case .quantity(let measures):
            measures.map { SpokenFormat.number($0.amount) + " " + $0.unit.singular }.joined(separator: " ")
        case .duration(let length): length.canonical
        case .moment(let moment): describe(moment)
        case .offset(let offset): (offset.isBefore ? "-" : "+") + offset.length.canonical + describe(offset.anchor)
        case .period(let period): describe(period)
        case .recurrence(let recurrence): describe(recurrence)
        case .zone(let zone): zone
        case .name(let name): "\(name.kind) \(name.name)"
        case .quote(let text): "“\(text)”"
        case .impossible(let reason): "no \(reason)"
        }
    }

    static func describe(_ moment: SpokenMoment) -> String {
        let date = moment.day?.date(from: CivilDate(year: 2026, month: 1, day: 5)).canonical
        let time = moment.time.map { $0.canonical + ($0.isAmbiguous ? "?" : "") }
        return [date, time, moment.part?.rawValue, moment.zone].compactMap(\.self).joined(separator: " ")
    }

    private static func describe(_ anchor: SpokenOffset.Anchor) -> String {
        switch anchor {
        case .now: ""
        case .moment(let moment): " from " + describe(moment)
        case .name(let name): " from " + name.name
        }
    }

    private static func describe(_ period: SpokenPeriod) -> String {
        let clock = FakeWallClock()
        let (start, end) = MomentResolver(clock: clock).resolve(period)
        return [start, end].map { instant in
            guard let local = instant.map(clock.local) else { return "" }
            let time = ClockTime.canonical(local.hour, local.minute)
            return CivilDate(local).canonical + (time == "00:00" ? "" : " " + time)
        }.joined(separator: " to ")
    }

    private static func describe(_ recurrence: SpokenRecurrence) -> String {
        let step =
            switch recurrence.step {
            case .every(let length): "every \(length.canonical)"
            case .weekdays(let days, let weeks): "weekdays \(days.sorted().map(String.init).joined())/\(weeks)"
            case .monthly(let day, let months): "monthly \(day.map { "\($0)" } ?? "-")/\(months)"
            case .yearly(let day): "yearly \(describe(SpokenMoment(day: day)))"
            case .often(let count, let length): "\(count) per \(length.canonical)"
            }
        let times = recurrence.times.map { " at " + $0.canonical + ($0.isAmbiguous ? "?" : "") }.joined()
        let window = recurrence.window.map(\.canonical).joined(separator: "-")
        return step + times + (recurrence.part.map { " " + $0.rawValue } ?? "")
            + (window.isEmpty ? "" : " in " + window)
            + (recurrence.start.map { " from " + describe($0) } ?? "")
            + (recurrence.end.map { " until " + describe($0) } ?? "")
    }
}
