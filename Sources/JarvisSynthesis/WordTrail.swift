// SPDX-License-Identifier: GPL-3.0-or-later
// The words that espeak-ng tells of, as words of the text as written. Pure.

import JarvisCore
import JarvisSpokenText

/// Turns events about spoken words into written words, one after another.
struct WordTrail {
    private let text: SpeakableText
    /// The last word, kept to notice words for which the library sends no event of their own.
    private var lastWord: SpokenWord?

    init(_ text: SpeakableText) {
        self.text = text
    }

    /// The words that an event adds: none, its own, or one before it as well.
    /// - Parameter scalars: Where in the spoken text the event's word is. Several events share one position where one
    ///   written word is several spoken ones ("42", "°C"): the first stands for all.
    /// - Parameter sampleOffset: Where the library says that it begins. It reads memory that it has not set, by which a word
    ///   may begin elsewhere from one time to the next; here, a word never begins before the one that it follows.
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

    /// What is left, so that the last word reaches the end of the clause.
    mutating func finish(sampleOffset: Int) -> [SpokenWord] {
        gap(upTo: text.source.count, sampleOffset: sampleOffset)
    }

    /// One event may stand for two words ("from the"): what lies between two events is a word of its own, halfway.
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
