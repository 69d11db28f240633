// SPDX-License-Identifier: GPL-3.0-or-later
// A wall clock that the test sets.

public import JarvisCore
import Synchronization

/// A wall clock that shows what the test sets, in UTC unless it travels to another time zone. The time since boot
/// changes only with `advance`.
public final class FakeWallClock: WallClock {
    private struct State {
        var now: Timestamp
        var zone = FakeZone.utc
        var boot = BootMoment(boot: "boot-1", milliseconds: 3_600_000)
        var bootCount = 1
    }

    private let state: Mutex<State>

    /// Starts at 2026-01-05 09:30:00 UTC, a Monday.
    public init(_ start: Timestamp = Timestamp(secondsSinceEpoch: 1_767_605_400), zone: FakeZone = .utc) {
        state = Mutex(State(now: start, zone: zone))
    }

    public func now() -> Timestamp { state.withLock { $0.now } }
    public func bootMoment() -> BootMoment? { state.withLock { $0.boot } }

    public func advance(by duration: Duration) {
        state.withLock { state in
            let later = state.now.advanced(by: duration)
            state.boot.milliseconds += later.millisecondsSinceEpoch - state.now.millisecondsSinceEpoch
            state.now = later
        }
    }

    /// Sets the clock by hand, by this much.
    public func set(by duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

    /// Takes the computer to another time zone.
    public func travel(to zone: FakeZone) { state.withLock { $0.zone = zone } }

    /// Restarts the computer; its clock stays the same.
    public func reboot() {
        state.withLock { state in
            state.bootCount += 1
            state.boot = BootMoment(boot: "boot-\(state.bootCount)", milliseconds: 20_000)
        }
    }

    public func local(_ instant: Timestamp) -> LocalTime {
        let seconds = instant.secondsSinceEpoch + state.withLock { $0.zone.offset(at: instant.secondsSinceEpoch) }
        let days = Int((seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
        let rest = Int(seconds) - days * 86_400
        let (year, month, day) = Self.civil(days)
        return LocalTime(
            year: year, month: month, day: day, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60,
            weekday: ((days + 3) % 7 + 7) % 7 + 1)
    }

    public func instant(of local: LocalTime) -> Timestamp {
        let days = Self.days(local.year, local.month, local.day)
        let shown = Int64(days * 86_400 + local.hour * 3600 + local.minute * 60 + local.second)
        let zone = state.withLock { $0.zone }
        let before = zone.offset(at: shown - 26 * 3600)
        let exact = [before, zone.offset(at: shown + 26 * 3600)].map { shown - $0 }
            .filter { $0 + zone.offset(at: $0) == shown }
        return Timestamp(secondsSinceEpoch: exact.min() ?? shown - before)
    }

    // Proleptic Gregorian calendar with years that begin in March, so that the leap day comes last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// A time zone with its changes from 2025 to 2027.
public struct FakeZone: Sendable {
    public var name: String
    /// Seconds east of UTC before the first change.
    private var first: Int64
    private var changes: [(from: Int64, offset: Int64)]

    private init(_ name: String, hours: Double, summer: Double? = nil, _ summers: [(Int64, Int64)] = []) {
        self.name = name
        first = Int64(hours * 3600)
        changes = summers.flatMap { [($0.0, Int64((summer ?? hours) * 3600)), ($0.1, Int64(hours * 3600))] }
    }

    func offset(at instant: Int64) -> Int64 { changes.last { $0.from <= instant }?.offset ?? first }

    /// From the last Sunday of March to the last one of October, at 01:00 UTC.
    private static let european: [(Int64, Int64)] = [
        (1_743_296_400, 1_761_440_400), (1_774_746_000, 1_792_890_000), (1_806_195_600, 1_824_944_400),
    ]
    /// From the second Sunday of March to the first one of November, at 02:00 in winter and summer time of New York.
    private static let american: [(Int64, Int64)] = [
        (1_741_503_600, 1_762_063_200), (1_772_953_200, 1_793_512_800), (1_805_007_600, 1_825_567_200),
    ]
    /// From the first Sunday of October to the first one of April, half an hour.
    private static let lordHoweSummers: [(Int64, Int64)] = [
        (1_728_142_200, 1_743_865_200), (1_759_591_800, 1_775_314_800), (1_791_041_400, 1_806_764_400),
    ]

    public static let utc = FakeZone("UTC", hours: 0)
    public static let london = FakeZone("Europe/London", hours: 0, summer: 1, european)
    public static let berlin = FakeZone("Europe/Berlin", hours: 1, summer: 2, european)
    public static let newYork = FakeZone("America/New_York", hours: -5, summer: -4, american)
    public static let honolulu = FakeZone("Pacific/Honolulu", hours: -10)
    public static let kathmandu = FakeZone("Asia/Kathmandu", hours: 5.75)
    public static let tokyo = FakeZone("Asia/Tokyo", hours: 9)
    public static let lordHowe = FakeZone("Australia/Lord_Howe", hours: 10.5, summer: 11, lordHoweSummers)
    public static let kiritimati = FakeZone("Pacific/Kiritimati", hours: 14)
    public static let all = [utc, london, berlin, newYork, honolulu, kathmandu, tokyo, lordHowe, kiritimati]
}
