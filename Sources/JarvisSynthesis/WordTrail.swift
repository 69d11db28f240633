// SPDX-License-Identifier: GPL-3.0-or-later
// Maps espeak-ng's word events to words of the text as written. Pure.

import JarvisCore
import JarvisSpokenText

/// Converts events about spoken words to the words as written, in order.
struct WordTrail {
    private let text: SpeakableText
    /// The last word, which shows whether words without an event of their own precede the next one.
    private var lastWord: SpokenWord?

    init(_ text: SpeakableText) {
        self.text = text
    }

    /// The words that an event adds: none, its own, or the one before it as well.
    /// - Parameter scalars: The position of the event's word in the spoken text. If one written word becomes several
    ///   spoken ones ("42", "°C"), their events share a position, and the first one stands for all.
    /// - Parameter sampleOffset: The position in the sound according to the library, which reads uninitialized memory
    ///   here, so the value can vary from run to run. A word is therefore never placed before the previous one.
    mutating func add(_ scalars: Range<Int>, sampleOffset: Int) -> [SpokenWord] {
        guard let range = text.sourceRange(ofScalars: scalars) else { return [] }
        let sampleOffset = max(sampleOffset, lastWord?.sampleOffset ?? 0)
        if let lastWord, range.lowerBound < lastWord.endCharacter { return [] }
        let between = gap(upTo: range.lowerBound, sampleOffset: sampleOffset)
        let word = SpokenWord(
            startCharacter: range.lowerBound, endCharacter: range.upperBound, sampleOffset: sampleOffset)
        lastWord = word
        return between + [word]
    }

    /// The words after the last event, so that the words cover the clause to its end.
    mutating func finish(sampleOffset: Int) -> [SpokenWord] {
        gap(upTo: text.source.count, sampleOffset: sampleOffset)
    }

    /// The text between two events as a word of its own, placed halfway; empty if there is none. One event may stand
    /// for two words ("from the").
    private mutating func gap(upTo start: Int, sampleOffset: Int) -> [SpokenWord] {
        let previousEnd = lastWord?.endCharacter ?? 0
        guard let gap = text.wordRange(in: previousEnd..<max(previousEnd, start)) else { return [] }
        let before = lastWord?.sampleOffset ?? sampleOffset
        let offset = (before + max(before, sampleOffset)) / 2
        let word = SpokenWord(startCharacter: gap.lowerBound, endCharacter: gap.upperBound, sampleOffset: offset)
        lastWord = word
        return [word]
    }
}
