// SPDX-License-Identifier: GPL-3.0-or-later
// Where one synthesizer stopped in a clause, so another can continue. Pure.

/// How much of a clause the listener has received.
public struct SpokenSoFar: Sendable {
    private var samples = 0
    private var rate = 0
    private var words: [SpokenWord] = []

    /// A word that has sounded for less than this is repeated.
    private static let heardSeconds = 0.2

    /// Starts at the beginning of the clause.
    public init() {}

    public mutating func add(_ piece: SynthesizedAudio) {
        samples += piece.samples.count
        rate = piece.sampleRateHertz
        words += piece.words
    }

    /// The offset of the first unspoken character, and the text from there on. Sound without word marks counts as
    /// unspoken.
    public func remainder(of clause: String) -> (start: Int, text: String) {
        guard samples > 0, let last = words.last else { return (0, clause) }
        let sounded = Double(samples - last.sampleOffset) / Double(max(rate, 1))
        let start = sounded < Self.heardSeconds ? last.startCharacter : last.endCharacter
        return (start, String(clause.dropFirst(start)))
    }

    /// Shifts the words of a piece made from the remainder to their places in the whole clause.
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
