// SPDX-License-Identifier: GPL-3.0-or-later
// A reminder as it stands in its file. What is not set is left out, so that older files and older programs agree.

import JarvisCore
import JarvisPlatform

extension Reminder {
    /// - Returns: nil when it is of an unknown kind or lacks what each one has.
    init?(_ json: JSONValue) {
        guard let object = json.asObject, let id = object["id"]?.asText,
            let kind = object["kind"]?.asText.flatMap(Kind.init), let created = object.instant("createdAt"),
            let due = object.instant("dueAt")
        else { return nil }
        self.init(
            id: id, kind: kind, label: object["label"]?.asText ?? "", createdAt: created, dueAt: due,
            recurrence: object["repeats"]?.asObject.flatMap(Recurrence.init))
        remaining = object["remaining"]?.asInteger.map { .milliseconds(max(0, $0)) }
        snoozedFrom = object.instant("snoozedFrom")
        ringingSince = object.instant("ringingSince")
    }

    /// Puts it in the place of what an object says of it; other keys stay.
    func written(into object: JSONObject) -> JSONObject {
        var object = object
        object["id"] = .text(id)
        object["kind"] = .text(kind.rawValue)
        object["label"] = .text(label)
        object["createdAt"] = .integer(createdAt.millisecondsSinceEpoch)
        object["dueAt"] = .integer(dueAt.millisecondsSinceEpoch)
        // One of a kind that this version does not know stays as it is.
        if recurrence != nil || object["repeats"]?.asObject.flatMap(Recurrence.init) != nil {
            object["repeats"] = recurrence.map(\.json)
        }
        object["remaining"] = remaining.map {
            .integer($0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000)
        }
        object["snoozedFrom"] = snoozedFrom.map { .integer($0.millisecondsSinceEpoch) }
        object["ringingSince"] = ringingSince.map { .integer($0.millisecondsSinceEpoch) }
        return object
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
    /// A hundred years, in days.
    private static let mostDays: Int64 = 36_525

    /// `{"seconds":7200}`, `{"days":1,"at":"07:00"}`, `{"weekdays":[1,2,3,4,5],"at":"07:00"}`,
    /// `{"monthDay":15,"at":"07:00"}` (0: the last one) or `{"monthWeekday":1,"week":5,"at":"07:00"}`
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
