// SPDX-License-Identifier: GPL-3.0-or-later
// Reads phrases from standard input, one a line, and prints each as a line of JSON: its kind, its values, and their
// moments at a fixed time. scripts/values-check compares them with other parsers.

import JarvisCore
import JarvisTesting
import JarvisUnderstanding

/// Prints the values of phrases.
struct ValuesCheck {
    /// Wednesday, 3 June 2026, 10:00 in UTC.
    private let clock = FakeWallClock(Timestamp(secondsSinceEpoch: 1_780_480_800))

    func run() {
        while let line = readLine() {
            let utterance = Utterance(line, dates: .monthFirst)
            let readings = ValueChart.readings(of: utterance.words) { zones[$0] }
            let values = readings.map { describe($0.value) }
            let rest =
                readings.isEmpty
                ? ValueChart(utterance.words) { zones[$0] }.entries.map { entry in
                    utterance.words[entry.range].joined(separator: " ")
                } : []
            print(
                #"{"values": ["# + values.joined(separator: ", ") + #"], "parts": ["#
                    + rest.map { "\"\($0)\"" }.joined(separator: ", ") + "]}")
        }
    }

    private let zones = [
        "oslo": "Europe/Oslo", "paris": "Europe/Paris", "tokyo": "Asia/Tokyo", "paris texas": "America/Chicago",
    ]

    private func describe(_ value: SpokenValue) -> String {
        let resolver = MomentResolver(clock: clock)
        func fields(_ kind: String, _ pairs: [(String, String)]) -> String {
            "{\"kind\": \"\(kind)\"" + pairs.map { ", \"\($0.0)\": \($0.1)" }.joined() + "}"
        }
        switch value {
        case .number(let number):
            return fields("number", [("value", "\(number.value)"), ("form", "\"\(number.form.rawValue)\"")])
        case .quantity(let measures):
            let parts = measures.map { "[\($0.amount), \"\($0.unit.singular)\"]" }
            let total = measures.reduce(0.0) { $0 + ($1.unit.convert($1.amount, to: measures[0].unit) ?? 0) }
            return fields("quantity", [("measures", "[\(parts.joined(separator: ", "))]"), ("total", "\(total)")])
        case .duration(let length): return fields("duration", described(length))
        case .moment(let moment):
            let found = resolver.resolve(moment)
            return fields(
                "moment",
                [
                    ("instants", "[\(found.instants.map(text).joined(separator: ", "))]"),
                    ("time", moment.time == nil && moment.part == nil ? "false" : "true"),
                    ("day", moment.day == nil ? "false" : "true"),
                    ("zone", moment.zone.map { "\"\($0)\"" } ?? "null"),
                    ("skips", "\(found.skipsMonth)"),
                ])
        case .offset(let offset):
            return fields(
                "offset",
                described(offset.length) + [
                    ("before", "\(offset.isBefore)"), ("instant", resolver.resolve(offset).map(text) ?? "null"),
                ])
        case .period(let period):
            let (start, end) = resolver.resolve(period)
            return fields("period", [("start", start.map(text) ?? "null"), ("end", end.map(text) ?? "null")])
        case .recurrence(let recurrence):
            return fields("recurrence", [("text", "\"\(described(recurrence))\"")])
        case .zone(let zone): return fields("zone", [("zone", "\"\(zone)\"")])
        case .name(let name): return fields("name", [("name", "\"\(name.name)\"")])
        case .quote(let text): return fields("quote", [("text", "\"\(text)\"")])
        case .impossible(let reason): return fields("impossible", [("reason", "\"\(reason.rawValue)\"")])
        }
    }

    private func described(_ length: CalendarDuration) -> [(String, String)] {
        [("months", "\(length.months)"), ("days", "\(length.days)"), ("seconds", "\(length.seconds)")]
    }

    private func described(_ recurrence: SpokenRecurrence) -> String {
        let step =
            switch recurrence.step {
            case .every(let length): "every " + length.canonical
            case .weekdays(let days, let weeks): "weekdays \(days.sorted()) \(weeks)"
            case .monthly(let day, let months): "monthly \(day.map { "\($0)" } ?? "") \(months)"
            case .yearly(let day):
                "yearly \(day.date(from: MomentResolver(clock: clock).today()).canonical.dropFirst(5))"
            case .often(let count, let length): "\(count) per \(length.canonical)"
            }
        let times = (recurrence.times.map { " at " + $0.canonical + ($0.isAmbiguous ? "?" : "") }).joined()
        let window =
            recurrence.window.isEmpty ? "" : " between " + recurrence.window.map(\.canonical).joined(separator: " ")
        let resolver = MomentResolver(clock: clock)
        let start = recurrence.start.flatMap { resolver.resolve($0).instants.first.map { " from " + day($0) } } ?? ""
        let end = recurrence.end.flatMap { resolver.resolve($0).instants.first.map { " until " + day($0) } } ?? ""
        return step + times + (recurrence.part.map { " " + $0.rawValue } ?? "") + window + start + end
    }

    private func day(_ instant: Timestamp) -> String { CivilDate(clock.local(instant)).canonical }

    private func text(_ instant: Timestamp) -> String {
        let local = clock.local(instant)
        let time = "\(local.hour.padded()):\(local.minute.padded()):\(local.second.padded())"
        return "\"\(CivilDate(local).canonical)T\(time)\""
    }
}
