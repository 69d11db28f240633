// SPDX-License-Identifier: GPL-3.0-or-later
// Where the words of a clause begin in sound whose maker does not say: an estimate by their length. Pure.

import JarvisCore
import JarvisSpokenText

/// The words of a clause with their share of its sound.
///
/// An estimate, not a measurement: a word takes time by its letters as they are said, and pauses by the punctuation. On
/// read speech the beginnings lie within some 150 ms of the true ones once the length of the sound is known.
struct WordEstimate {
    struct Word: Hashable {
        /// Characters of the clause as written.
        var characters: Range<Int>
        /// Weight of everything before it.
        var start: Double
    }

    let words: [Word]
    let totalWeight: Double
    /// Letters and digits, as they are said.
    let letterCount: Int

    private static let pauseWeights: [Character: Double] = [
        ",": 4, ";": 5, ":": 5, ".": 6, "!": 6, "?": 6, "–": 4, "—": 4,
    ]
    /// A short word takes longer than its letters.
    private static let wordWeight = 1.5

    init(_ text: SpeakableText) {
        var words: [Word] = []
        var weight = 0.0
        var letterCount = 0
        var begin: Int?
        let scalars = Array(text.spoken.unicodeScalars)
        for (place, scalar) in (scalars + [" "]).enumerated() {
            if !scalar.properties.isWhitespace {
                begin = begin ?? place
                continue
            }
            guard let first = begin else { continue }
            begin = nil
            let letters = scalars[first..<place]
            // Several spoken words may stand for one written one ("42"): the first has its beginning.
            if let range = text.sourceRange(ofScalars: first..<place).flatMap({ text.wordRange(in: $0) }),
                range.lowerBound >= words.last?.characters.upperBound ?? 0
            {
                words.append(Word(characters: range, start: weight))
            }
            let sounding = letters.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
            letterCount += sounding
            weight += Self.wordWeight + Double(sounding)
            if let last = letters.last { weight += Self.pauseWeights[Character(last)] ?? 0 }
        }
        self.words = words
        totalWeight = max(weight, 1)
        self.letterCount = letterCount
    }
}
