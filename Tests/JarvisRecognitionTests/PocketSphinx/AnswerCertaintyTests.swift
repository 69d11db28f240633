// SPDX-License-Identifier: GPL-3.0-or-later
// An answer is as certain as its lead over similar-sounding words.

import JarvisCore
import Testing

@testable import JarvisRecognition

struct AnswerCertaintyTests {
    private func result(_ words: [String], _ likelihoods: [[String]: Double]?) -> DictationResult {
        var result = DictationResult(words: words, confidence: 0.85)
        result.alternatives = []
        result.likelihoods = likelihoods.map { PhraseLikelihoods(written: -1, phrases: $0) }
        return result
    }

    /// Measured leads; see `SpokenConsentTests`.
    @Test(arguments: [(-3.55, true), (-6.88, true), (-1.09, false), (0.9, false)])
    func aShortAnswerNeedsAClearLead(rival: Double, isSure: Bool) {
        let found = AnswerCertainty.confidence(in: result(["Yes."], [["yes"]: 0.6, ["guess"]: rival, ["less"]: -9]))
        #expect((found > 0.5) == isSure, "\(found)")
        #expect(found <= 0.85)
    }

    @Test func aLongerAnswerNeedsASmallerLead() {
        let found = AnswerCertainty.confidence(
            in: result(["Yes,", "please."], [["yes", "please"]: 0.4, ["guess", "please"]: -2.1]))
        #expect(found > 0.5)
    }

    /// For models that report no likelihoods.
    @Test(arguments: [([["yes"], ["Yes."]], true), ([["yes"], ["chess"]], false), ([], true)])
    func transcriptsOfAlteredVoicesMustAgree(alternatives: [[String]], isSure: Bool) {
        var result = result(["Yes."], nil)
        result.alternatives = alternatives
        #expect((AnswerCertainty.confidence(in: result) > 0.5) == isSure)
    }
}
