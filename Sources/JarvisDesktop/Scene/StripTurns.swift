// SPDX-License-Identifier: GPL-3.0-or-later
// Which strips of the field are drawn at a tick: each some times a second, one after the other, so that every tick has
// the same to do. Where ticks are rare, several come together.

/// The strips' turns.
struct StripTurns {
    /// What is drawn at a tick.
    struct Turn: Equatable {
        var strips: Range<Int>
        /// The first strip of a round is among them: the particles move on.
        var beginsRound: Bool
    }

    private let count: Int
    private var next = 0
    private var last: Double?
    /// Strips that are due, with the fraction of one.
    private var debt = 0.0

    /// Seconds of a round.
    var period = DesignTokens.Frames.fieldSeconds

    /// - Parameter count: the strips of the field.
    init(count: Int) { self.count = count }

    /// The strips of a tick at `time`, in seconds of a clock that never goes back; none past the end of a round.
    mutating func take(at time: Double) -> Turn {
        let passed = max(time - (last ?? time - period), 0)
        // After a pause that long nothing that is shown is of this moment.
        if passed >= 2 * period { return takeAll(at: time) }
        last = time
        debt = min(debt + Double(count) * passed / period, Double(count))
        // A tick that comes a little early is as good as one in time.
        let due = min(Int(debt + 0.25), count - next)
        guard due > 0 else { return Turn(strips: next..<next, beginsRound: false) }
        debt -= Double(due)
        defer { next = (next + due) % count }
        return Turn(strips: next..<(next + due), beginsRound: next == 0)
    }

    /// All strips: nothing of the picture can stay.
    mutating func takeAll(at time: Double) -> Turn {
        (next, last, debt) = (0, time, 0)
        return Turn(strips: 0..<count, beginsRound: true)
    }
}
