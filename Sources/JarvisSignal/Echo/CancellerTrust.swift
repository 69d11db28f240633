// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an echo canceller can be believed yet: before it knows the room, what it leaves behind is our own voice. Pure.

/// Counts what a canceller has heard and taken out since it began.
public struct CancellerTrust: Sendable {
    /// Until there has been this much of our own sound, whether the microphone hears it is unknown: 0.6 s.
    private static let leastFrames = 30
    /// The same for a room that is known, whose place in time has just been found: 0.16 s.
    private static let leastKnownFrames = 8
    /// From here on the canceller is believed however little it takes out: 3 s. More is not to be had then.
    private static let mostFrames = 150
    /// A canceller that takes out this much of the energy, 6 dB, knows its room.
    private static let convergence: Float = 4
    /// Share of the past in the energies: half a second.
    private static let memory: Float = 0.96
    /// Our own sound counts from here on, in full-scale power: −60 dBFS.
    private static let audible: Float = 1e-6

    private let leastFrames: Int
    private var frames = 0
    private var heard: Float = 0
    private var left: Float = 0
    /// The canceller has taken out much of an echo once.
    public private(set) var hasConverged = false

    /// - Parameter isRoomKnown: the canceller has learned this room before.
    public init(isRoomKnown: Bool = false) {
        leastFrames = isRoomKnown ? Self.leastKnownFrames : Self.leastFrames
    }

    /// Takes the powers (full scale 1) of a frame: of what was played, of the microphone, of what the canceller left.
    /// - Parameter isEchoKnown: our own voice has been recognized in the microphone.
    /// - Returns: true when what is left may be taken for someone else.
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
