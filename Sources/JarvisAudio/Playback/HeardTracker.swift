// SPDX-License-Identifier: GPL-3.0-or-later
// Bookkeeping of a reply: which words have been heard once a given sample has been. Pure.

import JarvisCore

/// Turns a playback position into heard words. A word counts once the next word of its clause begins, or its clause
/// has been heard to the end. Positions are samples since the reply began.
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
    /// Samples enqueued so far.
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

    /// The words newly heard once `sample` samples have been, latest last.
    mutating func advance(to sample: Int) -> [HeardPosition] {
        // All that there is has been heard: so has the last word.
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
            // With the next clause's first sample the whole of the last one has been heard, punctuation included.
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
