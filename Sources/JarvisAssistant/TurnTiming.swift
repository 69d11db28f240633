// SPDX-License-Identifier: GPL-3.0-or-later

/// How long parts of a turn took, in milliseconds after the end of speech, or after the question where it was typed.
public struct TurnTiming: Hashable, Sendable {
    /// As many turns are remembered.
    public static let mostKept = 20

    /// When the words were understood; nil for a typed turn.
    public var transcript: Double?
    /// When the first clause of the answer was there.
    public var firstClause: Double?
    /// When the answer was first heard.
    public var firstSound: Double

    public init(transcript: Double?, firstClause: Double?, firstSound: Double) {
        self.transcript = transcript
        self.firstClause = firstClause
        self.firstSound = firstSound
    }
}
