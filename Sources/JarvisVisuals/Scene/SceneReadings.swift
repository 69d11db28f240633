// SPDX-License-Identifier: GPL-3.0-or-later
// What the face tells besides the conversation: the time, the battery, and what is going to ring. Values only; how they
// become light is the composer's.

/// Real values that the face shows as light; what is not known is not shown.
public struct SceneReadings: Hashable, Sendable {
    /// Local seconds since midnight; nil shows no clock.
    public var secondOfDay: Double?
    /// The clock shows its seconds, too; false for a picture that stands still, where they would be wrong at once.
    public var showsSeconds = true
    /// Charge of the battery, 0…1; nil where there is none.
    public var charge: Double?
    /// Timers that run, soonest first; the first three are shown.
    public var timers: [SceneTimer] = []
    /// Local seconds since midnight at which alarms ring within the next twelve hours; the first four are shown.
    public var alarms: [Double] = []

    /// Knows nothing.
    public init() {}

    /// The same some seconds later, as far as the clock alone decides it.
    public func advanced(by seconds: Double) -> SceneReadings {
        var later = self
        later.secondOfDay = secondOfDay.map { $0 + seconds }
        for index in timers.indices { later.timers[index].remaining -= seconds }
        later.timers.removeAll { $0.remaining <= 0 }
        return later
    }
}

/// A timer that runs.
public struct SceneTimer: Hashable, Sendable {
    /// Seconds that are left.
    public var remaining: Double
    /// Seconds that it was set for.
    public var length: Double

    /// A timer of this length in seconds with this many left.
    public init(remaining: Double, length: Double) {
        (self.remaining, self.length) = (remaining, length)
    }

    /// The part that is left, 0…1.
    var share: Double { length > 0 ? min(max(remaining / length, 0), 1) : 0 }

    /// Whole seconds that are left, rounded up: a fresh timer has its whole length left.
    var seconds: Int { Int(min(max(remaining, 0), 359_999).rounded(.up)) }
}
