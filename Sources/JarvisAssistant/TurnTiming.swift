// SPDX-License-Identifier: GPL-3.0-or-later
// The timing of a turn, as the window shows it.

/// Durations in a turn, in milliseconds after the end of speech, or after the question if it was typed.
public struct TurnTiming: Hashable, Sendable {
    /// Number of turns remembered.
    public static let mostKept = 20

    /// When the words were understood; nil for typed turns.
    public var transcript: Double?
    /// When the first clause of the answer arrived.
    public var firstClause: Double?
    /// When the answer was first heard.
    public var firstSound: Double

    public init(transcript: Double?, firstClause: Double?, firstSound: Double) {
        self.transcript = transcript
        self.firstClause = firstClause
        self.firstSound = firstSound
    }
}
