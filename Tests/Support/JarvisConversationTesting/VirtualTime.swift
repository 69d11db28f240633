// SPDX-License-Identifier: GPL-3.0-or-later
// The virtual time of a whole conversation.

public import JarvisTesting

/// Both clocks of a conversation; they advance together, and only when a test advances them.
public final class VirtualTime: Sendable {
    /// The clock of timers, watchdogs and the speaker.
    public let clock = ManualClock()
    /// The user's clock: 2026-01-05 09:30 UTC at first, a Monday.
    public let wallClock = FakeWallClock()
    private let origin: ManualClock.Instant

    public init() {
        origin = clock.now
    }

    /// The time since the beginning.
    var elapsed: Duration { origin.duration(to: clock.now) }

    public func advance(by duration: Duration) {
        // Tasks that are woken read the user's clock.
        wallClock.advance(by: duration)
        clock.advance(by: duration)
    }

    /// Advances to the instant; does nothing if it has passed.
    func advance(to instant: ManualClock.Instant) {
        let rest = clock.now.duration(to: instant)
        if rest > .zero { advance(by: rest) }
    }
}
