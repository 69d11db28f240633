// SPDX-License-Identifier: GPL-3.0-or-later
// A reminder's JSON form. Unset values are omitted, so files work with both older and newer versions.

import JarvisCore
import JarvisPlatform

extension Reminder {
    /// - Returns: Nil if the kind is unknown or a required key is missing.
    init?(_ json: JSONValue) {
        guard let object = json.asObject, let id = object["id"]?.asText,
            let kind = object["kind"]?.asText.flatMap(Kind.init), let created = object.instant("createdAt"),
            let due = object.instant("dueAt")
        else { return nil }
        let recurrence = object["repeats"]?.asObject.flatMap(Recurrence.init)
        // An older version may have changed the time without updating the plan; ignore a plan for a different time.
        let plan = object["plan"]?.asObject.flatMap(DuePlan.init).flatMap { $0.dueAt == due ? $0 : nil }
        self.init(
            id: id, kind: kind, label: object["label"]?.asText ?? "", createdAt: created, dueAt: due,
            recurrence: recurrence,
            basis: plan?.basis ?? Self.likelyBasis(kind, dueAt: due, recurrence: recurrence))
        self.plan = plan
        remaining = object["remaining"]?.asInteger.map { .milliseconds(max(0, $0)) }
        snoozedFrom = object.instant("snoozedFrom")
        ringingSince = object.instant("ringingSince")
    }

    /// True for a valid reminder, and for one of an unknown kind, which a later version may have written.
    static func isReadable(_ json: JSONValue) -> Bool {
        guard let object = json.asObject, object["id"]?.asText != nil, let kind = object["kind"]?.asText else {
            return false
        }
        return Kind(rawValue: kind) == nil || Reminder(json) != nil
    }

    /// The object with this reminder's values; other keys stay as they are.
    func written(into object: JSONObject) -> JSONObject {
        var object = object
        object["id"] = .text(id)
        object["kind"] = .text(kind.rawValue)
        object["label"] = .text(label.withoutInvisibles)
        object["createdAt"] = .integer(createdAt.millisecondsSinceEpoch)
        object["dueAt"] = .integer(dueAt.millisecondsSinceEpoch)
        // Keep a recurrence that this version cannot read.
        if recurrence != nil || object["repeats"]?.asObject.flatMap(Recurrence.init) != nil {
            object["repeats"] = recurrence.map(\.json)
        }
        object["remaining"] = remaining.map {
            .integer($0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000)
        }
        object["snoozedFrom"] = snoozedFrom.map { .integer($0.millisecondsSinceEpoch) }
        object["ringingSince"] = ringingSince.map { .integer($0.millisecondsSinceEpoch) }
        object["plan"] = plan.map { .object($0.json) }
        return object
    }
}

extension DuePlan {
    /// `{"dueAt":1767682800000,"basis":"timeOfDay","local":"2026-01-06T07:00:00","madeAt":1767605400000,"offset":3600,
    /// "boot":"…","uptime":81200}`, with an optional `snoozedFrom` in the format of `local`. `offset` is in seconds,
    /// `uptime` in milliseconds.
    fileprivate init?(_ object: JSONObject) {
        guard let due = object.instant("dueAt"), let basis = object["basis"]?.asText.flatMap(Reminder.Basis.init),
            let local = object["local"]?.asText.flatMap(LocalTime.init(text:)), let made = object.instant("madeAt"),
            let offset = object["offset"]?.asInteger, (-172_800...172_800).contains(offset)
        else { return nil }
        let uptime = object["uptime"]?.asInteger.flatMap { (0...(1 << 53)).contains($0) ? $0 : nil }
        let boot = object["boot"]?.asText.flatMap { boot in uptime.map { BootMoment(boot: boot, milliseconds: $0) } }
        self.init(
            dueAt: due, basis: basis, local: local,
            snoozedFrom: object["snoozedFrom"]?.asText.flatMap(LocalTime.init(text:)),
            madeAt: ClockReading(instant: made, offset: .seconds(offset), boot: boot))
    }

    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "dueAt": .integer(dueAt.millisecondsSinceEpoch), "basis": .text(basis.rawValue), "local": .text(local.text),
            "madeAt": .integer(madeAt.instant.millisecondsSinceEpoch),
            "offset": .integer(madeAt.offset.components.seconds),
        ]
        object["snoozedFrom"] = snoozedFrom.map { .text($0.text) }
        object["boot"] = madeAt.boot.map { .text($0.boot) }
        object["uptime"] = madeAt.boot.map { .integer($0.milliseconds) }
        return object
    }
}

