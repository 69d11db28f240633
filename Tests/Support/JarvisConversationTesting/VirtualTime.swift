// SPDX-License-Identifier: GPL-3.0-or-later
// The one time of a whole conversation.

public import JarvisTesting

/// Both clocks of a conversation: they move together, and only when a test says so.
public final class VirtualTime: Sendable {
    /// Timers, watchdogs and the speaker.
    public let clock = ManualClock()
    /// What the user's clock shows: 2026-01-05 09:30 UTC at first, a Monday.
    public let wallClock = FakeWallClock()
    private let origin: ManualClock.Instant

    public init() {
        origin = clock.now
    }

    /// What has passed since the beginning.
    var elapsed: Duration { origin.duration(to: clock.now) }

    public func advance(by duration: Duration) {
        // Those that are woken look at the user's clock.
        wallClock.advance(by: duration)
        clock.advance(by: duration)
    }

    /// Lets time pass until then; nothing where that is over.
    func advance(to instant: ManualClock.Instant) {
        let rest = clock.now.duration(to: instant)
        if rest > .zero { advance(by: rest) }
    }
}
