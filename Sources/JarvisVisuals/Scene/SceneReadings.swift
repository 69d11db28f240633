// SPDX-License-Identifier: GPL-3.0-or-later
// The readings that the face shows besides the conversation: the time, the battery, timers and alarms. Only values; the
// composer turns them into light.

/// Readings that the face shows as light; unknown ones are left out.
public struct SceneReadings: Hashable, Sendable {
    /// The local time in seconds since midnight; nil to show no clock.
    public var secondOfDay: Double?
    /// True to show seconds on the clock; false for a still picture, where they would be wrong at once.
    public var showsSeconds = true
    /// The battery's charge, 0…1; nil if there is no battery.
    public var charge: Double?
    /// The running timers, soonest first; the first three are shown.
    public var timers: [SceneTimer] = []
    /// Alarms within the next twelve hours, in local seconds since midnight; the first four are shown.
    public var alarms: [Double] = []

    public init() {}

    /// The readings some seconds later, as far as the clock alone changes them.
    public func advanced(by seconds: Double) -> SceneReadings {
        var later = self
        later.secondOfDay = secondOfDay.map { $0 + seconds }
        for index in timers.indices { later.timers[index].remaining -= seconds }
        later.timers.removeAll { $0.remaining <= 0 }
        return later
    }
}

/// A running timer.
public struct SceneTimer: Hashable, Sendable {
    /// The seconds left.
    public var remaining: Double
    /// The timer's full length in seconds.
    public var length: Double

    /// Creates a timer; both values are in seconds.
    public init(remaining: Double, length: Double) {
        (self.remaining, self.length) = (remaining, length)
    }

    /// The share of the time left, 0…1.
    var share: Double { length > 0 ? min(max(remaining / length, 0), 1) : 0 }

    /// The whole seconds left, rounded up, so that a new timer shows its full length.
    var seconds: Int { Int(min(max(remaining, 0), 359_999).rounded(.up)) }
}
