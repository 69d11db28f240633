// SPDX-License-Identifier: GPL-3.0-or-later
// Why something did not ring at its time.

/// What came between a reminder and its time.
public enum MissedReason: Hashable, Sendable, CaseIterable {
    /// The program did not run.
    case notRunning
    case asleep
    /// The clock was set to a time after it.
    case clockSet
    /// In another time zone it is later.
    case zoneChanged

    /// While the program runs it looks every minute; what is longer was sleep.
    private static let longestPause = Duration.seconds(300)
    private static let shortestJump = Duration.seconds(30)

    /// - Parameter last: when the program has looked before; nil for its first look.
    public init(since last: ClockReading?, now: ClockReading) {
        guard let last else {
            self = .notRunning
            return
        }
        if now.setForward(since: last) > Self.shortestJump {
            self = .clockSet
        } else if now.elapsed(since: last) > Self.longestPause || now.offset <= last.offset {
            self = .asleep
        } else {
            self = .zoneChanged
        }
    }
}
