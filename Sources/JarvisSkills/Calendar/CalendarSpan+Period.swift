// SPDX-License-Identifier: GPL-3.0-or-later
// The span of a calendar question that names a period: "in December", "the next three days", "between two and four".

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension CalendarSpan {
    private static let day: Int64 = 86_400
    private static let months = Set(CalendarNames.months.map { $0.lowercased() })

    /// The period that the request names; `nil` if it names none, or only a week or a weekend.
    init?(periodIn invocation: SkillInvocation) {
        let clock = invocation.services.clock
        // "What am I up to next week" has no end "up to next week".
        let utterance = Utterance(invocation.request.text).rewritten(by: invocation.lexicon)
        // Appointments "for March" are those in it.
        var words = utterance.words
        for (place, month) in words.enumerated().dropFirst()
        where Self.months.contains(month) && ["for", "of"].contains(words[place - 1]) {
            words[place - 1] = "in"
        }
        let entries = ValueChart(words).entries
        let spans = entries.compactMap(\.readings.first)
        // "From 10 to 12" is no open end after "10 to 12".
        guard let span = entries.flatMap(\.readings).first(where: { $0.value.isBoundedPeriod }),
            case .period(var period) = span.value
        else { return nil }
        let days = spans.compactMap { span -> DayReference? in
            guard case .moment(let moment) = span.value, moment.time == nil else { return nil }
            return moment.day
        }
        let now = clock.now()
        let resolver = MomentResolver(clock: clock)
        func resolved(_ period: SpokenPeriod) -> (start: Timestamp, end: Timestamp)? {
            let (start, end) = resolver.resolve(period, hint: .daytime)
            guard let end else { return nil }
            return (start ?? now, end)
        }
        switch period {
        case .week, .weekend, .past: return nil
        case .between(let from, let to):
            period = .between(from?.on(days.first ?? .offset(0)), to?.on(days.first ?? .offset(0)))
            // Asked in the evening without a day, "between two and four" is about tomorrow.
            if days.isEmpty, let found = resolved(period), found.end <= now {
                period = .between(from?.on(.offset(1)), to?.on(.offset(1)))
            }
        default: break
        }
        guard let found = resolved(period), found.end > found.start else { return nil }
        let (end, midnight) = (found.end, Self.midnight(clock))
        // Of a month that has begun, the days to come.
        let isBounded = if case .between = period { true } else { false }
        let start = isBounded || found.start > midnight ? found.start : midnight
        let isLong = end.since(start) > .seconds(Self.day)
        let name =
            isLong
            ? utterance.original(span.range) : AppointmentWording(invocation.services).when(start, to: end)
        self.init(start: start, end: end, day: CivilDate(clock.local(start)), name: name, isLong: isLong)
    }

    /// The beginning of today.
    private static func midnight(_ clock: any WallClock) -> Timestamp {
        var local = clock.local(clock.now())
        (local.hour, local.minute, local.second) = (0, 0, 0)
        return clock.instant(of: local)
    }
}

extension SpokenValue {
    /// True for a period with an end.
    fileprivate var isBoundedPeriod: Bool {
        switch self {
        case .period(.between(_, let end)): end != nil
        case .period: true
        default: false
        }
    }
}

extension SpokenMoment {
    /// The moment on this day, unless it has one of its own.
    fileprivate func on(_ day: DayReference) -> SpokenMoment {
        guard self.day == nil, time != nil else { return self }
        var moment = self
        moment.day = day
        return moment
    }
}
