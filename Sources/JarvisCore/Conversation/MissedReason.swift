// SPDX-License-Identifier: GPL-3.0-or-later
// Why a reminder did not ring at its time.

/// What kept a reminder from ringing on time.
public enum MissedReason: Hashable, Sendable, CaseIterable {
    /// The program was not running.
    case notRunning
    case asleep
    /// The clock was set forward past the due time.
    case clockSet
    /// The due time had already passed in the new time zone.
    case zoneChanged

    /// The running program checks every minute; a longer gap means the computer slept.
    private static let longestPause = Duration.seconds(300)
    private static let shortestJump = Duration.seconds(30)

    /// - Parameter last: The previous check; nil for the first.
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
