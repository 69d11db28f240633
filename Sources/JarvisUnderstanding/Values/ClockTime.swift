// SPDX-License-Identifier: GPL-3.0-or-later
// A spoken time of day, which may leave the half of the day open.

import JarvisCore

/// A time of day as said.
package struct ClockTime: Hashable, Sendable {
    /// 0…23
    package var hour: Int
    package var minute: Int
    /// True if it may be in either half of the day; `hour` is then 1…12.
    package var isAmbiguous: Bool

    package init(hour: Int, minute: Int, isAmbiguous: Bool = false) {
        self.hour = hour
        self.minute = minute
        self.isAmbiguous = isAmbiguous
    }

    /// Parses the format of `canonical`; nil for anything else.
    package init?(canonical text: String) {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (0...23).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
        self.init(hour: parts[0], minute: parts[1])
    }

    /// "07:30"
    package var canonical: String { Self.canonical(hour, minute) }

    package static func canonical(_ hour: Int, _ minute: Int) -> String {
        "\(hour.padded()):\(minute.padded())"
    }

    /// The times it may stand for, earliest first.
    package var candidates: [ClockTime] {
        guard isAmbiguous else { return [self] }
        return [hour % 12, hour % 12 + 12].map { ClockTime(hour: $0, minute: minute) }
    }

    /// The time this many minutes later, around the clock. Keeps `isAmbiguous`.
    func adding(minutes: Int) -> ClockTime {
        let total = ((hour * 60 + minute + minutes) % 1440 + 1440) % 1440
        guard isAmbiguous else { return ClockTime(hour: total / 60, minute: total % 60) }
        let hour = total / 60 % 12
        return ClockTime(hour: hour == 0 ? 12 : hour, minute: total % 60, isAmbiguous: true)
    }

    /// The same time in the half of the day that fits a part of the day.
    func inPart(_ part: PartOfDay) -> ClockTime {
        guard isAmbiguous else { return self }
        let early = hour % 12
        switch part {
        case .morning: return ClockTime(hour: early, minute: minute)
        case .noon: return self
        case .afternoon, .evening: return ClockTime(hour: early + 12, minute: minute)
        case .night:
            return ClockTime(hour: hour == 12 || hour < 5 ? early : early + 12, minute: minute)
        }
    }
}
