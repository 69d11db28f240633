// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the time zones of places, and what a time in one place is in another.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension WorldTimeSkill {
    /// "Boston is on Eastern Time, 5 hours behind UTC. It's 7:00 AM there."
    static func tellZone(_ invocation: SkillInvocation) -> SkillReply {
        let services = invocation.services
        guard invocation.text("place") != nil else {
            let offset = offsetHere(services)
            return SkillReply(
                "This computer's clock is \(distance(offset)) UTC.", values: ["offset": String(offset)])
        }
        switch find(invocation) {
        case .none(let reply): return reply
        case .place(let place, let offset):
            let (_, minute) = local(services.clock.now(), offset)
            let time = SpokenFormat.time(hour: minute / 60, minute: minute % 60, in: invocation.region)
            let name = PlaceTable.read(services.resources).timeName(of: place.zone)
            let subject = place.name.capitalizedFirst
            let zone =
                if let name, name != place.name {
                    "on \(name), \(distance(offset)) UTC"
                } else {
                    "\(distance(offset)) UTC"
                }
            return SkillReply(
                "\(subject) is \(zone). It's \(time) there.",
                values: [
                    "place": place.name, "zone": place.zone, "offset": String(offset),
                    "time": ClockTime.canonical(minute / 60, minute % 60),
                ])
        }
    }

    /// Answers a question about a time zone by the longest name of a place in it.
    static func tellNamedZone(_ invocation: SkillInvocation) -> SkillReply {
        let words = invocation.words
        let table = PlaceTable.read(invocation.services.resources)
        for length in (1...longestName).reversed() where length <= words.count {
            for start in 0...(words.count - length) {
                let words = words[start..<start + length]
                guard let first = words.first, let last = words.last,
                    ![first, last].contains(where: invocation.lexicon.isLight),
                    !words.contains(where: ["time", "zone", "timezone"].contains)
                else { continue }
                let ending = ["'s", "’s"].first(where: last.hasSuffix)?.count ?? 0
                let name = String(words.joined(separator: " ").dropLast(ending))
                guard table.place(named: name) != nil else { continue }
                var named = invocation
                named.slots = ["place": .text(name)]
                return tellZone(named)
            }
        }
        return .notMine
    }

    private static let longestName = 4

    /// "2 hours ahead of", "the same as"
    private static func distance(_ offset: Int) -> String {
        guard offset != 0 else { return "the same as" }
        return "\(SpokenFormat.duration(seconds: Int64(abs(offset)))) \(offset > 0 ? "ahead of" : "behind")"
    }

    /// "When it's noon in Oslo, it's 8:00 PM in Tokyo."
    static func convert(_ invocation: SkillInvocation) -> SkillReply {
        if invocation.time("time") != nil, isHere(invocation, slot: "origin") { return tellTime(invocation) }
        let services = invocation.services
        let now = services.clock.now()
        var (origin, originOffset): (Place?, Int) = (nil, offsetHere(services))
        if !isHere(invocation, slot: "origin") {
            switch find(invocation, slot: "origin") {
            // "Five dollars in euros" names no places.
            case .none: return .notMine
            case .place(let place, let offset): (origin, originOffset) = (place, offset)
            }
        }
        var (target, targetOffset): (Place?, Int) = (nil, offsetHere(services))
        if !isHere(invocation, slot: "place") {
            switch find(invocation) {
            case .none(let reply): return reply
            case .place(let place, let offset): (target, targetOffset) = (place, offset)
            }
        }
        let (today, minuteNow) = local(now, originOffset)
        var minute = minuteNow
        if let time = invocation.time("time").map({ WhenPhrase.narrowed($0, in: invocation.words) }) {
            // With the half of the day left open, the next such time.
            let times = time.candidates.map { $0.hour * 60 + $0.minute }
            minute = times.first { $0 >= minuteNow } ?? times[0]
        }
        let seconds = Int64(today.dayNumber) * 86_400 + Int64(minute) * 60
        let instant = Timestamp(millisecondsSinceEpoch: (seconds - Int64(originOffset)) * 1000)
        if let zone = target?.zone { targetOffset = services.zoneOffset(zone, instant) ?? targetOffset }
        let (date, there) = local(instant, targetOffset)
        func spoken(_ minute: Int) -> String {
            SpokenFormat.time(hour: minute / 60, minute: minute % 60, in: invocation.region)
        }
        let day =
            switch date.dayNumber - today.dayNumber {
            case 0: ""
            case 1...: ", the next day"
            default: ", the day before"
            }
        func whereabouts(_ place: Place?) -> String { place.map { "in \($0.name)" } ?? "here" }
        return SkillReply(
            "When it's \(spoken(minute)) \(whereabouts(origin)), it's \(spoken(there)) \(whereabouts(target))\(day).",
            values: [
                "place": target?.name ?? "", "zone": target?.zone ?? "",
                "time": ClockTime.canonical(there / 60, there % 60), "day": date.canonical,
            ])
    }
}
