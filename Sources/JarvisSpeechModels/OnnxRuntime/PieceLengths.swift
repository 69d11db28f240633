// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the lengths of the pieces of sound that are played while synthesis continues: a short first piece, and none
// so long that it would be late on this machine. Pure.

struct PieceLengths {
    /// The duration of a frame in seconds.
    let frameSeconds: Double
    /// The most frames computed in addition to the piece itself.
    let surround: Int
    /// Seconds to compute a frame: initially a guess, later measured.
    private(set) var work = 0.0007

    /// The number of frames in the first piece: 0.37 s for most voices.
    static let shortest = 32
    /// Each piece must be ready within this share of the time until it is needed, since other programs use the
    /// processor, too.
    private static let share = 0.5

    init(frameSeconds: Double, surround: Int) {
        self.frameSeconds = frameSeconds
        self.surround = surround
    }

    /// Learns the speed from a finished piece. A slowdown takes effect at once.
    mutating func note(seconds: Double, frames: Int) {
        let found = seconds / Double(max(1, frames))
        work += (found - work) * (found > work ? 1 : 0.25)
    }

    /// The number of frames for the next piece.
    /// - Parameters:
    ///   - left: The number of frames still to be synthesized.
    ///   - lead: Seconds synthesized but not yet played; nil before the first piece.
    func next(of left: Int, lead: Double? = nil) -> Int {
        let wanted: Int
        if let lead {
            wanted = max(frames(within: lead), Self.shortest)
        } else {
            // If the second piece would be late, make a single piece.
            wanted = frames(within: Double(Self.shortest) * frameSeconds) < Self.shortest ? left : Self.shortest
        }
        // Add a short remainder to this piece.
        return left < wanted + Self.shortest / 2 ? left : wanted
    }

    private func frames(within seconds: Double) -> Int {
        Int(min(Self.share * max(seconds, 0) / max(work, 1e-6), 1e6)) - surround
    }
}
