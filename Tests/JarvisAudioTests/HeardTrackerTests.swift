// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisAudio

struct HeardTrackerTests {
    private func word(_ start: Int, _ end: Int, at sample: Int) -> SpokenWord {
        SpokenWord(startCharacter: start, endCharacter: end, sampleOffset: sample)
    }

    @Test func aWordCountsAsHeardWhenTheNextBegins() {
        var tracker = HeardTracker()
        tracker.enqueue(sampleCount: 300, words: [word(0, 5, at: 0), word(6, 11, at: 100)], clause: 0)
        #expect(tracker.advance(to: 99).isEmpty)
        #expect(tracker.advance(to: 100) == [HeardPosition(clause: 0, characters: 5)])
        #expect(tracker.advance(to: 299).isEmpty)
        #expect(tracker.advance(to: 300) == [HeardPosition(clause: 0, characters: 11)])
        #expect(tracker.advance(to: 300).isEmpty)
    }

    @Test func wordOffsetsCountFromTheStartOfTheClause() {
        var tracker = HeardTracker()
        tracker.enqueue(sampleCount: 100, words: [word(0, 3, at: 0)], clause: 0)
        tracker.enqueue(sampleCount: 100, words: [word(4, 8, at: 150)], clause: 0)
        #expect(tracker.advance(to: 149).isEmpty)
        #expect(tracker.advance(to: 150) == [HeardPosition(clause: 0, characters: 3)])
    }

    /// A voice may deliver sound before it knows the words in it.
    @Test func wordsDeliveredAfterTheirSoundCount() {
        var tracker = HeardTracker()
        tracker.enqueue(sampleCount: 100, words: [], clause: 0)
        #expect(tracker.advance(to: 80).isEmpty)
        tracker.enqueue(
            sampleCount: 200, words: [word(0, 3, at: 0), word(4, 8, at: 60), word(9, 12, at: 250)], clause: 0)
        #expect(tracker.advance(to: 90) == [HeardPosition(clause: 0, characters: 3)])
        #expect(tracker.advance(to: 300).map(\.characters) == [8, 12])
    }

    @Test func theNextClauseMarksTheEndOfTheLastOne() {
        var tracker = HeardTracker()
        tracker.enqueue(sampleCount: 100, words: [word(0, 3, at: 0)], clause: 0)
        tracker.enqueue(sampleCount: 100, words: [word(0, 2, at: 10), word(3, 6, at: 50)], clause: 1)
        #expect(tracker.advance(to: 100) == [HeardPosition(clause: 0, characters: 3)])
        #expect(tracker.advance(to: 101) == [HeardPosition(clause: 1, characters: 0)])
        #expect(
            tracker.advance(to: 200) == [
                HeardPosition(clause: 1, characters: 2), HeardPosition(clause: 1, characters: 6),
            ])
    }

    @Test func clausesWithoutWordsAreReportedSeparately() {
        var tracker = HeardTracker()
        tracker.enqueue(sampleCount: 100, words: [], clause: 0)
        tracker.enqueue(sampleCount: 100, words: [], clause: 1)
        #expect(tracker.advance(to: 150) == [HeardPosition(clause: 1, characters: 0)])
    }

    @Test func theHeardPositionNeverGoesBack() {
        var tracker = HeardTracker()
        tracker.enqueue(
            sampleCount: 100, words: [word(0, 9, at: 0), word(0, 4, at: 20), word(10, 12, at: 60)], clause: 0)
        #expect(
            tracker.advance(to: 100) == [
                HeardPosition(clause: 0, characters: 9), HeardPosition(clause: 0, characters: 12),
            ])
    }
}
