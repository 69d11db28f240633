// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisSpokenText
import Testing

@testable import JarvisSynthesis

/// Turning espeak-ng's events into words of the text, in order.
struct WordTrailTests {
    @Test func wordsBetweenTwoEventsBeginHalfway() {
        var trail = WordTrail(SpeakableText("far from the sea", language: "en-us"))
        let words =
            trail.add(0..<3, sampleOffset: 0) + trail.add(4..<8, sampleOffset: 100)
            + trail.add(13..<16, sampleOffset: 300) + trail.finish(sampleOffset: 400)
        #expect(words.map(\.startCharacter) == [0, 4, 9, 13])
        #expect(words.map(\.sampleOffset) == [0, 100, 200, 300])
    }

    @Test func wordNeverBeginsBeforeThePreviousOne() {
        var trail = WordTrail(SpeakableText("one two three", language: "en-us"))
        let words =
            trail.add(0..<3, sampleOffset: 500) + trail.add(4..<7, sampleOffset: 20)
            + trail.add(8..<13, sampleOffset: 900)
        #expect(words.map(\.startCharacter) == [0, 4, 8])
        #expect(words.map(\.sampleOffset) == [500, 500, 900])
        var late = WordTrail(SpeakableText("one two", language: "en-us"))
        #expect(
            (late.add(0..<3, sampleOffset: 500) + late.finish(sampleOffset: 100)).map(\.sampleOffset) == [500, 500])
    }
}
