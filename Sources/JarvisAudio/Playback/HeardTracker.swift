// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks which words of a reply have been heard when playback reaches a sample. Pure.

import JarvisCore

/// Converts a playback position to heard words. A word counts as heard when the next word of its clause begins, or when
/// its clause has played to the end. Positions are samples since the reply began.
struct HeardTracker {
    private struct Mark {
        var sample: Int
        var position: HeardPosition
    }

    private struct OpenWord {
        var clause: Int
        var endCharacter: Int
    }

    private var marks: [Mark] = []
    /// The last word enqueued, whose end is not known yet.
    private var openWord: OpenWord?
    private var clause: Int?
    private var clauseStart = 0
    /// The number of samples enqueued so far.
    private(set) var length = 0
    private var last: HeardPosition?

    /// Adds a piece of a clause; the words' offsets count from the start of the clause.
    mutating func enqueue(sampleCount: Int, words: [SpokenWord], clause: Int) {
        if clause != self.clause { begin(clause) }
        for word in words {
            closeWord(at: clauseStart + word.sampleOffset)
            openWord = OpenWord(clause: clause, endCharacter: word.endCharacter)
        }
        length += sampleCount
    }

    /// The words heard since the last call, up to `sample`, the latest last.
    mutating func advance(to sample: Int) -> [HeardPosition] {
        // Everything has been played, including the last word.
        if sample >= length { closeWord(at: length) }
        var heard: [HeardPosition] = []
        while let mark = marks.first, mark.sample <= sample {
            marks.removeFirst()
            if last.map({ $0 < mark.position }) ?? true {
                heard.append(mark.position)
                last = mark.position
            }
        }
        return heard
    }

    private mutating func begin(_ next: Int) {
        closeWord(at: length)
        if clause != nil {
            // The next clause's first sample completes the previous clause, including punctuation.
            marks.append(Mark(sample: length + 1, position: HeardPosition(clause: next, characters: 0)))
        }
        clause = next
        clauseStart = length
    }

    private mutating func closeWord(at sample: Int) {
        guard let word = openWord else { return }
        openWord = nil
        marks.append(
            Mark(sample: sample, position: HeardPosition(clause: word.clause, characters: word.endCharacter)))
    }
}
