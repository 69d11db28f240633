// SPDX-License-Identifier: GPL-3.0-or-later
// How long the pieces of a sound are that is heard while it is made: the first one short, and none so long that it would come
// too late on this machine. Pure.

struct PieceLengths {
    /// How long a frame is heard.
    let frameSeconds: Double
    /// Frames that are computed besides those of a piece, at most.
    let surround: Int
    /// How long a frame is computed: first a guess, then as measured.
    private(set) var work = 0.0007

    /// Frames of the first piece: 0.37 s of most voices.
    static let shortest = 32
    /// A piece is made within this share of the time until it must be heard: other programs want the processor, too.
    private static let share = 0.5

    init(frameSeconds: Double, surround: Int) {
        self.frameSeconds = frameSeconds
        self.surround = surround
    }

    /// Learns from a piece. A machine that became slower is believed at once.
    mutating func note(seconds: Double, frames: Int) {
        let found = seconds / Double(max(1, frames))
        work += (found - work) * (found > work ? 1 : 0.25)
    }

    /// Frames of the next piece.
    /// - Parameters:
    ///   - left: Frames that are still to be made.
    ///   - lead: Seconds that are made and not yet heard; nil: none was made.
    func next(of left: Int, lead: Double? = nil) -> Int {
        let wanted: Int
        if let lead {
            wanted = max(frames(within: lead), Self.shortest)
        } else {
            // Where the second piece would come too late, there is only one.
            wanted = frames(within: Double(Self.shortest) * frameSeconds) < Self.shortest ? left : Self.shortest
        }
        // A short rest is not worth a piece of its own.
        return left < wanted + Self.shortest / 2 ? left : wanted
    }

    private func frames(within seconds: Double) -> Int {
        Int(min(Self.share * max(seconds, 0) / max(work, 1e-6), 1e6)) - surround
    }
}
