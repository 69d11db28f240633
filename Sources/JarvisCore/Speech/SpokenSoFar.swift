// SPDX-License-Identifier: GPL-3.0-or-later
// Where one synthesizer left a clause, for another one to go on with it. Pure.

/// What the listener has got of a clause so far.
public struct SpokenSoFar: Sendable {
    private var samples = 0
    private var rate = 0
    private var words: [SpokenWord] = []

    /// A word of which less has sounded is said again, in seconds.
    private static let heardSeconds = 0.2

    /// Nothing yet.
    public init() {}

    public mutating func add(_ piece: SynthesizedAudio) {
        samples += piece.samples.count
        rate = piece.sampleRateHertz
        words += piece.words
    }

    /// The first character that has not been said, and the text from there on. Sound whose words are not known is said again.
    public func remainder(of clause: String) -> (start: Int, text: String) {
        guard samples > 0, let last = words.last else { return (0, clause) }
        let sounded = Double(samples - last.sampleOffset) / Double(max(rate, 1))
        let start = sounded < Self.heardSeconds ? last.startCharacter : last.endCharacter
        return (start, String(clause.dropFirst(start)))
    }

    /// A piece of the remainder as a piece of the whole clause.
    public func continued(by piece: SynthesizedAudio, from start: Int) -> SynthesizedAudio {
        var piece = piece
        let before = rate == 0 ? 0 : samples * piece.sampleRateHertz / rate
        for place in piece.words.indices {
            piece.words[place].startCharacter += start
            piece.words[place].endCharacter += start
            piece.words[place].sampleOffset += before
        }
        return piece
    }
}
