// SPDX-License-Identifier: GPL-3.0-or-later
// Daily figures: how often JARVIS was asked and how soon it answered. No words, names or times of day.

public import JarvisCore
public import JarvisPlatform

/// Usage figures by day.
public struct UsageStatistics: Hashable, Sendable {
    /// The figures of one day in local time.
    public struct Day: Hashable, Sendable {
        public var spokenCount = 0
        public var typedCount = 0
        public var replyCount = 0
        public var problemCount = 0
        /// The number of answers by time to first sound, in milliseconds rounded to `step`.
        public var latencies: [Int: Int] = [:]

        public init() {}

        /// The median time to first sound in milliseconds; nil if none was measured.
        public var medianMilliseconds: Int? {
            let total = latencies.values.reduce(0, +)
            var passed = 0
            for (milliseconds, count) in latencies.sorted(by: { $0.key < $1.key }) {
                passed += count
                if 2 * passed >= total { return milliseconds }
            }
            return nil
        }

        public var questionCount: Int { spokenCount + typedCount }
    }

    /// The rounding of times, in milliseconds.
    public static let step = 20
    /// The number of days to keep; older ones are dropped.
    public static let mostDays = 366

    /// The figures by date, such as "2026-11-26".
    public private(set) var days: [String: Day] = [:]

    public init() {}

    /// Changes one day's figures, and drops the oldest days beyond `mostDays`.
    public mutating func change(_ date: String, _ change: (inout Day) -> Void) {
        change(&days[date, default: Day()])
        while days.count > Self.mostDays, let oldest = days.keys.min() { days[oldest] = nil }
    }

    /// A time to first sound, rounded for counting.
    static func bucket(_ milliseconds: Double) -> Int {
        guard milliseconds.isFinite, milliseconds >= 0 else { return 0 }
        return Int((min(milliseconds, 600_000) / Double(step)).rounded()) * step
    }

    /// The local date of an instant.
    public static func date(of instant: Timestamp, _ clock: any WallClock) -> String {
        let local = clock.local(instant)
        return "\(local.year)-\(local.month.padded())-\(local.day.padded())"
    }
}

extension UsageStatistics {
    private static let format = "jarvis-statistics"
    private static let version: Int64 = 1
    /// Caps numbers from a file, so adding them cannot overflow.
    private static let mostCounted: Int64 = 1 << 40

    /// The JSON document, for storage and export.
    public var document: JSONValue {
        var list: [JSONObject.Member] = []
        for (date, day) in days.sorted(by: { $0.key < $1.key }) {
            let latencies = day.latencies.sorted { $0.key < $1.key }.map { milliseconds, count in
                JSONValue.object(["milliseconds": .integer(Int64(milliseconds)), "count": .integer(Int64(count))])
            }
            var object: JSONObject = [
                "spoken": .integer(Int64(day.spokenCount)), "typed": .integer(Int64(day.typedCount)),
                "replies": .integer(Int64(day.replyCount)), "problems": .integer(Int64(day.problemCount)),
                "latencies": .array(latencies),
            ]
            if let median = day.medianMilliseconds { object["medianMilliseconds"] = .integer(Int64(median)) }
            list.append(.init(key: date, value: .object(object)))
        }
        return .object([
            "format": .text(Self.format), "version": .integer(Self.version),
            "days": .object(JSONObject(members: list)),
        ])
    }

    /// The JSON document, with the entries of an earlier one that this version doesn't know.
    func document(keeping earlier: JSONObject) -> JSONObject {
        guard var new = document.asObject, var days = new["days"]?.asObject else { return earlier }
        for member in earlier.members where new[member.key] == nil { new[member.key] = member.value }
        for day in earlier["days"]?.asObject?.members ?? [] {
            guard var figures = days[day.key]?.asObject else { continue }
            for member in day.value.asObject?.members ?? [] where !Self.dayKeys.contains(member.key) {
                figures[member.key] = member.value
            }
            days[day.key] = .object(figures)
        }
        new["days"] = .object(days)
        return new
    }

    private static let dayKeys: Set = ["spoken", "typed", "replies", "problems", "latencies", "medianMilliseconds"]

    /// Parses a document; nil if its format or version is unknown.
    init?(document: JSONValue) {
        guard let object = document.asObject, object["format"]?.asText == Self.format,
            object["version"]?.asInteger == Self.version, let days = object["days"]?.asObject
        else { return nil }
        for member in days.members {
            guard let figures = member.value.asObject else { continue }
            var day = Day()
            func count(_ key: String) -> Int { Int(min(max(0, figures[key]?.asInteger ?? 0), Self.mostCounted)) }
            (day.spokenCount, day.typedCount) = (count("spoken"), count("typed"))
            (day.replyCount, day.problemCount) = (count("replies"), count("problems"))
            for entry in figures["latencies"]?.asArray ?? [] {
                guard let milliseconds = entry.asObject?["milliseconds"]?.asInteger,
                    let count = entry.asObject?["count"]?.asInteger, milliseconds >= 0, count > 0
                else { continue }
                day.latencies[Int(clamping: milliseconds), default: 0] += Int(min(count, Self.mostCounted))
            }
            self.days[member.key] = day
        }
    }
}
