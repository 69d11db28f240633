// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether an echo canceller can be trusted yet: until it knows the room, its residual is our own voice. Pure.

/// Tracks how much of our own sound a canceller has removed since it started.
public struct CancellerTrust: Sendable {
    /// The least playback before any trust, since it shows whether the microphone picks our sound up at all: 0.6 s.
    private static let leastFrames = 30
    /// The least playback in a known room whose echo has just been located: 0.16 s.
    private static let leastKnownFrames = 8
    /// After this much playback the canceller is trusted however little it removes, since it won't improve further: 3
    /// s.
    private static let mostFrames = 150
    /// The ratio of received to remaining energy from which a canceller knows its room: 6 dB.
    private static let convergence: Float = 4
    /// The smoothing factor of the energies: half a second.
    private static let memory: Float = 0.96
    /// Playback counts as sound above this power, relative to full scale: −60 dBFS.
    private static let audible: Float = 1e-6

    private let leastFrames: Int
    private var frames = 0
    private var heard: Float = 0
    private var left: Float = 0
    /// True if the canceller has at some time removed most of an echo.
    public private(set) var hasConverged = false

    /// - Parameter isRoomKnown: True if the canceller has already learned this room.
    public init(isRoomKnown: Bool = false) {
        leastFrames = isRoomKnown ? Self.leastKnownFrames : Self.leastFrames
    }

    /// Adds a frame's powers (full scale 1): of the playback, of the microphone, and of the canceller's residual.
    /// - Parameter isEchoKnown: True if our own voice has been recognized in the microphone's sound.
    /// - Returns: True if the residual may be taken for someone else.
    public mutating func take(played: Float, heard power: Float, left rest: Float, isEchoKnown: Bool) -> Bool {
        if played > Self.audible {
            frames += 1
            heard = Self.memory * heard + power
            left = Self.memory * left + rest
            if heard > Self.convergence * left { hasConverged = true }
        }
        guard frames >= leastFrames else { return false }
        return !isEchoKnown || hasConverged || frames >= Self.mostFrames
    }
}
