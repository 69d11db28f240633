// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisDictation

struct TranscriptConfidenceTests {
    @Test func noiseAndLengthMakeATextLessCertain() {
        let shares = [40.0, 25, 16].map { TranscriptConfidence.share(range: $0, wordCount: 3) }
        #expect(shares == shares.sorted(by: >))
        for range in [40.0, 25, 16] {
            let short = TranscriptConfidence.share(range: range, wordCount: 3)
            let long = TranscriptConfidence.share(range: range, wordCount: 9)
            #expect(long < short && (0...1).contains(long))
        }
    }
}
