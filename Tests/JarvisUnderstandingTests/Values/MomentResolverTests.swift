// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisUnderstanding

struct MomentResolverTests {
    private func resolve(
        _ text: String, _ clock: FakeWallClock, hint: MomentResolver.Hint = .none
    ) throws -> [String] {
        let value = try #require(ValueChart.readings(of: Utterance(text).words).first?.value)
        let resolver = MomentResolver(clock: clock)
        let instants: [Timestamp] =
            switch value {
            case .moment(let moment): resolver.resolve(moment, hint: hint).instants
            case .offset(let offset): [resolver.resolve(offset, hint: hint)].compactMap(\.self)
            default: []
            }
        return instants.map { instant in
            let local = clock.local(instant)
            return CivilDate(local).canonical + " " + ClockTime.canonical(local.hour, local.minute)
        }
    }

    /// The clock stands at Monday, 5 January 2026, 09:30.
    @Test(
        arguments: [
            ("at seven", .none, ["2026-01-05 19:00", "2026-01-06 07:00"]), ("at seven", .morning, ["2026-01-06 07:00"]),
            ("at five", .daytime, ["2026-01-05 17:00"]), ("at nine", .daytime, ["2026-01-06 09:00"]),
            ("tomorrow at half past six", .none, ["2026-01-06 06:30", "2026-01-06 18:30"]),
            ("tomorrow at three", .none, ["2026-01-06 15:00", "2026-01-06 03:00"]),
            ("today at ten", .none, ["2026-01-05 10:00", "2026-01-05 22:00"]),
            ("today at nine", .none, ["2026-01-05 21:00"]),
            ("monday at 8 am", .none, ["2026-01-12 08:00"]), ("in a month", .none, ["2026-02-05 09:30"]),
            ("in an hour and ten", .none, ["2026-01-05 10:40"]), ("two hours ago", .none, ["2026-01-05 07:30"]),
            ("tomorrow morning", .none, ["2026-01-06 09:00"]),
        ] as [(String, MomentResolver.Hint, [String])])
    func phrasesResolveToInstants(text: String, hint: MomentResolver.Hint, instants: [String]) throws {
        #expect(try resolve(text, FakeWallClock(), hint: hint) == instants)
    }

    /// In Berlin the clock goes from two to three on 29 March 2026, and from three to two on 25 October.
    @Test func aTimeSkippedByAClockChangeMovesForward() throws {
        let clock = FakeWallClock(Timestamp(secondsSinceEpoch: 1_774_695_600), zone: .berlin)
        #expect(try resolve("tomorrow at 2:30 am", clock) == ["2026-03-29 03:30"])
    }

    @Test func aTimeThatOccursTwiceResolvesToTheFirst() throws {
        let clock = FakeWallClock(Timestamp(secondsSinceEpoch: 1_792_839_600), zone: .berlin)
        let moment = SpokenMoment(day: .offset(1), time: ClockTime(hour: 2, minute: 30))
        let instants = MomentResolver(clock: clock).resolve(moment).instants
        #expect(instants.map(\.secondsSinceEpoch) == [1_792_888_200])
    }

    /// A day later is the same time of day, although that day has only 23 hours.
    @Test func aDayLaterKeepsTheTimeOfDayAcrossAClockChange() throws {
        let clock = FakeWallClock(Timestamp(secondsSinceEpoch: 1_774_695_600), zone: .berlin)
        #expect(try resolve("in a day", clock) == ["2026-03-29 12:00"])
        #expect(try resolve("in 24 hours", clock) == ["2026-03-29 13:00"])
    }

    @Test func aTimeInAnotherZoneUsesThatZonesClock() throws {
        let here = FakeWallClock()
        let moment = SpokenMoment(time: ClockTime(hour: 9, minute: 0), zone: "America/New_York")
        let resolver = MomentResolver(clock: here) { _ in FakeWallClock(here.now(), zone: .newYork) }
        let local = try #require(resolver.resolve(moment).instants.first.map(here.local))
        #expect(local.hour == 14)
    }

    @Test func aDayMissingInTheNextMonthSkipsThatMonth() {
        let clock = FakeWallClock(Timestamp(secondsSinceEpoch: 1_769_990_400))
        let resolution = MomentResolver(clock: clock).resolve(SpokenMoment(day: .monthly(31)))
        #expect(resolution.skipsMonth)
        #expect(resolution.instants.map { CivilDate(clock.local($0)).canonical } == ["2026-03-31"])
    }

    @Test func addingMonthsStopsAtTheEndOfTheMonth() {
        let date = CivilDate(year: 2026, month: 1, day: 31)
        #expect(date.adding(months: 1).canonical == "2026-02-28")
        #expect(date.adding(months: -2).canonical == "2025-11-30")
        #expect(date.adding(months: 25).canonical == "2028-02-29")
    }
}
