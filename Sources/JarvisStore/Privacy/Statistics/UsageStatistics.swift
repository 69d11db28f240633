// SPDX-License-Identifier: GPL-3.0-or-later
// Figures about days: how often JARVIS was asked, and how soon it answered. No words, no names, no times of day.

public import JarvisCore
public import JarvisPlatform

/// What is counted.
public struct UsageStatistics: Hashable, Sendable {
    /// One day by the local clock.
    public struct Day: Hashable, Sendable {
        public var spokenCount = 0
        public var typedCount = 0
        public var replyCount = 0
        public var problemCount = 0
        /// How often an answer was first heard after a number of milliseconds, rounded to `step`.
        public var latencies: [Int: Int] = [:]

        public init() {}

        /// The middle of all times to the first sound, in milliseconds; nil where none was measured.
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

    /// Times are rounded to these milliseconds.
    public static let step = 20
    /// Older days are dropped.
    public static let mostDays = 366

    /// By their dates, "2026-11-26".
    public private(set) var days: [String: Day] = [:]

    public init() {}

    /// Changes the figures of a day.
    public mutating func change(_ date: String, _ change: (inout Day) -> Void) {
        change(&days[date, default: Day()])
        while days.count > Self.mostDays, let oldest = days.keys.min() { days[oldest] = nil }
    }

    /// A time to the first sound as it is counted.
    static func bucket(_ milliseconds: Double) -> Int {
        guard milliseconds.isFinite, milliseconds >= 0 else { return 0 }
        return Int((min(milliseconds, 600_000) / Double(step)).rounded()) * step
    }

    /// The date of an instant by the local clock.
    public static func date(of instant: Timestamp, _ clock: any WallClock) -> String {
        let local = clock.local(instant)
        return "\(local.year)-\(local.month.padded())-\(local.day.padded())"
    }
}

extension UsageStatistics {
    private static let format = "jarvis-statistics"
    private static let version: Int64 = 1
    /// A file may hold any number; those up to here can be added up.
    private static let mostCounted: Int64 = 1 << 40

    /// As a document: what is kept, and what is exported.
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

    /// What a document says; nil where it is none of these.
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
