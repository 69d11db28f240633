// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules the field's strips: each is redrawn a few times a second, one after the other, so every tick has the same
// work. If ticks are rare, a tick draws several strips.

import JarvisDesktopKit

/// Decides which strips to draw when.
struct StripTurns {
    /// The strips to draw at a tick.
    struct Turn: Equatable {
        var strips: Range<Int>
        /// True if this includes the first strip of a round, so the particles must move on.
        var beginsRound: Bool
    }

    private let count: Int
    private var next = 0
    private var last: Double?
    /// The number of strips that are due, with a fraction.
    private var debt = 0.0

    /// The length of a round in seconds.
    var period = DesignTokens.Frames.fieldSeconds

    /// - Parameter count: the number of strips in the field.
    init(count: Int) { self.count = count }

    /// The strips for a tick at `time`, in seconds of a monotonic clock; never beyond the end of a round.
    mutating func take(at time: Double) -> Turn {
        let passed = max(time - (last ?? time - period), 0)
        // After such a long pause, the whole picture is out of date.
        if passed >= 2 * period { return takeAll(at: time) }
        last = time
        debt = min(debt + Double(count) * passed / period, Double(count))
        // The quarter lets a tick that comes a little early count as on time.
        let due = min(Int(debt + 0.25), count - next)
        guard due > 0 else { return Turn(strips: next..<next, beginsRound: false) }
        debt -= Double(due)
        defer { next = (next + due) % count }
        return Turn(strips: next..<(next + due), beginsRound: next == 0)
    }

    /// Returns all strips, to redraw the whole picture.
    mutating func takeAll(at time: Double) -> Turn {
        (next, last, debt) = (0, time, 0)
        return Turn(strips: 0..<count, beginsRound: true)
    }
}