extension LocalTime {
    /// "2026-01-06T07:00:00"
    fileprivate var text: String {
        "\(year.padded(to: 4))-\(month.padded())-\(day.padded())T\(hour.padded()):\(minute.padded()):\(second.padded())"
    }

    fileprivate init?(text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        let time = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard date.count == 3, time.count == 3, (1...9999).contains(date[0]), (1...12).contains(date[1]),
            (1...31).contains(date[2]), (0...23).contains(time[0]), (0...59).contains(time[1]),
            (0...60).contains(time[2])
        else { return nil }
        self.init(
            year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1], second: time[2], weekday: 1)
        // The weekday follows from the day number; 1970-01-01 was a Thursday.
        let day = secondsSinceEpoch / 86_400 - (secondsSinceEpoch % 86_400 < 0 ? 1 : 0)
        weekday = Int(((day + 3) % 7 + 7) % 7) + 1
    }
}

extension JSONObject {
    fileprivate func instant(_ key: String) -> Timestamp? {
        self[key]?.asInteger.map { Timestamp(millisecondsSinceEpoch: $0) }
    }

    fileprivate func count(_ key: String, upTo most: Int64) -> Int64? {
        self[key]?.asInteger.flatMap { (1...most).contains($0) ? $0 : nil }
    }
}

extension Recurrence {
    /// 100 years, in days.
    private static let mostDays: Int64 = 36_525

    /// `{"seconds":7200}`, `{"days":1,"at":"07:00"}`, `{"weekdays":[1,2,3,4,5],"at":"07:00"}`,
    /// `{"monthDay":15,"at":"07:00"}` (0 is the last day) or `{"monthWeekday":1,"week":5,"at":"07:00"}`
    fileprivate init?(_ object: JSONObject) {
        if let seconds = object.count("seconds", upTo: Self.mostDays * 86_400) {
            self = .every(seconds: seconds)
            return
        }
        guard let minute = object["at"]?.asText.flatMap(Self.minute) else { return nil }
        if let days = object.count("days", upTo: Self.mostDays) {
            self = .days(Int(days), atMinute: minute)
        } else if object["monthDay"]?.asInteger == 0 {
            self = .monthly(.last, atMinute: minute)
        } else if let date = object.count("monthDay", upTo: 31) {
            self = .monthly(.date(Int(date)), atMinute: minute)
        } else if let weekday = object.count("monthWeekday", upTo: 7), let week = object.count("week", upTo: 5) {
            self = .monthly(.weekday(Int(weekday), week: Int(week)), atMinute: minute)
        } else {
            let days = Set((object["weekdays"]?.asArray ?? []).compactMap(\.asInteger).map { Int(clamping: $0) })
            guard !days.isEmpty, days.isSubset(of: 1...7) else { return nil }
            self = .weekdays(days, atMinute: minute)
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .every(let seconds): .object(["seconds": .integer(seconds)])
        case .days(let count, let minute): .object(["days": .integer(Int64(count)), "at": .text(Self.text(minute))])
        case .weekdays(let days, let minute):
            .object(["weekdays": .array(days.sorted().map { .integer(Int64($0)) }), "at": .text(Self.text(minute))])
        case .monthly(.weekday(let weekday, let week), let minute):
            .object([
                "monthWeekday": .integer(Int64(weekday)), "week": .integer(Int64(week)), "at": .text(Self.text(minute)),
            ])
        case .monthly(.date(let date), let minute):
            .object(["monthDay": .integer(Int64(date)), "at": .text(Self.text(minute))])
        case .monthly(.last, let minute): .object(["monthDay": .integer(0), "at": .text(Self.text(minute))])
        }
    }

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (0...23).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
        return parts[0] * 60 + parts[1]
    }

    private static func text(_ minute: Int) -> String {
        let (hour, minute) = (minute / 60, minute % 60)
        return "\(hour.padded()):\(minute.padded())"
    }
}
